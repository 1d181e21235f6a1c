//! `players`: the roster of each game, and the messages that a player program of a game receives
//! and sends.

use serde_json::{Value, json};

use crate::cli::args::PlayersArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table};
use lettergame_game::{Listing, Parameter};
use lettergame_registry::{self as registry, GameEntry, games};
use lettergame_report::{Cell, Format, Table};

pub(super) fn run(args: &PlayersArgs) -> Result<(), Failure> {
    match &args.schema {
        Some(game) => print(registry::find(game)?.info.schema),
        None => list(args),
    }
}

fn list(args: &PlayersArgs) -> Result<(), Failure> {
    let games: Vec<&GameEntry> = match &args.game {
        Some(name) => vec![registry::find(name)?],
        None => games().iter().collect(),
    };
    if args.format.format == Format::Json {
        return print(&json(&games));
    }
    let mut table = Table::new(&["game", "player", "idea", "parameters"]);
    for (game, listing) in listings(&games) {
        table.push(vec![
            Cell::text(game),
            Cell::text(&shown_name(&listing)),
            Cell::text(listing.idea),
            Cell::text(&parameters(&listing.parameters)),
        ]);
    }
    print_table(&table, args.format.format)
}

fn listings(games: &[&GameEntry]) -> Vec<(&'static str, Listing)> {
    let players = |game: &&GameEntry| -> Vec<_> {
        game.roster().into_iter().map(|listing| (game.info.name, listing)).collect()
    };
    games.iter().flat_map(players).collect()
}

/// An array of objects, in which parameters are objects with type, range and unit.
fn json(games: &[&GameEntry]) -> String {
    let object = |(game, listing): (&str, Listing)| {
        json!({
            "game": game,
            "player": shown_name(&listing),
            "idea": listing.idea,
            "parameters": listing.parameters,
        })
    };
    let all: Vec<Value> = listings(games).into_iter().map(object).collect();
    format!("{:#}\n", Value::from(all))
}

fn shown_name(listing: &Listing) -> String {
    match listing.suffix {
        Some(_) => format!("{}-N", listing.name),
        None => listing.name.to_owned(),
    }
}

/// `samples=16: samples for each bid, 1 to 100000`, joined into one text.
fn parameters(parameters: &[Parameter]) -> String {
    let shown = |one: &Parameter| format!("{}={}: {}", one.key, one.default, one.about());
    parameters.iter().map(shown).collect::<Vec<_>>().join("; ")
}
