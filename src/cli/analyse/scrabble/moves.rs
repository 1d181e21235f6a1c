//! `analyse scrabble moves` and `count`: all legal plays of a position, or of each position of a stream.

use serde_json::Value;

use crate::cli::analyse::scrabble::batch::Batch;
use crate::cli::analyse::scrabble::input::{Input, Loaded};
use crate::cli::analyse::scrabble::rows::table;
use crate::cli::args::{CountArgs, ListArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table};
use lettergame_report::Format;
use lettergame_scrabble::plays::{All, Collect, Count, Generator, LeaveValue, Points, Ranked};

/// Lists them, one per line on a terminal.
pub(super) fn list(args: &ListArgs) -> Result<(), Failure> {
    let format = args.format.format;
    let loaded = match Input::of(&args.position, args.stream.lines)? {
        Input::One(loaded) => loaded,
        Input::Lines(lines) => {
            let (stream, reader) = *lines;
            let answer = |loaded: &Loaded, generator: &mut Generator| {
                let plays = all(loaded, generator);
                Ok(table(&plays, &loaded.position, &valuation(loaded)).json())
            };
            let batch = Batch { reader, key: "plays", answer };
            return batch.run(stream, args.stream.threads.threads, format);
        }
    };
    let plays = all(&loaded, &mut Generator::new());
    if format == Format::Table {
        let lines = plays.iter().map(|ranked| format!("{} {}\n", ranked.play, ranked.score));
        return print(&lines.collect::<String>());
    }
    let table = table(&plays, &loaded.position, &valuation(&loaded));
    print_table(&table, format)
}

fn valuation(loaded: &Loaded) -> LeaveValue<'_> {
    loaded.position.valuation(loaded.game.layout())
}

/// Prints their number.
pub(super) fn count(args: &CountArgs) -> Result<(), Failure> {
    match Input::of(&args.position, args.stream.lines)? {
        Input::One(loaded) => print(&format!("{}\n", number(&loaded, &mut Generator::new()))),
        Input::Lines(lines) => {
            let (stream, reader) = *lines;
            let answer = |loaded: &Loaded, generator: &mut Generator| {
                Ok(Value::from(number(loaded, generator)))
            };
            let batch = Batch { reader, key: "count", answer };
            batch.run(stream, args.stream.threads.threads, Format::Json)
        }
    }
}

/// All plays, best first.
fn all(loaded: &Loaded, generator: &mut Generator) -> Vec<Ranked> {
    let mut plays = All::default();
    search(loaded, generator, &mut plays);
    plays.sort();
    plays.0
}

fn number(loaded: &Loaded, generator: &mut Generator) -> usize {
    let mut plays = Count::default();
    search(loaded, generator, &mut plays);
    plays.0
}

fn search(loaded: &Loaded, generator: &mut Generator, collect: &mut impl Collect) {
    let Loaded { game, position, board, .. } = loaded;
    generator.search(game.lexicon(), board, position.mover_rack(), &Points, collect);
}
