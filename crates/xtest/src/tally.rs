//! The tests skipped by one `cargo test`: its test programs append to a file that the last one reads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The name of the thread of a test if libtest runs one at a time; otherwise it is the name of the test.
const MAIN: &str = "main";

/// Adds the running test.
pub(crate) fn add(tool: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or(MAIN);
    let line = format!("{}\t{test}\t{tool}\n", program().display());
    append(&folder().join(name()), &line).expect("target/tmp can be written to");
}

fn append(file: &Path, line: &str) -> io::Result<()> {
    fs::create_dir_all(folder())?;
    OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())
}

/// How many tests this `cargo test` has skipped so far, in one line; the next call starts from none.
pub fn take() -> String {
    summary(&take_lines(&folder().join(name())))
}

fn take_lines(file: &Path) -> String {
    // there is none if nothing was skipped
    let lines = fs::read_to_string(file).unwrap_or_default();
    let _ = fs::remove_file(file);
    lines
}

fn program() -> PathBuf {
    std::env::current_exe().expect("the path of a test")
}

/// `target/tmp`: tests are in `target/debug/deps`.
fn folder() -> PathBuf {
    let program = program();
    program.ancestors().nth(3).unwrap_or(&program).join("tmp")
}

/// The name of the file of this `cargo test`, which is the process that started this one.
fn name() -> String {
    format!("skipped-tests-{}", parent())
}

#[cfg(unix)]
fn parent() -> String {
    let parent = std::os::unix::process::parent_id();
    // a number is used again; where there is /proc, with the time at which the process started
    let stat = fs::read_to_string(format!("/proc/{parent}/stat")).unwrap_or_default();
    let start = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(19));
    format!("{parent}-{}", start.unwrap_or_default())
}

#[cfg(not(unix))]
fn parent() -> String {
    String::new()
}

/// One line about lines of program, test and tool. A test counts once, however often it asks for a tool.
fn summary(lines: &str) -> String {
    let mut tests = BTreeSet::new();
    let mut of_tools: BTreeMap<&str, BTreeSet<(usize, &str)>> = BTreeMap::new();
    for (number, line) in lines.lines().enumerate() {
        let Some((test, tool)) = line.rsplit_once('\t') else { continue };
        // tests without a name are told apart by their lines
        let is_named = !test.ends_with(&format!("\t{MAIN}"));
        let key = (if is_named { 0 } else { number }, test);
        tests.insert(key);
        of_tools.entry(tool).or_default().insert(key);
    }
    if tests.is_empty() {
        return "skipped: no test lacked a tool".into();
    }
    let counts: Vec<String> =
        of_tools.iter().map(|(tool, tests)| format!("{} without {tool}", tests.len())).collect();
    format!("skipped in whole or in part: {} tests ({})", tests.len(), counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{append, folder, summary, take_lines};

    #[test]
    fn a_test_counts_once_in_all_and_for_each_tool() {
        let lines = "it\ta\tjava\nit\ta\tjava\nit\ta\tnode\nit\tb\tjava\nsdk\ta\tjava\n";
        let line = "skipped in whole or in part: 3 tests (3 without java, 1 without node)";
        assert_eq!(summary(lines), line);
        assert_eq!(summary(""), "skipped: no test lacked a tool");
    }

    #[test]
    fn tests_on_the_main_thread_are_counted_by_their_lines() {
        let line = "skipped in whole or in part: 2 tests (2 without cc)";
        assert_eq!(summary("it\tmain\tcc\nit\tmain\tcc\n"), line);
    }

    #[test]
    fn lines_are_added_and_taken_once() {
        let file = folder().join("skipped-tests-of-this-test");
        append(&file, "a\n").unwrap();
        append(&file, "b\n").unwrap();
        assert_eq!(take_lines(&file), "a\nb\n");
        assert_eq!(take_lines(&file), "");
    }
}
