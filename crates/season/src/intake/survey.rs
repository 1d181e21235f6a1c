//! The files of a folder, and the fingerprint of them all.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::intake::folder::walk;
use crate::intake::refusal::{IntakeError, Refusal};
use crate::intake::visitor::{Attributes, Visitor};

/// The format of what is hashed: another one gives other fingerprints.
const FORMAT: &[u8] = b"lettergame files 1\n";

/// A file that was taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntakeFile {
    /// Its path in the folder, with `/`.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// Whether it may be executed.
    pub executable: bool,
}

/// The fingerprint of a folder that was taken in, to verify later that it is unchanged: the SHA-256 in
/// hexadecimal digits of its files, sorted by path, each with its executable bit, length and content. Times,
/// owners and empty folders do not matter.
///
/// # Errors
/// If something cannot be read, or is neither a file nor a folder.
pub fn fingerprint(dir: &Path) -> Result<String, IntakeError> {
    survey(dir).map(|(_, fingerprint)| fingerprint)
}

/// The files of a folder, sorted by path, and their fingerprint.
pub(super) fn survey(dir: &Path) -> Result<(Vec<IntakeFile>, String), IntakeError> {
    let mut survey = Survey { files: Vec::new(), hash: Sha256::new_with_prefix(FORMAT) };
    walk(dir, &mut survey, usize::MAX)?;
    let hash = survey.hash.finalize();
    Ok((survey.files, hash.iter().map(|byte| format!("{byte:02x}")).collect()))
}

struct Survey {
    files: Vec<IntakeFile>,
    hash: Sha256,
}

impl Visitor for Survey {
    fn file(&mut self, path: &str, file: File, attributes: Attributes) -> Result<(), IntakeError> {
        let Attributes { executable, bytes, .. } = attributes;
        self.hash.update(path.as_bytes());
        self.hash.update([0, u8::from(executable)]);
        self.hash.update(bytes.to_le_bytes());
        let unreadable = |why: String| Refusal::Unreadable(why).of(path.as_bytes());
        let mut rest = bytes;
        let mut chunk = vec![0; 64 << 10];
        // one byte more, to notice that it grows
        let mut content = file.take(bytes.saturating_add(1));
        loop {
            let count = content.read(&mut chunk).map_err(|error| unreadable(error.to_string()))?;
            if count == 0 {
                break;
            }
            rest = rest
                .checked_sub(count as u64)
                .ok_or_else(|| Refusal::WrongSize.of(path.as_bytes()))?;
            self.hash.update(&chunk[..count]);
        }
        if rest > 0 {
            return Err(Refusal::WrongSize.of(path.as_bytes()));
        }
        self.files.push(IntakeFile { path: path.to_owned(), bytes, executable });
        Ok(())
    }
}
