//! A run round by round, from its `rounds.csv`: the columns common to all games with points, by name.

use crate::digest::deal_mean::DealMean;
use crate::digest::{PlayerRounds, RoundDigest, RoundsDigest};
use lettergame_base::Name;
use lettergame_run::{RecoverError, RoundRow, RunRows};

/// The columns that are reported, in the order of [`RoundDigest`].
const TOLD: [&str; 3] = ["score", "points_gained", "points_spent"];

/// One player in one round.
#[derive(Clone, Debug, Default)]
struct RoundCount([DealMean; TOLD.len()]);

/// Reads the rounds of the games before `end`, whose scores were read; `None` for a game that has no such
/// columns. Memory grows with the number of rounds, not of games.
///
/// # Errors
/// When the file is missing, or its rows do not match the games.
pub(super) fn read_rounds(
    rows: &RunRows<'_>,
    end: u64,
) -> Result<Option<RoundsDigest>, RecoverError> {
    let (mut file, names) = (rows.rounds(end)?, rows.names);
    let place = |name: &str| file.columns().iter().position(|column| column == name);
    let places = TOLD.map(place);
    if places == [None; TOLD.len()] {
        return Ok(None);
    }
    let mut players: Vec<Vec<RoundCount>> = vec![Vec::new(); names.len()];
    while let Some(row) = file.next_row()? {
        add(&mut players[row.player], &row, &places);
    }
    Ok(Some(digest(&players, names, &places)))
}

fn add(rounds: &mut Vec<RoundCount>, row: &RoundRow<'_>, places: &[Option<usize>; TOLD.len()]) {
    let index = row.round as usize - 1;
    if rounds.len() <= index {
        rounds.resize(index + 1, RoundCount::default());
    }
    for (mean, place) in rounds[index].0.iter_mut().zip(places) {
        if let Some(value) = place.and_then(|place| row.own(place).real()) {
            mean.add(row.deal, value);
        }
    }
}

fn digest(
    players: &[Vec<RoundCount>],
    names: &[Name],
    places: &[Option<usize>; TOLD.len()],
) -> RoundsDigest {
    let found = TOLD.iter().zip(places).filter(|(_, place)| place.is_some());
    let round = |(round, RoundCount([score, gained, spent])): (u64, &RoundCount)| RoundDigest {
        round,
        score: score.mean(),
        points_gained: gained.mean(),
        points_spent: spent.mean(),
    };
    let sat = names.iter().zip(players).filter(|(_, rounds)| !rounds.is_empty());
    let player = |(name, rounds): (&Name, &Vec<RoundCount>)| PlayerRounds {
        player: name.to_string(),
        rounds: (1..).zip(rounds).map(round).collect(),
    };
    RoundsDigest {
        columns: found.map(|(name, _)| (*name).to_owned()).collect(),
        players: sat.map(player).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::read_rounds;
    use crate::digest::RoundsDigest;
    use lettergame_base::{Seed, unique_names};
    use lettergame_plan::{RecordLevel, Schedule, ScheduleKind, Seating};
    use lettergame_run::{RunRows, row_file};

    fn of(text: &str) -> Option<RoundsDigest> {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(row_file(dir.path(), RecordLevel::Rounds), text).unwrap();
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Fixed, 2, 9, Seed(1)).unwrap();
        let rows = RunRows {
            dir: dir.path(),
            schedule: &schedule,
            names: &unique_names(&["a", "b"]),
            shape: None,
            record: RecordLevel::Rounds,
            games: 0..9,
            checked: false,
            ended: false,
        };
        read_rounds(&rows, 2).unwrap()
    }

    #[test]
    fn rounds_are_summarised_by_player() {
        let rows = "game,round,seat,player,word,points_gained,score\n\
            0,1,0,a,X,3,103\n0,1,1,b,,0,99\n0,2,0,a,Y,1,104\n0,2,1,b,Z,5,104\n\
            1,1,0,a,X,5,105\n1,1,1,b,,0,91\n";
        let found = of(rows).unwrap();
        assert_eq!(found.columns, ["score", "points_gained"]);
        assert_eq!((found.players.len(), found.players[0].rounds.len()), (2, 2));
        let [first, second] = &found.players[0].rounds[..] else { panic!("two rounds") };
        assert_eq!((first.round, first.score.unwrap().mean), (1, 104.0));
        assert_eq!((second.round, second.score.unwrap().mean), (2, 104.0));
        assert_eq!((first.score.unwrap().count, second.score.unwrap().count), (2, 1));
        assert_eq!((first.points_spent, second.score.unwrap().interval), (None, None));
        assert_eq!(found.players[1].rounds[0].score.unwrap().mean, 95.0);
    }

    #[test]
    fn a_game_without_rounds_has_none() {
        assert_eq!(of("game,round,seat,player\n"), None);
    }
}
