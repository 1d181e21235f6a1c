//! The new folder while it is filled, with everything that depends on more than one entry.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::intake::entry_path::{EntryName, folded};
use crate::intake::limits::IntakeLimits;
use crate::intake::program_head::{HEAD, is_program};
use crate::intake::refusal::{IntakeError, Refusal, io_error};
use crate::intake::visitor::{Attributes, Visitor};

/// Bytes that are copied at a time.
const CHUNK: usize = 64 << 10;

/// A new folder while it is filled. It is removed again unless it is kept.
pub(super) struct Tree<'a> {
    root: PathBuf,
    limits: &'a IntakeLimits,
    /// Every path, folded, as it was spelled and whether it is a folder.
    seen: HashMap<String, (String, bool)>,
    files: Vec<String>,
    bytes: u64,
    entries: usize,
    skipped: BTreeSet<String>,
    is_kept: bool,
}

impl<'a> Tree<'a> {
    /// Creates the folder.
    pub(super) fn create(root: &Path, limits: &'a IntakeLimits) -> Result<Tree<'a>, IntakeError> {
        fs::create_dir(root).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => IntakeError::Exists(root.to_owned()),
            _ => io_error("create the folder", root)(error),
        })?;
        Ok(Tree {
            root: root.to_owned(),
            limits,
            seen: HashMap::new(),
            files: Vec::new(),
            bytes: 0,
            entries: 0,
            skipped: BTreeSet::new(),
            is_kept: false,
        })
    }

    pub(super) fn limits(&self) -> &'a IntakeLimits {
        self.limits
    }

    /// Reads the name of an entry; `None` for one without a file or folder to be made.
    pub(super) fn read_name(&mut self, raw: &[u8]) -> Result<Option<String>, IntakeError> {
        self.entries += 1;
        if self.entries > self.limits.entries() {
            return Err(IntakeError::TooManyEntries(self.limits.entries()));
        }
        match EntryName::read(raw, self.limits)? {
            EntryName::Root => Ok(None),
            EntryName::Noise(path) => {
                self.skipped.insert(path);
                Ok(None)
            }
            EntryName::Path(path) => Ok(Some(path)),
        }
    }

    /// A folder. It is created with its first file: empty folders are not kept.
    pub(super) fn add_folder(&mut self, path: &str) -> Result<(), IntakeError> {
        self.note(path, true)
    }

    /// A file with its content, of which no more is read than fits. Without knowledge whether it is
    /// executable its content decides. Returns its size.
    pub(super) fn add_file(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        executable: Option<bool>,
    ) -> Result<u64, IntakeError> {
        self.note(path, false)?;
        if self.files.len() >= self.limits.files {
            return Err(IntakeError::TooManyFiles(self.limits.files));
        }
        self.files.push(path.to_owned());
        let place = self.root.join(path);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).map_err(io_error("create the folder", folder))?;
        }
        let created = OpenOptions::new().write(true).create_new(true).open(&place);
        let mut file = created.map_err(io_error("create", &place))?;
        let (bytes, head) = self.copy(path, content, &mut file, &place)?;
        let executable = executable.unwrap_or_else(|| is_program(&head));
        set_mode(&file, executable).map_err(io_error("write", &place))?;
        Ok(bytes)
    }

    /// Copies as long as the limit permits. Returns the size and the first bytes.
    fn copy(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        file: &mut File,
        place: &Path,
    ) -> Result<(u64, Vec<u8>), IntakeError> {
        let mut chunk = vec![0; CHUNK];
        let (mut bytes, mut head) = (0, Vec::new());
        loop {
            let count = match content.read(&mut chunk) {
                Ok(0) => return Ok((bytes, head)),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                    return Err(IntakeError::TooLarge(self.limits.bytes));
                }
                Err(error) => {
                    return Err(Refusal::Unreadable(error.to_string()).of(path.as_bytes()));
                }
            };
            bytes += count as u64;
            self.bytes += count as u64;
            if self.bytes > self.limits.bytes {
                return Err(IntakeError::TooLarge(self.limits.bytes));
            }
            if head.len() < HEAD {
                head.extend_from_slice(&chunk[..count.min(HEAD)]);
            }
            file.write_all(&chunk[..count]).map_err(io_error("write", place))?;
        }
    }

    /// Enters a path and its folders; refuses what does not fit to earlier ones.
    fn note(&mut self, path: &str, is_folder: bool) -> Result<(), IntakeError> {
        let ends = path.match_indices('/').map(|(at, _)| at);
        let above = ends.map(|at| (&path[..at], true));
        for (part, is_folder) in above.chain([(path, is_folder)]) {
            let refuse = |reason: Refusal| Err(reason.of(path.as_bytes()));
            match self.seen.get(&folded(part)) {
                None => {
                    self.seen.insert(folded(part), (part.to_owned(), is_folder));
                }
                Some((other, _)) if other != part => {
                    return refuse(Refusal::CaseTwin(other.clone()));
                }
                Some((_, other)) if *other != is_folder => return refuse(Refusal::FileAndFolder),
                Some((_, false)) => return refuse(Refusal::Duplicate),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Moves everything up if it is below one folder, and waits until it is on the disk. Then the folder is
    /// complete, but not yet kept.
    pub(super) fn complete(&mut self) -> Result<(), IntakeError> {
        if self.files.is_empty() {
            return Err(IntakeError::Nothing);
        }
        self.strip().map_err(io_error("rearrange", &self.root))?;
        self.flush().map_err(io_error("flush", &self.root))
    }

    /// Keeps the folder. Returns what was skipped.
    pub(super) fn keep(mut self) -> Vec<String> {
        self.is_kept = true;
        std::mem::take(&mut self.skipped).into_iter().collect()
    }

    fn strip(&mut self) -> std::io::Result<()> {
        let Some((top, _)) = self.files[0].split_once('/') else { return Ok(()) };
        let prefix = format!("{top}/");
        let Some(below) = self.files.iter().map(|path| path.strip_prefix(&prefix)).collect() else {
            return Ok(());
        };
        let below: Vec<&str> = below;
        let below: Vec<String> = below.into_iter().map(str::to_owned).collect();
        // out of the way of a file of the same name in it
        let aside = tempfile::Builder::new().prefix("top-").tempdir_in(&self.root)?;
        let moved = aside.path().join("top");
        fs::rename(self.root.join(top), &moved)?;
        for entry in fs::read_dir(&moved)? {
            let entry = entry?;
            fs::rename(entry.path(), self.root.join(entry.file_name()))?;
        }
        aside.close()?;
        self.files = below;
        Ok(())
    }

    fn flush(&self) -> std::io::Result<()> {
        let mut folders = BTreeSet::from([self.root.clone()]);
        folders.extend(self.root.parent().map(|above| match above.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => above.to_owned(),
        }));
        for path in &self.files {
            let place = self.root.join(path);
            OpenOptions::new().append(true).open(&place)?.sync_all()?;
            let above = place.ancestors().skip(1).take_while(|above| *above != self.root);
            folders.extend(above.map(Path::to_owned));
        }
        folders.iter().try_for_each(|folder| flush_folder(folder, folder.starts_with(&self.root)))
    }
}

impl Visitor for Tree<'_> {
    fn admit(&mut self, raw: &[u8]) -> Result<Option<String>, IntakeError> {
        self.read_name(raw)
    }

    fn folder(&mut self, path: &str) -> Result<(), IntakeError> {
        self.add_folder(path)
    }

    fn file(
        &mut self,
        path: &str,
        mut file: File,
        attributes: Attributes,
    ) -> Result<(), IntakeError> {
        if attributes.is_linked {
            return Err(Refusal::HardLink.of(path.as_bytes()));
        }
        let executable = cfg!(unix).then_some(attributes.executable);
        self.add_file(path, &mut file, executable).map(drop)
    }
}

impl Drop for Tree<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

#[cfg(unix)]
fn set_mode(file: &File, executable: bool) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(if executable { 0o755 } else { 0o644 }))
}

#[cfg(not(unix))]
fn set_mode(_file: &File, _executable: bool) -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn flush_folder(folder: &Path, is_own: bool) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let opened = File::open(folder)?;
    if is_own {
        opened.set_permissions(fs::Permissions::from_mode(0o755))?;
    }
    opened.sync_all()
}

#[cfg(not(unix))]
fn flush_folder(_folder: &Path, _is_own: bool) -> std::io::Result<()> {
    Ok(())
}
