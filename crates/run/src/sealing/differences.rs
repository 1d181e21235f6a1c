//! What differs between a manifest and the files of its parts.

use std::fs;
use std::path::Path;

use crate::FolderError;
use crate::folder_error::io_error;
use crate::layout::manifest::Manifest;
use crate::layout::parts::{part_folder, part_name};
use crate::run_files::{MANIFEST, PARTS};

impl Manifest {
    /// What differs between its parts and the files in the folder of the run, one line each. Reads all files.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn differences(&self, dir: &Path) -> Result<Vec<String>, FolderError> {
        let mut wrong = Vec::new();
        for part in &self.parts {
            let folder = part_folder(dir, &part.games());
            match folder.is_dir() {
                true => {
                    wrong.extend(part.differences(&folder)?);
                    wrong.extend(part.mislabelled(&folder));
                }
                false => wrong.push(format!("{} is missing", folder.display())),
            }
        }
        let parts = dir.join(PARTS);
        let known = |name: &str| self.parts.iter().any(|part| part_name(&part.games()) == name);
        let entries = fs::read_dir(&parts).map_err(io_error("read", &parts))?;
        for name in entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned())
        {
            if !known(&name) {
                wrong.push(format!("{} is not in {MANIFEST}", parts.join(name).display()));
            }
        }
        Ok(wrong)
    }
}
