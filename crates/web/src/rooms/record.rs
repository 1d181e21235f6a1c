//! The events in a room of persons, line by line: in memory for downloads, and in a file that outlives
//! the server.

use std::fs::File;
use std::io::Write as _;

use crate::happened::Happened;

/// The maximum number of bytes of a game; far more than the longest has.
const MAX: usize = 8 << 20;

/// The lines of a game, each recorded as soon as it happened.
#[derive(Default)]
pub(crate) struct Record {
    lines: Vec<String>,
    bytes: usize,
    file: Option<File>,
    /// Why the file is incomplete.
    problem: Option<String>,
    /// Whether lines are missing, so that the game cannot be repeated from them.
    is_cut: bool,
}

impl Record {
    /// The record of a new game, in a file that contains its head, or in none for this reason.
    pub(crate) fn new(file: Result<Option<File>, String>) -> Record {
        let (file, problem) = match file {
            Ok(file) => (file, None),
            Err(problem) => (None, Some(problem)),
        };
        Record { file, problem, ..Record::default() }
    }

    /// The record of a resumed game, whose file ends with these lines.
    pub(crate) fn resumed(lines: Vec<String>, file: File, problem: Option<String>) -> Record {
        let bytes = lines.iter().map(String::len).sum();
        Record { lines, bytes, file: Some(file), problem, is_cut: false }
    }

    /// Adds events; they are in the file before anyone sees them.
    pub(super) fn note(&mut self, happened: &[Happened]) {
        let lines = happened.iter().filter_map(|happened| serde_json::to_string(happened).ok());
        lines.for_each(|line| self.add(line));
    }

    /// Adds a line, unless one before it is missing.
    fn add(&mut self, line: String) {
        if self.bytes + line.len() > MAX {
            self.give_up("the game is too long");
            self.is_cut = true;
        }
        if self.is_cut {
            return;
        }
        self.bytes += line.len();
        let written = self.file.as_mut().map_or(Ok(()), |file| write_line(file, &line));
        self.lines.push(line);
        if let Err(error) = written {
            self.give_up(&error.to_string());
        }
    }

    /// Puts the lines of an earlier record before those that will follow.
    pub(super) fn follow(&mut self, earlier: Record) {
        earlier.lines.into_iter().for_each(|line| self.add(line));
        self.is_cut |= earlier.is_cut;
    }

    fn give_up(&mut self, why: &str) {
        if self.file.take().is_some() {
            self.problem = Some(format!("this game is no longer being saved: {why}"));
        }
    }

    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Whether lines are missing.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Marks the lines as unusable for repeating the game.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    pub(super) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Stops writing: another room may continue the file.
    pub(super) fn close(&mut self) {
        self.file = None;
    }
}

/// Writes a line in one piece, so that a program that is killed leaves only whole lines.
pub(crate) fn write_line(file: &mut File, line: &str) -> std::io::Result<()> {
    file.write_all(format!("{line}\n").as_bytes())
}
