//! `play marrakech`: the seats, turn after turn, and the result.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::cli::exit::Failure;
use crate::cli::output::{print, wants_colour};
use crate::cli::play::marrakech_turn::{Reply, decide};
use crate::cli::play::messages::Messages;
use crate::cli::play::saved::{named, read_saved};
use crate::cli::play::with_person;
use lettergame_base::{Seat, Seed};
use lettergame_game::{Session, Step, Table};
use lettergame_marrakech::picture::{Style, terminal};
use lettergame_marrakech::rules::{Marrakech, MarrakechRules, Position, Stage, State, Verdict};
use lettergame_plan::PlayerSpec;
use lettergame_protocol::HostOptions;
use lettergame_registry::roster;
use lettergame_tournament::{Lineup, PlayerFactory};

pub(super) fn run(
    players: &[String],
    seed: Option<u64>,
    load: Option<&str>,
    host_options: HostOptions,
) -> Result<(), Failure> {
    let seed = seed.map_or_else(Seed::drawn, Seed);
    let rules = Arc::new(Marrakech::new(MarrakechRules::standard()));
    let factory = PlayerFactory { lexicon: None, host_options };
    let players = PlayerSpec::read_all(players).map_err(Failure::usage)?;
    let lineup = factory.lineup(roster::<Marrakech>(), &players, &rules).map_err(with_person)?;
    let mut session = session(&lineup, seed, load)?;
    let mut messages = Messages::new(players.len());
    print(&welcome(session.table(), &players, seed))?;
    loop {
        match session.advance() {
            Step::Announced => {
                messages.show(&session);
                print(&announced(session.table()))?;
            }
            Step::Awaiting(seats) => {
                for seat in seats.iter() {
                    match decide(stage_of(session.table()))? {
                        Reply::Move(choice) => session.answer(seat, Ok(choice)),
                        Reply::Quit => return print(&farewell(session.table())),
                    };
                }
            }
            Step::Over => return print(&ending(stage_of(session.table()).position())),
        }
    }
}

/// A new game, or the saved one.
fn session(
    lineup: &Lineup<Marrakech>,
    seed: Seed,
    load: Option<&str>,
) -> Result<Session<Marrakech>, Failure> {
    let Some(saved) = load else { return Ok(lineup.session(seed)) };
    let stage: Stage = read_saved(saved)?
        .parse()
        .map_err(|error| Failure::Usage(format!("{}: {error}", named(saved))))?;
    let seats = lineup.seats();
    if stage.seats() != seats {
        return Err(Failure::Usage(format!(
            "the saved game has {} players, --players names {seats}",
            stage.seats()
        )));
    }
    let table = Table::at(Arc::clone(lineup.rules()), State::resume(stage, seed), seats);
    Ok(lineup.session_at(table, seed))
}

fn stage_of(table: &Table<Marrakech>) -> &Stage {
    // every seat sees the whole stage
    table.view(Seat::FIRST).stage()
}

/// What was announced in the last turn.
fn announced(table: &Table<Marrakech>) -> String {
    table.events().iter().map(|event| format!("  {event}\n")).collect()
}

fn welcome(table: &Table<Marrakech>, players: &[PlayerSpec], seed: Seed) -> String {
    let mut text = String::new();
    for (merchant, player) in stage_of(table).position().merchants().iter().zip(players) {
        let _ = writeln!(text, "{:<6} {}", merchant.colour, player.name);
    }
    let _ = writeln!(text, "seed {}; h for help", seed.0);
    text
}

fn farewell(table: &Table<Marrakech>) -> String {
    format!("\nTo continue, name the same players and:\n  --load '{}'\n", stage_of(table))
}

fn ending(position: &Position) -> String {
    let style = Style { colour: wants_colour(), ..Style::default() };
    let mut text = format!("\n{}\n", terminal(position, style));
    let _ = match position.winner() {
        Verdict::Won(colour) => writeln!(text, "The game is over: {colour} has won."),
        Verdict::Tie | Verdict::Running => writeln!(text, "The game is over: a tie."),
    };
    text
}
