//! The files of a folder, as far as their names and first bytes tell how it is started.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::intake::folder::walk;
use crate::intake::program_head::{HEAD, is_program};
use crate::intake::refusal::{IntakeError, Refusal};
use crate::intake::visitor::{Attributes, Visitor};

/// Maximum number of entries that are looked at.
const MAX_ENTRIES: usize = 1_000_000;
/// Maximum number of files that an error lists.
const MAX_LISTED: usize = 8;

/// The files of a folder.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// Their paths, sorted, and whether the system can execute them.
    files: Vec<(String, bool)>,
    folders: Vec<String>,
}

impl Contents {
    pub(super) fn read(dir: &Path) -> Result<Contents, IntakeError> {
        let mut contents = Contents::default();
        walk(dir, &mut contents, MAX_ENTRIES)?;
        Ok(contents)
    }

    /// All files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(path, _)| path.as_str())
    }

    /// The files directly in the folder.
    pub(super) fn top(&self) -> impl Iterator<Item = &str> {
        self.paths().filter(|path| !path.contains('/'))
    }

    /// The programs directly in the folder.
    pub(super) fn programs(&self) -> impl Iterator<Item = &str> {
        let programs =
            self.files.iter().filter(|(path, is_program)| *is_program && !path.contains('/'));
        programs.map(|(path, _)| path.as_str())
    }

    pub(super) fn has_file(&self, path: &str) -> bool {
        self.paths().any(|own| own == path)
    }

    pub(super) fn is_program(&self, path: &str) -> bool {
        self.files.iter().any(|(own, is_program)| *is_program && own == path)
    }

    pub(super) fn has_folder(&self, path: &str) -> bool {
        self.folders.iter().any(|own| own == path)
    }

    /// The names of the first files, for an error.
    pub(super) fn listed(&self) -> String {
        let mut shown: Vec<&str> = self.paths().take(MAX_LISTED).collect();
        let more = self.files.len() - shown.len();
        let more = format!("{more} more");
        if self.files.len() > shown.len() {
            shown.push(&more);
        }
        if shown.is_empty() { "no files".to_owned() } else { shown.join(", ") }
    }
}

impl Visitor for Contents {
    fn folder(&mut self, path: &str) -> Result<(), IntakeError> {
        self.folders.push(path.to_owned());
        Ok(())
    }

    fn file(&mut self, path: &str, file: File, attributes: Attributes) -> Result<(), IntakeError> {
        let mut head = Vec::new();
        if attributes.executable || !cfg!(unix) {
            let read = file.take(HEAD as u64).read_to_end(&mut head);
            read.map_err(|error| Refusal::Unreadable(error.to_string()).of(path.as_bytes()))?;
        }
        self.files.push((path.to_owned(), is_program(&head)));
        Ok(())
    }
}
