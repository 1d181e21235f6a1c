//! The columns of the row files: the tables of `docs/files.md` match the declarations, and rows match their
//! types.
//!
//! After an intended change: `UPDATE_GOLDEN=1 cargo test --test it columns`, then review the diff.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use lettergame::game::{CellKind, Column};
use lettergame::registry::{GameEntry, games};
use lettergame::tournament::{PLY_COLUMNS, ROUND_COLUMNS, SCORE_COLUMNS};

use crate::program::{run, scratch};

type Own = fn(&GameEntry) -> &'static [Column];

/// Each file with its common columns and those of a game.
const FILES: [(&str, &[Column], Own); 3] = [
    ("scores", &SCORE_COLUMNS, |game| (game.rows.columns)()),
    ("rounds", &ROUND_COLUMNS, |game| (game.rows.round_columns)()),
    ("plies", &PLY_COLUMNS, |_| &[]),
];

fn line(text: &mut String, game: &str, column: &Column) {
    let kind = match column.kind {
        CellKind::Long | CellKind::Int => "whole number",
        CellKind::Real => "number",
        CellKind::Text => "text",
    };
    let Column { name, about, .. } = column;
    writeln!(text, "| {game}`{name}` | {kind} | {about} |").unwrap();
}

/// The table of a file as Markdown.
fn table(common: &[Column], own: Own) -> String {
    let mut text = "| column | cells | meaning |\n| --- | --- | --- |\n".to_owned();
    common.iter().for_each(|column| line(&mut text, "", column));
    for game in games() {
        let own = own(game).iter();
        own.for_each(|column| line(&mut text, &format!("{}: ", game.info.name), column));
    }
    text
}

#[test]
fn the_book_has_the_columns_as_they_are_declared() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/files.md");
    let mut page = fs::read_to_string(&path).unwrap();
    for (file, common, own) in FILES {
        let (begin, end) = (format!("<!-- columns of {file} -->\n"), "<!-- end of columns -->");
        let start = page.find(&begin).expect(&begin) + begin.len();
        let length = page[start..].find(end).expect(end);
        let declared = table(common, own);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            page.replace_range(start..start + length, &declared);
        } else {
            assert_eq!(&page[start..start + length], declared, "the columns of {file}");
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, page).unwrap();
    }
}

#[test]
fn cells_are_of_the_kind_of_their_column() {
    for game in games() {
        let folder = scratch();
        let dir = folder.path().join("run");
        let players = game.info.bench_players.join(",");
        let play = ["tournament", "--game", game.info.name, "--players", &players, "--games", "4"];
        let more = ["--seed", "1", "--record", "plies", "--quiet", "--out", dir.to_str().unwrap()];
        run(folder.path(), &[&play[..], &more].concat()).ended(0);
        for (file, common, own) in FILES {
            let columns = [common, own(game)].concat();
            let mut rows = csv::Reader::from_path(dir.join(format!("{file}.csv"))).unwrap();
            let header: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
            assert!(header.iter().eq(columns.iter().map(|column| column.name)), "{header:?}");
            for row in rows.records() {
                for (cell, column) in row.unwrap().iter().zip(&columns) {
                    let fits = match column.kind {
                        CellKind::Long => cell.parse::<i64>().is_ok(),
                        CellKind::Int => cell.parse::<i32>().is_ok(),
                        CellKind::Real => cell.parse::<f64>().is_ok(),
                        CellKind::Text => true,
                    };
                    assert!(fits, "{} {file}: `{cell}` in `{}`", game.info.name, column.name);
                }
            }
        }
    }
}
