//! Commands that a team writes: they name only what is in its folder.

use crate::intake::contents::Contents;
use crate::intake::entry_error::EntryError;
use crate::intake::refusal::shown;

/// Separators of lists of paths on any system, and of a key and its value.
const SEPARATORS: [char; 4] = [':', ';', '=', ','];

/// The words of a command that stays in the folder.
pub(super) fn words_of(command: &str, contents: &Contents) -> Result<Vec<String>, EntryError> {
    let refuse = |why: String| EntryError::Command { command: shown(command.as_bytes()), why };
    if command.contains(char::is_control) {
        return Err(refuse("expected one line without control characters".to_owned()));
    }
    let words = shlex::split(command)
        .ok_or_else(|| refuse("a quote is not closed; close it".to_owned()))?;
    let Some(program) = words.first() else {
        return Err(refuse("it is empty; write a command such as `python3 player.py`".to_owned()));
    };
    for word in &words {
        if let Some(why) = leads_outside(word) {
            let word = shown(word.as_bytes());
            return Err(refuse(format!("`{word}` {why}; name files by their path in the folder")));
        }
    }
    if let Some(path) = program.strip_prefix("./").or(program.contains('/').then_some(program)) {
        if !contents.has_file(path) {
            return Err(refuse(format!("`{path}` does not exist; found {}", contents.listed())));
        }
        if cfg!(unix) && !contents.is_program(path) {
            let why = "is no executable program; name its interpreter, or set its executable bit";
            return Err(refuse(format!("`{path}` {why}")));
        }
    }
    Ok(words)
}

/// Whether a path, or part of a word, is not below the folder, and why.
pub(super) fn leads_outside(word: &str) -> Option<&'static str> {
    let is_absolute = |part: &str| part.starts_with(['/', '\\', '~']);
    let is_drive = |at: usize| {
        let before = word[..at].chars().rev();
        let mut before = before.take_while(|char| !SEPARATORS.contains(char));
        let is_letter = before.next().is_some_and(|char| char.is_ascii_alphabetic());
        is_letter && before.next().is_none() && word[at + 1..].starts_with(['/', '\\'])
    };
    if word.match_indices(':').any(|(at, _)| is_drive(at)) {
        return Some("is an absolute path");
    }
    let mut parts = word.split(SEPARATORS);
    if word.contains("://") || parts.clone().any(is_absolute) {
        return Some("is an absolute path");
    }
    let climbs = parts.any(|part| part.split(['/', '\\']).any(|name| name == ".."));
    climbs.then_some("leads out of the folder")
}

/// Whether a word of a command names the folder of compiled classes.
pub(super) fn names_build(word: &str) -> bool {
    word.split(SEPARATORS).any(|part| {
        let part = part.strip_prefix("./").unwrap_or(part);
        part == "build" || part.starts_with("build/")
    })
}

/// The words as one text.
pub(super) fn join(words: &[&str]) -> Result<String, EntryError> {
    shlex::try_join(words.iter().copied()).map_err(|_| EntryError::Command {
        command: words.join(" "),
        why: "expected text without NUL characters".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::{leads_outside, names_build};

    #[test]
    fn paths_that_lead_outside_are_seen() {
        for word in [
            "/etc/passwd",
            "lib/../../x",
            "..",
            "build:/etc",
            "build;C:\\x",
            "c:/x",
            "-Dx=/etc",
            "~/x",
            "a\\..\\b",
            "--data=../x",
            "file:///etc/passwd",
            "a,/etc",
        ] {
            assert!(leads_outside(word).is_some(), "{word}");
        }
        for word in ["build:lib/a.jar", "-Xmx100m", "1/2", "a..b", "...", "--x=y", "m:n", "-e"] {
            assert_eq!(leads_outside(word), None, "{word}");
        }
    }

    #[test]
    fn the_folder_of_classes_is_found_in_class_paths() {
        assert!(names_build("build") && names_build("lib/x.jar:./build") && names_build("build/a"));
        assert!(!names_build("builder") && !names_build("lib/build"));
    }
}
