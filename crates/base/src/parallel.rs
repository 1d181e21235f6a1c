//! A parallel map that also works if the system cannot start threads.

use std::error::Error;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use rayon::prelude::*;

/// The results of `each` for the numbers below `count`, in order: on the caller's thread pool, otherwise on
/// one thread per core, or on the caller's own thread if none can be started. Each number is a job of its own,
/// so `each` should take microseconds at least.
pub fn parallel_map<T: Send + Sync>(count: usize, each: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<OnceLock<T>> = (0..count).map(|_| OnceLock::new()).collect();
    run(count, &|number| {
        results[number].get_or_init(|| each(number));
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// The results of `each` for blocks of `size` numbers below `count`, in order, as [`parallel_map`] runs them. The last
/// block may be smaller.
pub fn parallel_blocks<T: Send + Sync>(
    count: u32,
    size: u32,
    each: impl Fn(Range<u32>) -> T + Sync,
) -> Vec<T> {
    parallel_map(count.div_ceil(size) as usize, |index| {
        let first = index as u32 * size;
        each(first..count.min(first.saturating_add(size)))
    })
}

/// Compiled once, for all closures.
fn run(count: usize, each: &(dyn Fn(usize) + Sync)) {
    if rayon::current_thread_index().is_some() || *HAS_THREADS {
        (0..count).into_par_iter().with_max_len(1).for_each(each);
    } else {
        (0..count).for_each(each);
    }
}

/// Rayon's global pool panics on first use if it cannot be started. A pool that already exists is an error
/// too, but one without a source.
static HAS_THREADS: LazyLock<bool> = LazyLock::new(|| {
    let started = rayon::ThreadPoolBuilder::new().build_global();
    started.map_or_else(|error| error.source().is_none(), |()| true)
});

#[cfg(test)]
mod tests {
    use super::{HAS_THREADS, parallel_blocks, parallel_map};

    #[test]
    fn blocks_are_whole_but_for_the_last() {
        assert_eq!(parallel_blocks(7, 3, |block| block), [0..3, 3..6, 6..7]);
        assert_eq!(parallel_blocks(6, 3, |block| block), [0..3, 3..6]);
        assert!(parallel_blocks(0, 3, |block| block).is_empty());
        assert_eq!(parallel_blocks(u32::MAX, 1 << 31, |block| block.end), [1 << 31, u32::MAX]);
    }

    #[test]
    fn results_keep_their_order_and_the_pool_is_started_once() {
        assert_eq!(parallel_map(100, |number| 2 * number), (0..200).step_by(2).collect::<Vec<_>>());
        let second = rayon::ThreadPoolBuilder::new().build_global();
        assert!(second.is_err_and(|error| std::error::Error::source(&error).is_none()));
        assert!(*HAS_THREADS);
    }
}
