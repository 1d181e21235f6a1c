//! Internal: tools that tests need, the tally of tests skipped without them, how many cases are drawn, and second
//! implementations of rules.
//!
//! With `CI=true` a missing tool is a failure. Otherwise the test passes, and the last test program of
//! `cargo test` says how many were skipped: the name of this package is the last one in the order in which
//! Cargo runs tests.

pub mod naive;
mod tally;

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Mutex;

pub use tally::take as take_tally;

/// Whether these programs are installed; if not, the calling test is counted as skipped.
///
/// # Panics
/// In CI, if one is missing.
pub fn installed(programs: &[&str]) -> bool {
    let missing: Vec<&str> = programs.iter().copied().filter(|program| !starts(program)).collect();
    if !missing.is_empty() {
        skipped(&missing.join(" and "));
    }
    missing.is_empty()
}

/// Counts the calling test as skipped, in whole or in part, for want of a tool.
///
/// # Panics
/// In CI.
pub fn skipped(tool: &str) {
    assert!(std::env::var("CI").as_deref() != Ok("true"), "CI lacks {tool}");
    eprintln!("skipped: {tool} is missing");
    tally::add(tool);
}

/// The number of cases of a test whose drawn cases are slow: `usual`, times the number in `LETTERGAME_CASES`.
///
/// `.ci/run --weekly` sets it to 4.
///
/// # Panics
/// If it is not a positive number.
pub fn cases(usual: u64) -> u64 {
    let Ok(times) = std::env::var("LETTERGAME_CASES") else { return usual };
    match times.parse::<u64>() {
        Ok(times) if times > 0 => usual * times,
        _ => panic!("LETTERGAME_CASES: {times:?} is not a positive number"),
    }
}

/// Whether a program can be started; asked once for all tests of a process, because a JVM takes half a second.
fn starts(program: &str) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().expect("no program makes a test panic");
    *known.entry(program.to_owned()).or_insert_with(|| tells_its_version(program))
}

fn tells_its_version(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
