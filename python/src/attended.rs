//! Runs long work on its own thread, while this one watches for Ctrl-C and reports progress.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// The interval at which signals and progress are checked.
const WATCH: Duration = Duration::from_millis(50);

/// The progress of the work, and whether it should stop.
#[derive(Default)]
pub(crate) struct Course {
    /// Becomes true when the work should stop.
    pub(crate) stop: AtomicBool,
    /// The amount of work done.
    pub(crate) done: AtomicU64,
}

/// The result of some work.
pub(crate) struct Attended<T> {
    /// What it returned.
    pub(crate) value: T,
    /// Why it was asked to stop: an interrupt, or an error in the progress callback.
    pub(crate) trouble: Option<PyErr>,
}

/// Does the work with the GIL released. `progress(done, total)` is called periodically, on the waiting
/// thread.
pub(crate) fn attended<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    total: u64,
    work: impl FnOnce(&Course) -> T + Send,
) -> PyResult<Attended<T>> {
    let (course, progress) = (Course::default(), progress.map(|call| call.clone().unbind()));
    let mut watch = Watch { progress, total, shown: None, trouble: None };
    let value = py.detach(|| {
        thread::scope(|scope| {
            let (ended, end) = channel::<()>();
            let course = &course;
            let worker = scope.spawn(move || {
                let _ended = ended;
                work(course)
            });
            while end.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
                watch.look(course);
            }
            worker.join()
        })
    });
    let value = value.map_err(|_| crate::failure::failed("the games panicked"))?;
    if watch.trouble.is_none() {
        watch.look(&course);
    }
    Ok(Attended { value, trouble: watch.trouble })
}

struct Watch {
    progress: Option<Py<PyAny>>,
    total: u64,
    shown: Option<u64>,
    trouble: Option<PyErr>,
}

impl Watch {
    fn look(&mut self, course: &Course) {
        if self.trouble.is_some() {
            return;
        }
        let done = course.done.load(Ordering::Relaxed);
        let looked = Python::attach(|py| {
            py.check_signals()?;
            match &self.progress {
                Some(call) if self.shown != Some(done) => {
                    self.shown = Some(done);
                    call.call1(py, (done, self.total)).map(drop)
                }
                _ => Ok(()),
            }
        });
        if let Err(error) = looked {
            self.trouble = Some(error);
            course.stop.store(true, Ordering::Relaxed);
        }
    }
}
