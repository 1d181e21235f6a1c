//! `play marrakech`: who sits where, turn after turn, and how it ended.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::cli::exit::Failure;
use crate::cli::output::{print, wants_colour};
use crate::cli::play::marrakech_turn::{Reply, decide};
use crate::cli::play::with_person;
use lettergame_core::base::{BySeat, Seat, Seed};
use lettergame_core::game::{Table, Turn};
use lettergame_marrakech::picture::{Style, terminal};
use lettergame_marrakech::players::ROSTER;
use lettergame_marrakech::rules::{Marrakech, MarrakechRules, Position, Stage, State, Verdict};
use lettergame_protocol::Hosting;
use lettergame_tournament::{Sitter, Venue};

pub(super) fn run(
    players: &[String],
    seed: Option<u64>,
    load: Option<&str>,
    hosting: Hosting,
) -> Result<(), Failure> {
    let seed = seed.map_or_else(Seed::drawn, Seed);
    let rules = Arc::new(Marrakech::new(MarrakechRules::standard()));
    let rules_told = MarrakechRules::standard().pairs();
    let venue = Venue { game: "marrakech", rules: rules_told, lexicon: None, hosting };
    let mut sitters = venue.sit_down(&ROSTER, players, &rules, seed).map_err(with_person)?;
    let mut table = table(&rules, players.len(), seed, load)?;
    print(&welcome(&table, players, seed))?;
    while let Turn::Ask(seats) = table.turn() {
        for seat in seats.iter() {
            if !step(&mut table, &mut sitters, seat)? {
                return print(&farewell(&table));
            }
        }
    }
    print(&ending(stage_of(&table).position()))
}

/// A new game, or the saved one.
fn table(
    rules: &Arc<Marrakech>,
    seats: usize,
    seed: Seed,
    load: Option<&str>,
) -> Result<Table<Marrakech>, Failure> {
    let Some(saved) = load else {
        return Table::new(Arc::clone(rules), seats, seed).map_err(Failure::usage);
    };
    let stage: Stage = read_saved(saved)?
        .parse()
        .map_err(|error| Failure::Usage(format!("{}: {error}", named(saved))))?;
    if stage.seats() != seats {
        return Err(Failure::Usage(format!(
            "the saved game has {} players, --players names {seats}",
            stage.seats()
        )));
    }
    Ok(Table::at(Arc::clone(rules), State::resume(stage, seed), seats))
}

/// Is it a saved game itself, not the name of a file?
fn is_line(saved: &str) -> bool {
    let looks_like_a_game = saved.contains(char::is_whitespace) || saved.len() > 160;
    looks_like_a_game && !Path::new(saved).exists()
}

fn named(saved: &str) -> String {
    if is_line(saved) { "--load".to_owned() } else { format!("--load {saved}") }
}

/// The line itself, or what the file of that name holds.
fn read_saved(saved: &str) -> Result<String, Failure> {
    if is_line(saved) {
        return Ok(saved.to_owned());
    }
    fs::read_to_string(saved).map_err(|e| Failure::Unusable(format!("cannot read {saved}: {e}")))
}

fn stage_of(table: &Table<Marrakech>) -> &Stage {
    // every seat sees the whole stage
    table.view(Seat::FIRST).stage()
}

/// One decision; `false` if the person wants no more.
fn step(
    table: &mut Table<Marrakech>,
    sitters: &mut BySeat<Sitter<Marrakech>>,
    seat: Seat,
) -> Result<bool, Failure> {
    let events = match &mut sitters[seat] {
        Sitter::Computer(player, rng) => table.step(|_, view| player.choose(view, rng)),
        Sitter::Person => match decide(stage_of(table))? {
            Reply::Move(choice) => table.step(|_, _| Ok(choice)),
            Reply::Quit => return Ok(false),
        },
    };
    let told: String = events.iter().map(|event| format!("  {event}\n")).collect();
    sitters.values_mut().for_each(|sitter| sitter.observe(events));
    print(&told)?;
    Ok(true)
}

fn welcome(table: &Table<Marrakech>, players: &[String], seed: Seed) -> String {
    let mut text = String::new();
    for (merchant, player) in stage_of(table).position().merchants().iter().zip(players) {
        let _ = writeln!(text, "{:<6} {player}", merchant.colour);
    }
    let _ = writeln!(text, "seed {}; h for help", seed.0);
    text
}

fn farewell(table: &Table<Marrakech>) -> String {
    format!("\nTo go on, name the same players and:\n  --load '{}'\n", stage_of(table))
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
