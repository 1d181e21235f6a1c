//! A parallel map that also works if the system cannot start threads.

use std::error::Error;
use std::sync::LazyLock;

use rayon::prelude::*;

/// The results of `each` for the numbers below `count`, in order: on the caller's thread pool, otherwise on
/// one thread per core, or on the caller's own thread if none can be started.
pub(super) fn map_numbers<T: Send>(
    count: usize,
    each: impl Fn(usize) -> T + Sync + Send,
) -> Vec<T> {
    if rayon::current_thread_index().is_some() || *HAS_THREADS {
        (0..count).into_par_iter().map(each).collect()
    } else {
        (0..count).map(each).collect()
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
    use super::{HAS_THREADS, map_numbers};

    #[test]
    fn results_keep_their_order_and_the_pool_is_started_once() {
        assert_eq!(map_numbers(100, |number| 2 * number), (0..200).step_by(2).collect::<Vec<_>>());
        let second = rayon::ThreadPoolBuilder::new().build_global();
        assert!(second.is_err_and(|error| std::error::Error::source(&error).is_none()));
        assert!(*HAS_THREADS);
    }
}
