//! One game, turn by turn.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::analyse::scrabble::input::ReadPosition;
use crate::cli::analyse::scrabble::labels::other_names;
use crate::cli::args::ScrabblePlayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::remark;
use crate::cli::play::messages::Messages;
use crate::cli::play::with_person;
use lettergame_base::{Branch, Seat, SeatSet, Seed};
use lettergame_game::{Session, Table, Turn};
use lettergame_plan::PlayerSpec;
use lettergame_protocol::HostOptions;
use lettergame_registry::roster;
use lettergame_scrabble::board::Rack;
use lettergame_scrabble::notation::{GcgHeader, GcgTurn, continue_gcg, write_gcg};
use lettergame_scrabble::rules::{Event, Move, Scrabble};
use lettergame_tournament::{Lineup, PlayerFactory};

/// The players and rules of games.
pub(super) struct Match {
    pub(super) names: [String; 2],
    lineup: Lineup<Scrabble>,
    /// The position at which all games start, if not the initial one.
    from: Option<ReadPosition>,
    seed: Seed,
}

/// A turn with the board after it.
pub(super) struct Recorded {
    pub(super) turn: GcgTurn,
    /// The move; `None` for announcements at the end.
    pub(super) choice: Option<Move>,
    pub(super) rows: Vec<String>,
    /// The player's fault, if it determined the move.
    pub(super) fault: Option<&'static str>,
}

/// A game that was played.
pub(super) struct Played {
    pub(super) turns: Vec<Recorded>,
    pub(super) points: [i32; 2],
    /// The number of turns of each player.
    pub(super) counts: [usize; 2],
}

impl Match {
    pub(super) fn new(
        game: Arc<Scrabble>,
        players: &[String],
        host_options: HostOptions,
        from: Option<ReadPosition>,
        seed: Seed,
    ) -> Result<Match, Failure> {
        let players = PlayerSpec::read_all(players).map_err(Failure::usage)?;
        let [first, second] = &players[..] else {
            let found = players.len();
            return Err(Failure::Usage(format!("Scrabble is for 2 players, not {found}")));
        };
        let factory = PlayerFactory { lexicon: Some(game.lexicon()), host_options };
        let lineup = factory.lineup(roster::<Scrabble>(), &players, &game).map_err(with_person)?;
        Ok(Match { names: [first.name.clone(), second.name.clone()], lineup, from, seed })
    }

    /// The seats of people.
    pub(super) fn persons(&self) -> SeatSet {
        self.lineup.open_seats()
    }

    fn session(&self, deal: Seed) -> Session<Scrabble> {
        let Some(from) = &self.from else { return self.lineup.session(deal) };
        let game = self.lineup.rules();
        let table = Table::at(Arc::clone(game), from.position.state(game, deal), 2);
        self.lineup.session_at(table, deal)
    }

    /// Plays the game with this number: `decide` is asked for the moves of people, and ends the
    /// game with `None`; `look` sees each turn after it is played. What programs write is shown if there is a
    /// place for it.
    pub(super) fn play(
        &self,
        number: u32,
        mut messages: Option<Messages>,
        mut decide: impl FnMut(&Table<Scrabble>, Seat) -> Result<Option<Move>, Failure>,
        mut look: impl FnMut(&Recorded) -> Result<(), Failure>,
    ) -> Result<Played, Failure> {
        let deal = self.seed.derive(Branch::Deal, number.into());
        let mut session = self.session(deal);
        let (mut turns, mut counts) = (Vec::new(), [0; 2]);
        while let Some(seat) = to_move(session.table()) {
            if session.awaited().contains(seat) {
                let Some(choice) = decide(session.table(), seat)? else { break };
                session.answer(seat, Ok(choice));
            }
            let start = turns.len();
            turns.extend(step(&mut session, seat));
            let is_turn = |recorded: &Recorded| {
                let event = &recorded.turn.event;
                matches!(event, Event::Play { .. } | Event::Exchange { .. } | Event::Pass { .. })
            };
            counts[seat.index()] += turns[start..].iter().filter(|one| is_turn(one)).count();
            if let Some(messages) = &mut messages {
                messages.show(&session);
            }
            turns[start..].iter().try_for_each(&mut look)?;
        }
        let outcome = session.table().outcome();
        let points = [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| outcome.points[seat].0);
        Ok(Played { turns, points, counts })
    }
}

fn to_move(table: &Table<Scrabble>) -> Option<Seat> {
    match table.turn() {
        Turn::Ask(seats) => seats.iter().next(),
        Turn::Over => None,
    }
}

/// Plays one turn.
fn step(session: &mut Session<Scrabble>, seat: Seat) -> Vec<Recorded> {
    let before = *session.table().view(seat).rack();
    session.advance();
    let table = session.table();
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
        let rack = if own.is_some() { before } else { Rack::new(before.distribution()) };
        let turn = GcgTurn { rack, exchanged, event };
        Recorded { turn, choice: own, rows: rows.clone(), fault: fault.filter(|_| own.is_some()) }
    };
    table.events().iter().cloned().map(recorded).collect()
}

/// Writes the GCG file of a game, if requested.
pub(super) fn write_games(
    args: &ScrabblePlayArgs,
    games: &Match,
    number: u32,
    played: &Played,
) -> Result<(), Failure> {
    let Some(path) = &args.gcg else { return Ok(()) };
    let turns: Vec<GcgTurn> = played.turns.iter().map(|recorded| recorded.turn.clone()).collect();
    let path = gcg_path(path, number);
    let text = gcg(args, games, number, &turns);
    fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
    if args.games == 1 {
        remark(&format!("game in {}", path.display()));
    }
    Ok(())
}

/// The game from its start; one that began in the middle of a GCG file continues that file.
fn gcg(args: &ScrabblePlayArgs, games: &Match, number: u32, turns: &[GcgTurn]) -> String {
    let source = games.from.as_ref().and_then(|from| from.game.as_ref());
    match source.filter(|(file, _)| !file.turns.is_empty()) {
        Some((file, text)) => {
            let [first, second] = &games.names;
            let note = format!("from here on: {first} as player 1, {second} as player 2");
            continue_gcg(text, file, args.options.turn.map(|turn| turn as usize), &note, turns)
        }
        None => {
            let title = format!("game {number}");
            let [letters, board] = other_names(&args.setup);
            let names = games.names.clone();
            let header = GcgHeader { names, title, letters, board, ..GcgHeader::default() };
            write_gcg(&header, turns)
        }
    }
}

/// A separate file in a folder, otherwise the path itself.
fn gcg_path(path: &Path, number: u32) -> PathBuf {
    if path.is_dir() { path.join(format!("game-{number}.gcg")) } else { path.to_owned() }
}

pub(super) fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Unusable(format!("cannot write {}: {error}", path.display()))
}
