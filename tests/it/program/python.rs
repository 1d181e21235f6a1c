//! The Python for tests that need one executable by every user.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The system's Python if there is one, else `python3` from PATH, which may be a wrapper script. Without any
/// the test is skipped; in CI it fails.
pub(crate) fn python() -> Option<PathBuf> {
    let system = ["/usr/bin/python3", "/usr/local/bin/python3"].map(PathBuf::from);
    let found = system.into_iter().find(|path| path.is_file()).or_else(in_path);
    if found.is_none() {
        lettergame_xtest::skipped("python3");
    }
    found
}

fn in_path() -> Option<PathBuf> {
    let mut asked = Command::new("python3");
    asked.args(["-c", "import sys; print(sys.executable)"]).stderr(Stdio::null());
    let said = String::from_utf8(asked.output().ok()?.stdout).ok()?;
    let path = Path::new(said.trim());
    path.is_file().then(|| path.to_owned())
}
