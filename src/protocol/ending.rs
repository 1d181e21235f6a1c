//! What the end of a process tells: an exit code, a signal, or that memory ran out.

use std::process::ExitStatus;

use crate::game::FaultKind;
use crate::protocol::sandbox;

/// Names of the signals that end programs.
const SIGNALS: [(i32, &str); 13] = [
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (11, "SIGSEGV"),
    (15, "SIGTERM"),
    (25, "SIGXFSZ"),
    (31, "SIGSYS"),
];

/// What runtimes write last when memory runs out.
const OUT_OF_MEMORY: [&str; 7] = [
    "MemoryError",
    "OutOfMemoryError",
    "out of memory",
    "Out of memory",
    "annot allocate memory",
    "bad_alloc",
    "memory allocation of",
];

/// The fault, if the end says more than that it is gone, and what happened in words.
#[must_use]
pub(super) fn told(status: ExitStatus, last_lines: &[String]) -> (Option<FaultKind>, String) {
    let ended = match (signal(status), status.code()) {
        (Some(number), _) => signal_text(number),
        (None, Some(0)) => "it ended by itself, exit code 0".to_owned(),
        (None, Some(code)) => format!("exit code {code}"),
        (None, None) => "it ended".to_owned(),
    };
    if status.code() == Some(sandbox::MEMORY_EXCEEDED.into()) {
        return (Some(FaultKind::Memory), "it wanted more memory than its limit".to_owned());
    }
    if status.code() == Some(sandbox::PROCESSES_EXCEEDED.into()) {
        return (None, "it started more processes than it may".to_owned());
    }
    let starved = |line: &String| OUT_OF_MEMORY.iter().any(|words| line.contains(words));
    let memory = !status.success() && last_lines.iter().any(starved);
    (memory.then_some(FaultKind::Memory), ended)
}

fn signal_text(number: i32) -> String {
    let name = SIGNALS.iter().find(|(known, _)| *known == number);
    name.map_or(format!("signal {number}"), |(_, name)| format!("signal {number} ({name})"))
}

/// The signal that ended it; the sandbox passes one on as 128 and its number.
fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(number) = status.signal() {
            return Some(number);
        }
    }
    status.code().map(|code| code - 128).filter(|number| (1..65).contains(number))
}
