//! `players`: the roster of each game, and what a player program of a game sees and says.

use crate::cli::args::PlayersArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table};
use crate::game::{Listing, Setting};
use crate::registry::{self, GAMES, GameEntry};
use crate::report::{Cell, Table};

pub(super) fn run(args: &PlayersArgs) -> Result<(), Failure> {
    match &args.schema {
        Some(game) => print(registry::find(game)?.schema),
        None => list(args),
    }
}

fn list(args: &PlayersArgs) -> Result<(), Failure> {
    let games: Vec<&GameEntry> = match &args.game {
        Some(name) => vec![registry::find(name)?],
        None => GAMES.iter().collect(),
    };
    let mut table = Table::new(&["game", "player", "idea", "parameters"]);
    for game in games {
        for listing in (game.roster)() {
            table.push(vec![
                Cell::text(game.name),
                Cell::text(&shown_name(&listing)),
                Cell::text(listing.idea),
                Cell::text(&parameters(listing.settings)),
            ]);
        }
    }
    print_table(&table, args.format.format)
}

fn shown_name(listing: &Listing) -> String {
    match listing.suffix {
        Some(_) => format!("{}-N", listing.name),
        None => listing.name.to_owned(),
    }
}

/// `samples=16: samples for each bid, 1 to 100000`, one a line.
fn parameters(settings: &[Setting]) -> String {
    let shown =
        |setting: &Setting| format!("{}={}: {}", setting.key, setting.default, setting.about);
    settings.iter().map(shown).collect::<Vec<_>>().join("; ")
}
