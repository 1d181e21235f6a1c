//! Why something that was handed in is refused.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The maximum number of characters of an entry's name in an error.
const MAX_SHOWN: usize = 120;

/// Why something that was handed in is not taken in.
#[derive(Debug, Error)]
pub enum IntakeError {
    /// An entry is refused.
    #[error("`{entry}`: {reason}")]
    Entry {
        /// Its path, with unprintable characters escaped.
        entry: String,
        /// What is wrong with it.
        reason: Refusal,
    },
    /// There are too many files.
    #[error("more than {0} files; hand in only what the player needs")]
    TooManyFiles(usize),
    /// There are too many entries, counting folders and what is skipped.
    #[error("more than {0} files and folders; hand in only what the player needs")]
    TooManyEntries(usize),
    /// The files are too large in total.
    #[error("more than {0} bytes in total; hand in only what the player needs")]
    TooLarge(u64),
    /// The archive is too large as handed in.
    #[error("the archive has more than {0} bytes; hand in only what the player needs")]
    ArchiveTooLarge(u64),
    /// There are no files.
    #[error("it contains no files; hand in the player")]
    Nothing,
    /// The archive cannot be read.
    #[error("the archive is damaged: {0}; pack it again, and transfer it as binary data")]
    Damaged(String),
    /// The archive needs an extension of its format.
    #[error("the archive uses {0}; pack it again as an ordinary .zip or .tar.gz")]
    Unsupported(&'static str),
    /// The name promises an archive that the content is not.
    #[error("`{name}` is not {expected}; pack it again, or give it the name of its format")]
    WrongContent {
        /// The name, escaped.
        name: String,
        /// What the name promises.
        expected: &'static str,
    },
    /// An archive of a format that is not unpacked, or without the name of its format.
    #[error("`{0}`: expected .zip, .tar, .tar.gz or .tgz for an archive; pack or name it so")]
    UnknownArchive(String),
    /// The new folder exists.
    #[error("{} exists already; choose a new folder", .0.display())]
    Exists(PathBuf),
    /// The new folder is inside the folder to be copied.
    #[error("{} is inside the folder to be copied; choose another place", .0.display())]
    Inside(PathBuf),
    /// The file system does not do as told.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// With what.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

/// Why an entry is not taken in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It is a symbolic link.
    #[error("a symbolic link; replace it by what it leads to")]
    Symlink,
    /// It is another name of a file.
    #[error("a hard link; replace it by a copy of the file")]
    HardLink,
    /// It is a device, a pipe or a socket.
    #[error("neither a file nor a folder; remove it")]
    Special,
    /// It is a file with holes.
    #[error("a sparse file; pack it without holes")]
    Sparse,
    /// Its type is unknown.
    #[error("an entry of the unknown type `{0}`; pack it again as an ordinary .zip or .tar.gz")]
    UnknownType(String),
    /// Its path does not start at the player's folder.
    #[error("an absolute path; pack with paths relative to the player's folder")]
    Absolute,
    /// Its path starts with a drive letter.
    #[error("a path with a drive letter; pack with paths relative to the player's folder")]
    Drive,
    /// Its path leads upwards.
    #[error("a path with `..`; pack with paths relative to the player's folder")]
    Parent,
    /// Its path contains a backslash.
    #[error("a path with a backslash; rename it, or pack with a program that separates with `/`")]
    Backslash,
    /// It has no name, or a folder of its path has none.
    #[error("an empty name in the path; name it")]
    Empty,
    /// Its name contains control or invisible characters.
    #[error("a name with control or invisible characters; rename it")]
    Control,
    /// Its name is not UTF-8.
    #[error("a name that is not UTF-8; rename it with plain letters")]
    NotUtf8,
    /// Its name is impossible on Windows.
    #[error("the name `{0}` is reserved on Windows; rename it")]
    Reserved(String),
    /// Its name starts like an option.
    #[error("a name that starts with `-`; rename it")]
    Dash,
    /// It differs from another entry only in case.
    #[error("differs from `{0}` only in case; rename one of them")]
    CaseTwin(String),
    /// It is a file and a folder.
    #[error("both a file and a folder; rename one of them")]
    FileAndFolder,
    /// It is contained twice.
    #[error("contained twice; pack it again")]
    Duplicate,
    /// Its path has too many names.
    #[error("below more than {0} folders; move it up")]
    TooDeep(usize),
    /// Its path is too long.
    #[error("a path of more than {0} bytes; shorten it")]
    TooLong(usize),
    /// It is encrypted.
    #[error("encrypted; pack it without a password")]
    Encrypted,
    /// Its compression is unknown.
    #[error("compressed with the unknown method {0}; pack it as an ordinary .zip or .tar.gz")]
    Compression(u16),
    /// Its content is shorter or longer than announced.
    #[error("its content does not have the announced size; pack it again")]
    WrongSize,
    /// Its content does not have the announced checksum.
    #[error("its content does not have the announced checksum; pack it again")]
    WrongChecksum,
    /// The archive describes it in two ways.
    #[error("described twice, with differences; pack it again")]
    Disagreement,
    /// It shares bytes of the archive with another entry.
    #[error("shares bytes of the archive with `{0}`; pack it again")]
    Overlap(String),
    /// It is a folder with content of its own.
    #[error("a folder with content of its own; pack it again")]
    FolderWithContent,
    /// Its content cannot be read.
    #[error("its content cannot be read: {0}; pack it again")]
    Unreadable(String),
}

impl Refusal {
    /// The error that names this entry.
    pub(super) fn of(self, entry: &[u8]) -> IntakeError {
        IntakeError::Entry { entry: shown(entry), reason: self }
    }
}

/// The error of an archive that cannot be read.
pub(super) fn damaged(what: impl ToString) -> IntakeError {
    IntakeError::Damaged(what.to_string())
}

/// The error of an action on a path.
pub(super) fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> IntakeError {
    let path = path.to_owned();
    move |source| IntakeError::Io { action, path, source }
}

/// A hostile name as it may be printed.
pub(super) fn shown(name: &[u8]) -> String {
    let text = String::from_utf8_lossy(name);
    let mut chars = text.chars();
    let mut shown: String = chars.by_ref().take(MAX_SHOWN).flat_map(char::escape_debug).collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    shown.replace("\\'", "'")
}

/// Whether a character is not seen, or changes how its neighbours are seen.
pub(crate) fn is_invisible(char: char) -> bool {
    matches!(char, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
