//! What the end of a process reveals: an exit code, a signal, or exhausted memory.

use lettergame_game::FaultKind;
use lettergame_sandbox::Ending;

/// Names of the signals that terminate programs.
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

/// The last output of runtimes that run out of memory.
const OUT_OF_MEMORY: [&str; 7] = [
    "MemoryError",
    "OutOfMemoryError",
    "out of memory",
    "Out of memory",
    "annot allocate memory",
    "bad_alloc",
    "memory allocation of",
];

/// The fault, if the ending reveals more than that the process has exited, and a description.
#[must_use]
pub(super) fn cause(ending: Ending, last_lines: &[String]) -> (Option<FaultKind>, String) {
    let text = match ending {
        Ending::MemoryExceeded(_) => {
            return (Some(FaultKind::Memory), "it exceeded its memory limit".to_owned());
        }
        Ending::ProcessesExceeded(_) => {
            return (None, "it exceeded its limit of processes".to_owned());
        }
        Ending::SetupFailed(why) | Ending::NotStarted(why) => return (None, why),
        Ending::WatchFailed(why) => return (None, format!("its sandbox failed: {why}")),
        Ending::Code(0) => return (None, "it exited with code 0".to_owned()),
        Ending::Code(code) => format!("exit code {code}"),
        Ending::Signal(number) => signal_text(number),
    };
    let starved = |line: &String| OUT_OF_MEMORY.iter().any(|words| line.contains(words));
    let memory = last_lines.iter().any(starved);
    (memory.then_some(FaultKind::Memory), text)
}

fn signal_text(number: i32) -> String {
    let name = SIGNALS.iter().find(|(known, _)| *known == number);
    name.map_or(format!("signal {number}"), |(_, name)| format!("signal {number} ({name})"))
}
