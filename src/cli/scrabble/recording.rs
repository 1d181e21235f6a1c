//! One game of self-play, turn by turn.

use std::sync::Arc;

use crate::cli::exit::Failure;
use lettergame_core::base::{Branch, BySeat, Rng, Seat, Seed};
use lettergame_core::game::{Fault, Player, Strategy, Table, Turn};
use lettergame_protocol::Hosting;
use lettergame_scrabble::board::Rack;
use lettergame_scrabble::notation::{GcgTurn, Position};
use lettergame_scrabble::players::ROSTER;
use lettergame_scrabble::rules::{Event, Move, Scrabble};
use lettergame_tournament::Venue;

/// Who plays what.
pub(super) struct Match {
    pub(super) game: Arc<Scrabble>,
    pub(super) names: [String; 2],
    strategies: [Arc<dyn Strategy<Scrabble>>; 2],
    /// Where all games start, if not at the start of a game.
    pub(super) from: Option<Position>,
    seed: Seed,
}

/// A turn with the board after it.
pub(super) struct Recorded {
    pub(super) turn: GcgTurn,
    /// What was done; none for what is announced at the end.
    pub(super) choice: Option<Move>,
    pub(super) rows: [String; 15],
    /// What the player did wrong, if that is why the turn is as it is.
    pub(super) fault: Option<&'static str>,
}

/// A game that was played.
pub(super) struct Played {
    pub(super) turns: Vec<Recorded>,
    pub(super) points: [i32; 2],
    /// How many turns each player took.
    pub(super) counts: [usize; 2],
}

impl Match {
    pub(super) fn new(
        game: Arc<Scrabble>,
        players: &[String],
        hosting: Hosting,
        from: Option<Position>,
        seed: Seed,
    ) -> Result<Match, Failure> {
        let [first, second] = players else {
            let found = players.len();
            return Err(Failure::Usage(format!("Scrabble is for 2 players, not {found}")));
        };
        let rules = game.rules().pairs();
        let lexicon = Some(&**game.lexicon());
        let venue = Venue { game: "scrabble", rules, lexicon, hosting };
        let make = |name: &String| venue.strategy(&ROSTER, name, &game);
        let strategies = [make(first)?, make(second)?];
        Ok(Match { names: [first.clone(), second.clone()], strategies, game, from, seed })
    }

    fn table(&self, deal: Seed) -> Result<Table<Scrabble>, Failure> {
        match &self.from {
            None => Table::new(Arc::clone(&self.game), 2, deal).map_err(Failure::usage),
            Some(position) => {
                let state = position.state(&self.game, deal);
                Ok(Table::at(Arc::clone(&self.game), state, 2))
            }
        }
    }

    /// Plays the game of this number; `look` sees each turn when it is taken.
    pub(super) fn play(
        &self,
        number: u32,
        mut look: impl FnMut(&Recorded) -> Result<(), Failure>,
    ) -> Result<Played, Failure> {
        let deal = self.seed.derive(Branch::Deal, number.into());
        let mut table = self.table(deal)?;
        let sit = |seat: Seat| self.strategies[seat.index()].sit(&self.game, seat, 2);
        let mut players = BySeat::from_fn(2, sit);
        let stream = |seat: Seat| deal.derive(Branch::Seat, seat.index() as u64).rng();
        let mut rngs = BySeat::from_fn(2, stream);
        let (mut turns, mut counts) = (Vec::new(), [0; 2]);
        while let Turn::Ask(seats) = table.turn() {
            seats.iter().for_each(|seat| counts[seat.index()] += 1);
            let start = turns.len();
            turns.extend(step(&mut table, &mut players, &mut rngs));
            turns[start..].iter().try_for_each(&mut look)?;
        }
        let outcome = table.outcome();
        let points = [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| outcome.points[seat].0);
        Ok(Played { turns, points, counts })
    }
}

/// Takes one turn.
fn step(
    table: &mut Table<Scrabble>,
    players: &mut BySeat<Box<dyn Player<Scrabble>>>,
    rngs: &mut BySeat<Rng>,
) -> Vec<Recorded> {
    let mut before = Rack::EMPTY;
    let events = table
        .step(|seat, view| -> Result<Move, Fault<Move>> {
            before = *view.rack();
            players[seat].choose(view, &mut rngs[seat])
        })
        .to_vec();
    for event in &events {
        players.values_mut().for_each(|player| player.observe(event));
    }
    let answer = table.answers().values().flatten().next();
    let choice = answer.map(|answer| *answer.choice);
    let fault = answer.and_then(|answer| answer.fault).map(|fault| fault.name());
    let rows = table.view(Seat::FIRST).board().rows();
    let recorded = |event: Event| {
        let own = choice.filter(|_| !matches!(event, Event::End { .. }));
        let exchanged = match own {
            Some(Move::Exchange(tiles)) => Some(tiles),
            _ => None,
        };
        let rack = if own.is_some() { before } else { Rack::EMPTY };
        let turn = GcgTurn { rack, exchanged, event };
        Recorded { turn, choice: own, rows: rows.clone(), fault: fault.filter(|_| own.is_some()) }
    };
    events.into_iter().map(recorded).collect()
}
