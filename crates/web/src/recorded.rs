//! Recorded games, replayed at a table: their seats repeat the recorded moves, and no player is asked.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::app::App;
use crate::room_session::RoomSession;
use crate::rooms::Match;
use crate::setup::GameForm;
use lettergame_core::base::{BySeat, Rng, Seat, Seed};
use lettergame_core::game::{Fault, FaultKind, Game, Occupant, Player, Session, Table};
use lettergame_core::lexicon::Lexicon;
use lettergame_registry::rules_of;
use lettergame_tournament::{Config, Ply};

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
        let rules = Arc::clone(&game);
        let table = Table::new(game, self.players.len(), self.seed);
        let table = table.map_err(|error| error.to_string())?;
        let players = BySeat::from_fn(self.players.len(), |seat: Seat| {
            let moves = self.moves.get(seat.index()).cloned().unwrap_or_default();
            Occupant::Player(Box::new(Recorded { rules: Arc::clone(&rules), moves }))
        });
        Ok(RoomSession::new(Session::new(table, self.seed, players)))
    }
}

/// A recorded game, before its first turn.
pub(crate) fn recorded<F: GameForm>(recording: &Recording) -> Result<Box<dyn Match>, String> {
    let rules = rules_of::<F::Game>(&recording.config).map_err(|error| error.to_string())?;
    let game = recording.app.searches.game(rules, Arc::clone(&recording.lexicon))?;
    Ok(F::shown(recording.sitting(game)?, &recording.players))
}

/// Repeats the record.
struct Recorded<G> {
    rules: Arc<G>,
    moves: VecDeque<(String, Option<FaultKind>)>,
}

impl<G: Game> Player<G> for Recorded<G> {
    fn choose(&mut self, _: &G::View<'_>, _: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        let missing = || Fault::Gone("not recorded".to_owned());
        let (text, fault) = self.moves.pop_front().ok_or_else(missing)?;
        Fault::recorded(self.rules.read_move(&text).map_err(|_| missing())?, fault)
    }
}
