//! Interruptible long computations: a search calls [`checkpoint`] regularly, where its caller may pause or
//! stop it through [`supervised`].
//!
//! Nothing is returned early: an interrupted search unwinds, so an unfinished result is never mistaken for a
//! move. Without a supervisor, as in tournaments, a checkpoint does nothing.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

thread_local! {
    static SUPERVISED: Cell<bool> = const { Cell::new(false) };
    static SUPERVISOR: RefCell<Option<Rc<dyn Fn() -> bool>>> = const { RefCell::new(None) };
}

/// The computation was stopped by its supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// A point where a search may be paused or stopped. Costs a nanosecond without a supervisor.
#[inline]
pub fn checkpoint() {
    if SUPERVISED.get() {
        consult();
    }
}

#[cold]
fn consult() {
    let supervisor = SUPERVISOR.with_borrow(Clone::clone);
    if supervisor.is_some_and(|may_continue| !may_continue()) {
        // not a panic: nothing is printed
        resume_unwind(Box::new(Interrupted));
    }
}

/// Runs a computation on this thread; each [`checkpoint`] in it calls `may_continue`, which may block.
///
/// # Errors
/// [`Interrupted`] if `may_continue` returned false. State that the computation was changing is left as it
/// was at that point.
pub fn supervised<T>(
    may_continue: impl Fn() -> bool + 'static,
    work: impl FnOnce() -> T,
) -> Result<T, Interrupted> {
    let before = SUPERVISOR.replace(Some(Rc::new(may_continue)));
    let was_supervised = SUPERVISED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    SUPERVISED.set(was_supervised);
    SUPERVISOR.replace(before);
    done.map_err(|cause| match cause.downcast::<Interrupted>() {
        Ok(interrupted) => *interrupted,
        Err(panic) => resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::{Interrupted, checkpoint, supervised};

    fn count(to: u32) -> u32 {
        (0..to).inspect(|_| checkpoint()).count() as u32
    }

    #[test]
    fn work_stops_at_the_checkpoint_its_supervisor_rejects() {
        let left = Rc::new(Cell::new(5));
        let counter = Rc::clone(&left);
        let may_continue = move || {
            counter.set(counter.get() - 1);
            counter.get() > 0
        };
        assert_eq!(supervised(may_continue, || count(100)), Err(Interrupted));
        assert_eq!(left.get(), 0, "it was asked five times");
        assert_eq!(count(100), 100, "there is no supervisor afterwards");
    }

    #[test]
    fn work_allowed_to_continue_runs_to_completion() {
        let inner = || supervised(|| false, || count(1));
        assert_eq!(
            supervised(|| true, || (count(3), inner(), count(4))),
            Ok((3, Err(Interrupted), 4))
        );
    }

    #[test]
    #[should_panic(expected = "on purpose")]
    fn panics_are_propagated() {
        let _ = supervised(|| true, || panic!("on purpose"));
    }
}
