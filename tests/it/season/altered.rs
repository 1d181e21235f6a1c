//! Whatever decides the standings of a season cannot be changed in its database unnoticed.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::program::{bytes, done, refused, run, words};
use crate::season::cli::{FOUR, season};

/// A season with two formats, some matches, and two versions of a team.
fn played() -> tempfile::TempDir {
    let formats = "--format duel:rounds=2 --format trio:teams=3,rounds=2";
    let dir = season(&FOUR, &format!("--confidence 0.999999999 {formats}"));
    done(dir.path(), "season play s --matches 6 --quiet");
    done(dir.path(), "season add s mice flat:any=3 --quiet");
    dir
}

/// The database, with nothing left in its log.
struct Base<'a> {
    dir: &'a Path,
    whole: Vec<u8>,
}

impl Base<'_> {
    fn of(dir: &Path) -> Base<'_> {
        let base = Connection::open(dir.join("s/season.sqlite")).expect("a database");
        base.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("written");
        drop(base);
        Base { dir, whole: bytes(&dir.join("s/season.sqlite")) }
    }

    /// Restores the database and changes it.
    fn change(&self, sql: &str) -> Connection {
        for name in ["season.sqlite-wal", "season.sqlite-shm"] {
            let _ = fs::remove_file(self.dir.join("s").join(name));
        }
        fs::write(self.dir.join("s/season.sqlite"), &self.whole).expect("written");
        let base = Connection::open(self.dir.join("s/season.sqlite")).expect("a database");
        base.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).expect(sql);
        base
    }

    fn whole(&self) {
        drop(self.change(""));
        done(self.dir, "season verify s --quiet");
    }
}

#[test]
fn chosen_changes_of_the_database_are_named_by_verify_and_play() {
    let dir = played();
    let base = Base::of(dir.path());
    base.whole();
    let changes: [(&str, &[&str]); 11] = [
        (
            "UPDATE version SET entry = replace(entry, 'any=3', 'any=4') WHERE number = 2",
            &["version mice.2", "any=4"],
        ),
        (
            "UPDATE version SET entry = replace(entry, 'frequency', 'shadow')",
            &["version hares.1", "`entry` is", "shadow", "frequency"],
        ),
        ("UPDATE team SET current = 1 WHERE name = 'foxes'", &["team foxes", "`current` is `1`"]),
        ("UPDATE team SET current = 4 WHERE name = 'mice'", &["team mice", "`current` is `4`"]),
        ("UPDATE team SET withdrawn = 7 WHERE name = 'owls'", &["team owls", "`withdrawn` is `7`"]),
        ("UPDATE match SET format = 3 - format", &["match 1", "`format` is"]),
        ("UPDATE match SET deals = deals + 1 WHERE id = 2", &["match 2", "`deals` is"]),
        ("UPDATE format SET name = 'solo' WHERE name = 'duel'", &["format solo", "as `duel`"]),
        (
            "DELETE FROM result WHERE match = 3; UPDATE match SET ended = NULL WHERE id = 3",
            &["match 3", "`ended` is nothing"],
        ),
        ("UPDATE result SET times = 'x' WHERE match = 4", &["match 4", "`times` is `x`"]),
        ("DELETE FROM side WHERE match = 5 AND place = 0", &["match 5", "`versions` is"]),
    ];
    for (sql, said) in changes {
        drop(base.change(sql));
        let found = run(dir.path(), &words("season verify s --quiet")).ended(1).out;
        assert!(said.iter().all(|said| found.contains(said)), "{sql}: {found}");
        assert!(found.contains("restore season.sqlite from a backup"), "{sql}: {found}");
        refused(dir.path(), "season play s --matches 1", 4, &[said[0], "from a backup"]);
    }
    base.whole();
}

/// What the config of a match says of it is compared also if the second record was changed with the first.
#[test]
fn a_match_is_compared_with_its_config() {
    let dir = played();
    let base = Base::of(dir.path());
    for (change, said) in [
        ("UPDATE match SET deals = deals + 1 WHERE id = 2", "`games` is"),
        ("UPDATE match SET format = 3 - format WHERE id = 1", "`games` is"),
        ("UPDATE version SET entry = replace(entry, 'frequency', 'shadow')", "starts hares.1 in"),
        ("UPDATE team SET current = 4 WHERE name = 'foxes'", "the version of another team"),
        ("UPDATE result SET times = '[]' WHERE match = 2", "decision times is `0`"),
    ] {
        drop(base.change(&format!("{change}; DELETE FROM seal")));
        let found = run(dir.path(), &words("season verify s --quiet")).ended(1).out;
        assert!(found.contains(said), "{change}: {found}");
    }
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Null => Value::Integer(1),
        // beyond the numbers of other rows
        Value::Integer(number) => Value::Integer(number + 70),
        Value::Real(number) => Value::Real(number + 1.0),
        Value::Text(text) => Value::Text(format!("{text}x")),
        Value::Blob(bytes) => Value::Blob([bytes, &b"x"[..]].concat()),
    }
}

#[test]
fn a_change_of_any_column_that_decides_is_found() {
    let dir = played();
    let base = Base::of(dir.path());
    let open = ["holder", "lease_ends", "key_hash"];
    let mut changed = 0;
    for table in ["format", "team", "version", "match", "side", "result"] {
        let columns: Vec<String> = {
            let base = base.change("");
            let mut query =
                base.prepare(&format!("SELECT name FROM pragma_table_info('{table}')")).unwrap();
            let names = query.query_map([], |row| row.get(0)).unwrap();
            names.collect::<Result<_, _>>().unwrap()
        };
        for column in columns.iter().filter(|column| !open.contains(&column.as_str())) {
            let edited = base.change("");
            let last = if table == "side" { "match = 2 AND place = 1" } else { "id = 2" };
            let value: Value = edited
                .query_row(&format!("SELECT {column} FROM {table} WHERE {last}"), [], |row| {
                    row.get(0)
                })
                .unwrap();
            let sql = format!("UPDATE {table} SET {column} = ?1 WHERE {last}");
            edited.execute(&sql, [&other(&value)]).expect(&sql);
            drop(edited);
            let ran = run(dir.path(), &words("season verify s --quiet"));
            assert_ne!(ran.code, Some(0), "{table}.{column}: {}", ran.out);
            changed += 1;
        }
    }
    assert!(changed > 25, "{changed}");
    base.whole();
}
