//! The tables of a season, and their migrations.
//!
//! The version of the tables is the number of steps in [`STEPS`] that were applied; it is stored in the
//! header of the file (`PRAGMA user_version`). Released steps never change; new ones are appended.

/// The application id in the header of the file: `LGse`.
pub(super) const APPLICATION: u32 = 0x4c47_7365;

/// The version of the tables that this program writes.
pub(super) const VERSION: u32 = STEPS.len() as u32;

/// What brings the tables from one version to the next.
pub(super) const STEPS: [&str; 3] = ["
CREATE TABLE format (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL
) STRICT;

-- times are seconds since 1970 in UTC, as everywhere below
CREATE TABLE team (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    added INTEGER NOT NULL,
    withdrawn INTEGER,
    current INTEGER REFERENCES version (id),
    key_hash TEXT
) STRICT;

CREATE TABLE version (
    id INTEGER PRIMARY KEY,
    team INTEGER NOT NULL REFERENCES team (id),
    number INTEGER NOT NULL,
    accepted INTEGER NOT NULL,
    source TEXT NOT NULL,
    entry TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    UNIQUE (team, number)
) STRICT;

CREATE TABLE hand_in (
    id INTEGER PRIMARY KEY,
    team INTEGER NOT NULL REFERENCES team (id),
    arrived INTEGER NOT NULL,
    source TEXT NOT NULL,
    who TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'checking', 'accepted', 'refused')),
    ended INTEGER,
    log TEXT NOT NULL DEFAULT '',
    version INTEGER REFERENCES version (id)
) STRICT;

CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    format INTEGER NOT NULL REFERENCES format (id),
    deals INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    holder TEXT,
    lease_ends INTEGER,
    ended INTEGER
) STRICT;

CREATE TABLE side (
    match INTEGER NOT NULL REFERENCES match (id),
    place INTEGER NOT NULL,
    version INTEGER NOT NULL REFERENCES version (id),
    PRIMARY KEY (match, place)
) STRICT, WITHOUT ROWID;

-- what follows from the rows of a match, so that standings need not read them, and decision times, which do not
CREATE TABLE result (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL UNIQUE REFERENCES match (id),
    seconds REAL NOT NULL,
    times TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    summary BLOB NOT NULL
) STRICT;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL
) STRICT;

CREATE TABLE flag (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX hand_in_of_team ON hand_in (team, arrived);
CREATE INDEX hand_in_waiting ON hand_in (id) WHERE state IN ('waiting', 'checking');
CREATE INDEX match_open ON match (id) WHERE ended IS NULL;
CREATE INDEX side_of_version ON side (version, match);
", "
ALTER TABLE hand_in ADD COLUMN command TEXT;

CREATE UNIQUE INDEX team_of_key ON team (key_hash) WHERE key_hash IS NOT NULL;
", "
-- the values of rows that decide standings, as this program has written them
CREATE TABLE seal (
    kind TEXT NOT NULL,
    row INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, row)
) STRICT, WITHOUT ROWID;
"];
