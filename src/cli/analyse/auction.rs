//! `analyse auction`: what letters are worth to a player with these letters.

use crate::cli::args::LettersArgs;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::{print, print_line, print_table};
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_game::{Rules, Settings};
use lettergame_report::{Cell, Format, Table};
use lettergame_words::{Best, Letter, LetterCounts};

const COLUMNS: [&str; 6] = ["letter", "held", "word_without", "loss", "word_with", "gain"];

/// A row for each letter of the alphabet. People see the best word of the letters held, then only the
/// letters that are held or add points.
pub(super) fn run(args: &LettersArgs) -> Result<(), Failure> {
    let letters: LetterCounts = args.letters.parse().map_err(Failure::usage)?;
    let rules = AuctionRules::read(&args.preset, Settings::default()).map_err(Failure::usage)?;
    let auction = Auction::new(rules, load(args.lexicon.as_deref(), false)?.lexicon);
    let format = args.format.format;
    let for_people = matches!(format, Format::Table | Format::Markdown);
    if for_people {
        let best = auction.best_word(&letters).map_or_else(
            || "no word can be made of these letters".to_owned(),
            |best| format!("best word: {}, {} points", best.word, best.points),
        );
        print(&format!("{best}\n\n"))?;
    }
    let mut table = Table::new(&COLUMNS);
    let mut others = 0;
    for &letter in &Letter::ALL {
        let row = row(&auction, &letters, letter);
        if for_people && letters.count(letter) == 0 && row[5] == Cell::Number("0".to_owned()) {
            others += 1;
        } else {
            table.push(row);
        }
    }
    print_table(&table, format)?;
    if others > 0 {
        print_line(&format!("The other {others} letters add nothing."), format)?;
    }
    Ok(())
}

/// What the letter contributes to those held, and what one more of it would add.
fn row(auction: &Auction, letters: &LetterCounts, letter: Letter) -> Vec<Cell> {
    let points = |best: Option<Best<'_>>| best.map_or(0, |best| best.points.0);
    let word = |best: Option<Best<'_>>| best.map_or(Cell::Nothing, |best| Cell::text(best.word));
    let now = points(auction.best_word(letters));
    let (held, mut less, mut more) = (letters.count(letter), *letters, *letters);
    more.add(letter);
    let with = auction.best_word(&more);
    let gain = Cell::Number((points(with) - now).to_string());
    let [without, loss] = if less.remove(letter) {
        let without = auction.best_word(&less);
        [word(without), Cell::Number((now - points(without)).to_string())]
    } else {
        [Cell::Nothing, Cell::Nothing]
    };
    vec![Cell::text(&letter.to_string()), Cell::count(held.into()), without, loss, word(with), gain]
}
