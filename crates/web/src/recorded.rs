//! Recorded games, replayed at a table: their seats repeat the recorded moves, and no player is asked.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::app::App;
use crate::room_session::RoomSession;
use crate::rooms::Match;
use crate::setup::GameForm;
use crate::transcript::Repeats;
use lettergame_base::{BySeat, Seat, Seed};
use lettergame_game::{Fault, FaultKind, Game, Session, Table};
use lettergame_plan::Config;
use lettergame_registry::rules_of;
use lettergame_run::Ply;
use lettergame_words::Lexicon;

/// Everything needed to repeat a game.
pub(crate) struct Recording {
    /// The server's state: cached games share data derived from the word list.
    pub(crate) app: Arc<App>,
    /// The config of its run.
    pub(crate) config: Config,
    /// The valid words.
    pub(crate) lexicon: Arc<Lexicon>,
    /// The players by seat, seat 0 first.
    pub(crate) players: Vec<String>,
    /// The seed of the game.
    pub(crate) seed: Seed,
    /// What each seat did, in order, and the fault that the move replaces.
    pub(crate) moves: Vec<VecDeque<(String, Option<FaultKind>)>>,
}

impl Recording {
    /// Adds what was done in a turn.
    pub(crate) fn note(&mut self, ply: &Ply) {
        for done in &ply.moves {
            if let Some(moves) = self.moves.get_mut(done.seat.index()) {
                moves.push_back((done.choice.clone(), done.fault));
            }
        }
    }

    /// The table before the first turn, with seats that repeat the record.
    fn sitting<G: Game>(&self, game: Arc<G>) -> Result<RoomSession<G>, String> {
        let read = |(text, fault): &(String, Option<FaultKind>)| match game.read_move(text) {
            Ok(choice) => Fault::recorded(choice, *fault),
            Err(_) => Err(Fault::Gone("not recorded".to_owned())),
        };
        let players = BySeat::from_fn(self.players.len(), |seat: Seat| {
            let moves = self.moves.get(seat.index()).into_iter().flatten();
            Repeats::occupant(moves.map(read).collect())
        });
        let table = Table::new(Arc::clone(&game), self.players.len(), self.seed);
        let table = table.map_err(|error| error.to_string())?;
        Ok(RoomSession::new(Session::new(table, self.seed, players)))
    }
}

/// A recorded game, before its first turn.
pub(crate) fn recorded<F: GameForm>(recording: &Recording) -> Result<Box<dyn Match>, String> {
    let rules = rules_of::<F::Game>(&recording.config).map_err(|error| error.to_string())?;
    let game = recording.app.searches.game(rules, Arc::clone(&recording.lexicon))?;
    Ok(F::shown(recording.sitting(game)?, &recording.players))
}
