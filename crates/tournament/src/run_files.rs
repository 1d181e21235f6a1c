//! The file names of a run.

use std::path::{Path, PathBuf};

use lettergame_plan::RecordLevel;

/// The config; its presence makes a folder a run.
pub(super) const CONFIG: &str = "config.toml";
/// The checksums of games.
pub(super) const CHECKSUMS: &str = "checksums.csv";
/// The file of faults, and the folder of logs.
pub(super) const FAULTS: &str = "faults.jsonl";
pub(super) const LOGS: &str = "logs";
/// The row files, in the order of [`RecordLevel`].
pub(super) const ROWS: [&str; 3] = [
    RecordLevel::Games.file_name(),
    RecordLevel::Rounds.file_name(),
    RecordLevel::Plies.file_name(),
];
/// The list of the files of a finished run that do not hold rows.
pub(super) const SUMS: &str = "SHA256SUMS";

/// The folder of the parts of a run, and the list of them.
pub(super) const PARTS: &str = "parts";
pub(super) const MANIFEST: &str = "manifest.json";
/// The folder in which lost parts are played again before they are moved to the others.
pub(super) const MENDING: &str = "mending";
/// What is known about a complete part.
pub(super) const PART: &str = "part.json";
/// The counts of games from which standings follow, of a part or of a whole run in parts.
pub(super) const TALLY: &str = "tally.json";

/// Suffix of a file that is being written.
pub(super) const NEW: &str = ".new";

/// Whether there is a run in this folder.
pub(super) fn is_run(dir: &Path) -> bool {
    dir.join(CONFIG).is_file()
}

/// The path of a row file.
pub(super) fn row_file(dir: &Path, file: RecordLevel) -> PathBuf {
    dir.join(file.file_name())
}

/// The paths of the row files of a run, the scores first.
pub(super) fn row_files(dir: &Path, record: RecordLevel) -> impl Iterator<Item = PathBuf> {
    ROWS.iter().take(record as usize + 1).map(move |name| dir.join(name))
}
