//! The rows of a run fit the declared columns of its files.

use lettergame::game::{CellKind, Column};
use lettergame::registry::{GameEntry, games};
use lettergame::run::{PLY_COLUMNS, ROUND_COLUMNS, SCORE_COLUMNS};

use crate::program::{run, scratch};

pub(crate) type Own = fn(&GameEntry) -> &'static [Column];

/// Each file with its common columns and those of a game.
pub(crate) const FILES: [(&str, &[Column], Own); 3] = [
    ("scores", &SCORE_COLUMNS, |game| (game.rows.columns)()),
    ("rounds", &ROUND_COLUMNS, |game| (game.rows.round_columns)()),
    ("plies", &PLY_COLUMNS, |_| &[]),
];

#[test]
fn cells_have_the_type_of_their_column() {
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
