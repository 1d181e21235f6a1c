//! The games of one player of a run, as a list.

use std::path::Path;

use crate::replayed::rows_of;
use crate::{RunError, prepared_run, runs_in};
use lettergame_base::Name;
use lettergame_protocol::HostOptions;

/// A seat that a player took in a game of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatTaken {
    /// The name of the run's folder.
    pub run: String,
    /// The game's number.
    pub game: u64,
    /// The players in the other seats.
    pub opponents: Vec<String>,
    /// Points at the end.
    pub points: i32,
    /// 1 is best; ties share the better place.
    pub place: u8,
    /// `ok`, `banned` or the kind of the fault.
    pub status: String,
}

/// The games of a player in a run, or in all runs of a sweep, in the order of their numbers. Linear in the rows.
///
/// # Errors
/// If it is no run, its rows cannot be read, or no player has this name.
pub fn games_of(dir: &Path, player: &str) -> Result<Vec<SeatTaken>, RunError> {
    let mut taken = Vec::new();
    for run in runs_in(dir)? {
        let read_only = HostOptions { read_only: true, ..HostOptions::default() };
        let (prepared, info) = prepared_run(&run, &read_only)?;
        let names = prepared.tournament.names();
        if !names.iter().any(|name| name.as_str() == player) {
            let players = names.iter().map(Name::as_str).collect::<Vec<_>>().join(", ");
            return Err(RunError::NotInRun { run, player: player.to_owned(), players });
        }
        let folder = run.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut file = rows_of(&run, &info, &prepared).scores()?;
        while let Some(game) = file.next_game()? {
            let seats = &game.score.seats;
            for (seat, end) in seats.iter().filter(|(_, end)| names[end.player].as_str() == player)
            {
                let others = seats.iter().filter(|(other, _)| *other != seat);
                taken.push(SeatTaken {
                    run: folder.clone(),
                    game: game.score.game,
                    opponents: others.map(|(_, end)| names[end.player].to_string()).collect(),
                    points: end.points.0,
                    place: end.place,
                    status: game.status(seat.index()).to_owned(),
                });
            }
        }
    }
    Ok(taken)
}
