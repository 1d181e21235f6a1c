//! The file names of a run.

use std::path::{Path, PathBuf};

use lettergame_plan::RecordLevel;

/// The config; its presence makes a folder a run.
pub(crate) const CONFIG: &str = "config.toml";
/// The file of faults, and the folder of logs.
pub(crate) const FAULTS: &str = "faults.jsonl";
pub(crate) const LOGS: &str = "logs";
/// The row files, in the order of [`RecordLevel`].
pub(crate) const ROWS: [&str; 3] = ["scores.csv", "rounds.csv", "plies.csv"];
/// Files that are derived from the rows, or tell how they were played.
pub(crate) const DERIVED: [&str; 4] = [TALLY, "standings.csv", "ranking.csv", "timing.json"];
/// Files with the checksums of runs of earlier versions.
pub(crate) const EARLIER: [&str; 2] = ["checksums.csv", "SHA256SUMS"];

/// The folder of the parts of a run, and the list of them.
pub(crate) const PARTS: &str = "parts";
pub(crate) const MANIFEST: &str = "manifest.json";
/// The folder in which lost parts are played again before they are moved to the others.
pub(crate) const MENDING: &str = "mending";
/// What seals a complete part, or a complete run that is not in parts.
pub(crate) const PART: &str = "part.json";
/// The counts of games from which standings follow, of a part or of a whole run in parts.
pub(crate) const TALLY: &str = "tally.json";

/// Suffix of a file that is being written.
pub(crate) const NEW: &str = ".new";

/// Whether there is a run in this folder.
pub(crate) fn is_run(dir: &Path) -> bool {
    dir.join(CONFIG).is_file()
}

/// The files of a run that is not in parts, but for its seal and its logs.
pub const RUN_FILES: [&str; 8] =
    [CONFIG, ROWS[0], ROWS[1], ROWS[2], DERIVED[1], DERIVED[2], FAULTS, DERIVED[3]];

/// The name of the row file that a level adds.
#[must_use]
pub const fn row_file_name(level: RecordLevel) -> &'static str {
    ROWS[level as usize]
}

/// The path of a row file.
#[must_use]
pub fn row_file(dir: &Path, level: RecordLevel) -> PathBuf {
    dir.join(row_file_name(level))
}

/// The path of the Parquet file that replaces a CSV file.
pub(crate) fn parquet_path(csv: &Path) -> PathBuf {
    csv.with_extension("parquet")
}

/// Whether a file of this path is Parquet.
pub(crate) fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "parquet")
}

/// Whether it is a run in parts, finished or not.
pub(crate) fn has_parts(dir: &Path) -> bool {
    dir.join(PARTS).is_dir()
}

/// Whether it is a run in parts that is finished.
pub(crate) fn has_manifest(dir: &Path) -> bool {
    dir.join(MANIFEST).exists()
}

/// Whether the run is sealed, which shows that it was played to its end.
pub(crate) fn is_sealed(dir: &Path) -> bool {
    dir.join(PART).exists() || has_manifest(dir)
}
