//! A parallel map that also works if the system cannot start threads.

use std::error::Error;
use std::sync::{LazyLock, Mutex, PoisonError};

use rayon::prelude::*;

/// The results of `each` for the numbers below `count`, in order: on the caller's thread pool, otherwise on
/// one thread per core, or on the caller's own thread if none can be started. Each number is a job of its own,
/// so `each` should take microseconds at least.
pub fn parallel_map<T: Send>(count: usize, each: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::default()).collect();
    run(count, &|number| {
        let result = each(number);
        *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    let results = results.into_iter();
    results.filter_map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
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
    use super::{HAS_THREADS, parallel_map};

    #[test]
    fn results_keep_their_order_and_the_pool_is_started_once() {
        assert_eq!(parallel_map(100, |number| 2 * number), (0..200).step_by(2).collect::<Vec<_>>());
        let second = rayon::ThreadPoolBuilder::new().build_global();
        assert!(second.is_err_and(|error| std::error::Error::source(&error).is_none()));
        assert!(*HAS_THREADS);
    }
}
