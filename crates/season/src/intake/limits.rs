//! How much may be handed in.

/// How much may be handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntakeLimits {
    /// Maximum number of files.
    pub files: usize,
    /// Maximum total size of the files in bytes, unpacked.
    pub bytes: u64,
    /// Maximum size of an archive in bytes, as it is handed in.
    pub archive_bytes: u64,
    /// Maximum number of names in a path.
    pub depth: usize,
    /// Maximum length of a path in bytes.
    pub path_length: usize,
}

impl Default for IntakeLimits {
    fn default() -> IntakeLimits {
        IntakeLimits {
            files: 1000,
            bytes: 20 << 20,
            archive_bytes: 10 << 20,
            depth: 16,
            path_length: 200,
        }
    }
}

impl IntakeLimits {
    /// Maximum number of entries, including folders and what is skipped.
    pub(super) fn entries(&self) -> usize {
        self.files.saturating_mul(10).saturating_add(1000)
    }
}
