//! Running the program as its users do.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn lettergame() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lettergame"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

pub fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs to success and gives what was printed.
pub fn ok(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {:?}\n{said}", output.status.code());
    String::from_utf8(output.stdout).unwrap()
}

/// Runs to a failure with this exit code, nothing on standard output and all these words on standard
/// error; gives what was said.
pub fn refused(command: &mut Command, code: i32, words: &[&str]) -> String {
    let output: Output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{command:?}\n{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{command:?}");
    for word in words {
        assert!(said.contains(word), "{command:?} does not say {word:?}:\n{said}");
    }
    said
}

pub fn bytes(dir: &Path, file: &str) -> Vec<u8> {
    let path = dir.join(file);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn same_rows(left: &Path, right: &Path, files: &[&str]) {
    for file in files {
        // not assert_eq: nobody wants to read megabytes
        assert!(bytes(left, file) == bytes(right, file), "{file} of {left:?} and {right:?} differ");
    }
}

/// Copies the files of a run.
pub fn copy_run(from: &Path, to: &Path) -> PathBuf {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
    to.to_owned()
}
