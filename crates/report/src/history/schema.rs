//! The tables of a history, and their migrations.
//!
//! The version of the tables is the number of steps in [`STEPS`] that were applied; it is stored in the
//! header of the file (`PRAGMA user_version`). Released steps never change; new ones are appended.

/// The application id in the header of a history: `LGhi`.
pub(super) const APPLICATION: u32 = u32::from_be_bytes(*b"LGhi");

/// The migrations, each from the previous version.
pub(super) const STEPS: [&str; 3] = [FIRST, SCALE, CELLS];

/// The version of the tables written by this program.
pub(super) const VERSION: u32 = STEPS.len() as u32;

/// What fixes the scale of the ratings of a run.
const SCALE: &str = "ALTER TABLE run ADD COLUMN scale TEXT NOT NULL DEFAULT '';";

/// Sums of a player over deals.
const CELLS: &str = "ALTER TABLE standing ADD COLUMN cells TEXT NOT NULL DEFAULT '';";

const FIRST: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    version TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    conditions TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    seed TEXT NOT NULL,
    games INTEGER NOT NULL,
    folder TEXT NOT NULL,
    finish TEXT NOT NULL,
    UNIQUE (fingerprint, folder, finish)
) STRICT;

CREATE TABLE standing (
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    player TEXT NOT NULL,
    games INTEGER NOT NULL,
    win_share REAL,
    win_share_low REAL,
    win_share_high REAL,
    score REAL,
    score_low REAL,
    score_high REAL,
    rating REAL,
    rating_low REAL,
    rating_high REAL,
    faults INTEGER NOT NULL,
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE verdict (
    id INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    version TEXT NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    candidate TEXT NOT NULL,
    baseline TEXT NOT NULL,
    field TEXT NOT NULL,
    settings TEXT NOT NULL,
    blocks INTEGER NOT NULL,
    points REAL,
    points_low REAL,
    points_high REAL,
    win_share REAL,
    win_share_low REAL,
    win_share_high REAL,
    verdict TEXT NOT NULL,
    test TEXT NOT NULL
) STRICT;
";
