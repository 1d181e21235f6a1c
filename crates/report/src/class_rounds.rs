//! The rounds of runs in the format of the class's database: an object for each round and player, with the
//! columns of its table `tournament_rounds`.

use std::cmp::Reverse;
use std::path::Path;

use serde::Serialize;

use crate::DigestError;
use crate::digest::RunHeader;
use lettergame_game::FindShape;
use lettergame_plan::RecordLevel;
use lettergame_run::RoundRow;

/// The required columns of `rounds.csv`.
const COLUMNS: [&str; 3] = ["points_spent", "points_gained", "score"];

/// A player in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassRound {
    /// The game and its run: `NAME-SEED`, the run of a sweep or queue, and the game's number, joined by `/`.
    pub tournament: String,
    /// The player's name in files.
    pub player: String,
    /// Its seat, from 0.
    pub seat: usize,
    /// The round, from 1.
    pub round: u64,
    /// What it paid in this round.
    pub points_spent: i64,
    /// Points earned by its word.
    pub points_gained: i64,
    /// Its points after the round.
    pub score: i64,
    /// Its rank after the round, 1 for the most points; among equal scores the lower seat ranks first, so
    /// ranks are unique.
    pub rank: usize,
}

/// The rounds of the complete games of a run, in the order of games, rounds and seats. Memory grows with the
/// rows.
///
/// # Errors
/// When the run cannot be read, its game has no points by round, or its rounds were not recorded.
pub fn class_rounds(
    dir: &Path,
    label: &str,
    shapes: FindShape,
) -> Result<Vec<ClassRound>, DigestError> {
    let head = RunHeader::read(dir, shapes)?;
    if head.config.record == RecordLevel::Games {
        return Err(DigestError::RoundsNotRecorded(dir.to_owned()));
    }
    let (rows, run) = (head.rows(), format!("{}-{}", head.config.name, head.config.seed.0));
    let mut scores = rows.scores()?;
    while scores.next_game()?.is_some() {}
    let mut file = rows.rounds(scores.next())?;
    let place = |name: &&str| file.columns().iter().position(|column| column == name);
    let places: Option<Vec<usize>> = COLUMNS.iter().map(place).collect();
    let places = places.ok_or_else(|| DigestError::NoPoints(dir.to_owned()))?;
    let mut found: Vec<ClassRound> = Vec::new();
    let parts: Vec<&str> = [&*run, label].into_iter().filter(|part| !part.is_empty()).collect();
    let start = parts.join("/");
    while let Some(row) = file.next_row()? {
        let player = head.names[row.player].as_str();
        found.push(read(&row, &places, format!("{start}/{}", row.game), player));
    }
    rank(&mut found);
    Ok(found)
}

fn read(row: &RoundRow<'_>, places: &[usize], tournament: String, player: &str) -> ClassRound {
    let number = |index: usize| row.own(places[index]).number().unwrap_or_default();
    ClassRound {
        tournament,
        player: player.to_owned(),
        seat: row.seat,
        round: row.round,
        points_spent: number(0),
        points_gained: number(1),
        score: number(2),
        rank: 0,
    }
}

/// Ranks the players of each round of each game.
fn rank(rows: &mut [ClassRound]) {
    for round in rows.chunk_by_mut(|a, b| a.tournament == b.tournament && a.round == b.round) {
        let mut order: Vec<usize> = (0..round.len()).collect();
        order.sort_by_key(|&index| (Reverse(round[index].score), round[index].seat));
        for (rank, index) in (1..).zip(order) {
            round[index].rank = rank;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClassRound, rank};

    #[test]
    fn ranks_are_unique() {
        let row = |round, seat, score| ClassRound {
            tournament: "t/0".to_owned(),
            player: "p".to_owned(),
            seat,
            round,
            points_spent: 0,
            points_gained: 0,
            score,
            rank: 0,
        };
        let mut rows = vec![row(1, 0, 5), row(1, 1, 9), row(1, 2, 5), row(2, 0, 1), row(2, 1, 2)];
        rank(&mut rows);
        assert_eq!(rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [2, 1, 3, 2, 1]);
    }
}
