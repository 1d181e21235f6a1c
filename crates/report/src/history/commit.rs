//! The commit being played.

use std::process::{Command, Stdio};

use thiserror::Error;

/// The environment variables in which CI services report the commit.
const VARIABLES: [&str; 2] = ["GITHUB_SHA", "CI_COMMIT_SHA"];

/// Maximum length of a commit name.
const LONGEST: usize = 100;

/// Why a text is not a valid commit name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "invalid commit `{}`: expected 1 to {LONGEST} printable characters without spaces, as in v1.2 or 3f2a9c1",
    .0.escape_debug()
)]
pub struct CommitError(String);

/// A commit given by the user.
///
/// # Errors
/// When the text is empty, too long, or contains spaces or unprintable characters.
pub fn commit_given(text: &str) -> Result<String, CommitError> {
    let good = !text.is_empty()
        && text.chars().count() <= LONGEST
        && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    good.then(|| text.to_owned()).ok_or_else(|| CommitError(text.to_owned()))
}

/// The commit of this process if none was given: from the CI service (`GITHUB_SHA`, `CI_COMMIT_SHA`), else
/// from git in the current directory, with `-dirty` if tracked files were changed, else empty.
#[must_use]
pub fn commit_here() -> String {
    let variable = |name: &str| std::env::var(name).ok();
    let said = VARIABLES.into_iter().filter_map(variable).find_map(|text| commit_given(&text).ok());
    said.or_else(commit_of_git).unwrap_or_default()
}

fn commit_of_git() -> Option<String> {
    let head = commit_given(git(&["rev-parse", "HEAD"])?.trim()).ok()?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.trim().is_empty() { head } else { head + "-dirty" })
}

/// Git's output, if git exists and succeeds. It takes no lock, so other git commands are not blocked.
fn git(args: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    git.arg("--no-optional-locks").args(args).stdin(Stdio::null()).stderr(Stdio::null());
    let output = git.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

#[cfg(test)]
mod tests {
    use super::commit_given;

    #[test]
    fn a_commit_must_be_a_short_printable_word() {
        assert_eq!(commit_given("3f2a9c1-dirty").as_deref(), Ok("3f2a9c1-dirty"));
        assert_eq!(commit_given(&"x".repeat(100)).map(|text| text.len()), Ok(100));
        for bad in ["", "a b", "a\n", "\u{1b}[31m", &"x".repeat(101)] {
            let error = commit_given(bad).unwrap_err().to_string();
            assert!(error.contains("expected 1 to 100"), "{error}");
            assert!(!error.contains(char::is_control), "{error}");
        }
    }
}
