//! `words`: queries the word list, and writes it for other programs.

use std::path::Path;

use crate::cli::analyse::scrabble::input::distribution;
use crate::cli::args::{WordsArgs, WordsCommon, WordsQuery};
use crate::cli::exit::Failure;
use crate::cli::lexicon::{load, load_of};
use crate::cli::output::{print, print_table, remark};
use crate::cli::whole_file::{check_places, write_whole};
use lettergame_arena::Words;
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_game::{Rules, Settings};
use lettergame_report::{Cell, Format, Table};
use lettergame_scrabble::board::Distribution;
use lettergame_scrabble::rules::Scrabble;
use lettergame_words::{LetterCounts, write_kwg};

pub(super) fn run(args: &WordsArgs) -> Result<(), Failure> {
    match &args.query {
        WordsQuery::Best { letters, preset, common } => best(letters, preset, common),
        WordsQuery::Anagrams { letters, sub, common } => anagrams(letters, *sub, common),
        WordsQuery::Check { words, common } => check(words, common),
        WordsQuery::List { length, common } => list(*length, common),
        WordsQuery::Export { file, lexicon, distribution } => {
            export(file, lexicon.as_deref(), distribution.as_deref())
        }
    }
}

fn loaded(common: &WordsCommon) -> Result<Words, Failure> {
    load(common.lexicon.as_deref(), false)
}

fn counts(letters: &str) -> Result<LetterCounts, Failure> {
    letters.parse().map_err(Failure::usage)
}

fn best(letters: &str, preset: &str, common: &WordsCommon) -> Result<(), Failure> {
    let letters = counts(letters)?;
    let rules = AuctionRules::read(preset, Settings::default()).map_err(Failure::usage)?;
    let auction = Auction::new(rules, loaded(common)?.lexicon);
    let mut table = Table::new(&["word", "points"]);
    match auction.best_word(&letters) {
        Some(best) => {
            table.push(vec![Cell::text(best.word), Cell::Number(best.points.to_string())]);
            print_table(&table, common.format.format)
        }
        None => Err(Failure::Check(format!("no word can be made of {letters}"))),
    }
}

fn anagrams(letters: &str, sub: bool, common: &WordsCommon) -> Result<(), Failure> {
    let letters = counts(letters)?;
    let lexicon = loaded(common)?.lexicon;
    if sub {
        print_words(lexicon.sub_anagrams(&letters), common.format.format)
    } else {
        print_words(lexicon.anagrams(&letters), common.format.format)
    }
}

fn check(words: &[String], common: &WordsCommon) -> Result<(), Failure> {
    let lexicon = loaded(common)?.lexicon;
    let mut table = Table::new(&["word", "valid"]);
    let mut unknown = Vec::new();
    for word in words {
        let valid = lexicon.contains(word);
        table.push(vec![Cell::text(word), Cell::text(if valid { "yes" } else { "no" })]);
        if !valid {
            unknown.push(word.as_str());
        }
    }
    print_table(&table, common.format.format)?;
    if unknown.is_empty() {
        return Ok(());
    }
    Err(Failure::Check(format!("not in the list: {}", unknown.join(", "))))
}

fn list(length: Option<usize>, common: &WordsCommon) -> Result<(), Failure> {
    let lexicon = loaded(common)?.lexicon;
    match length {
        Some(length) => print_words(lexicon.of_length(length), common.format.format),
        None => print_words(lexicon.words().iter(), common.format.format),
    }
}

/// Writes the list as a KWG file, its letters numbered as in the distribution.
fn export(file: &Path, lexicon: Option<&Path>, letters: Option<&str>) -> Result<(), Failure> {
    check_places(&[(Some(file), "FILE")], &[lexicon, letters.map(Path::new)])?;
    let letters = letters.map_or(Ok(Distribution::english()), distribution)?;
    let words = load_of(lexicon, letters.alphabet(), false)?.lexicon;
    Scrabble::admit_letters(letters, &words)?;
    let bytes = write_kwg(words.words()).map_err(Failure::unusable)?;
    write_whole(file, &bytes, "FILE")?;
    remark(&format!("{} words in {}", words.len(), file.display()));
    Ok(())
}

/// One word per line for a terminal, otherwise a table with one column.
fn print_words<'a>(
    words: impl IntoIterator<Item = &'a str>,
    format: Format,
) -> Result<(), Failure> {
    if format == Format::Table {
        return print(&words.into_iter().flat_map(|word| [word, "\n"]).collect::<String>());
    }
    let mut table = Table::new(&["word"]);
    words.into_iter().for_each(|word| table.push(vec![Cell::text(word)]));
    print_table(&table, format)
}
