//! The documentation as a test: every command in it runs, in the order of the page, or parses; every link
//! leads somewhere.
//!
//! The word after a fence decides which: `docs/README.md` has the table. A `--help` example with a duration
//! in its comment only has to parse.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::blocks::{Block, Kind, Statement, blocks, inline_commands, pages, statements};
use super::scratch::CloneFolder;
use clap::error::ErrorKind;
use rayon::prelude::*;

/// Programs that commands of the documentation start; if one is missing, its pages are skipped.
const TOOLS: [&str; 4] = ["python3", "node", "javac", "java"];

/// Whether all programs are installed that a text starts.
fn can_run(text: &str) -> bool {
    let needed = TOOLS.into_iter().filter(|tool| text.contains(&format!("{tool} ")));
    lettergame_xtest::installed(&needed.collect::<Vec<_>>())
}

/// Runs the blocks of a page in order, in one folder; returns the errors.
fn run_page(page: &Path) -> Vec<String> {
    let blocks = blocks(page);
    let runs = |block: &&Block| block.kind == Kind::Run;
    let text: String = blocks.iter().filter(runs).flat_map(|block| block.lines.clone()).collect();
    if !can_run(&text) {
        eprintln!("skipped: {}", page.display());
        return Vec::new();
    }
    let folder = CloneFolder::new();
    let mut wrong = Vec::new();
    for Block { kind, line, lines } in &blocks {
        match kind {
            Kind::File(name) => folder.save(name, lines),
            Kind::Run => {
                let statements = statements(*line, lines);
                let place = page.display().to_string();
                wrong.extend(statements.iter().filter_map(|one| folder.run(&place, one)));
            }
            _ => {}
        }
    }
    wrong
}

fn run_pages(of: impl Fn(&Path) -> bool) {
    let pages: Vec<PathBuf> = pages().into_iter().filter(|page| of(page)).collect();
    assert!(!pages.is_empty());
    // most commands wait for programs, and no page depends on another
    let wrong: Vec<String> = pages.par_iter().flat_map_iter(|page| run_page(page)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_commands_of_the_readme_run() {
    run_pages(|page| page == Path::new("README.md") || page.starts_with("tournaments"));
}

#[test]
fn the_commands_of_the_sdks_run() {
    run_pages(|page| page.starts_with("sdk"));
}

#[test]
fn the_commands_of_the_book_run() {
    run_pages(|page| page.starts_with("docs"));
}

#[test]
fn the_examples_of_every_help_run() {
    let mut whole = lettergame::command();
    whole.build();
    let mut all = Vec::new();
    add_examples(&whole, "lettergame", &mut all);
    let wrong: Vec<String> =
        all.par_iter().flat_map_iter(|(name, lines)| run_examples(name, lines)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Adds the names and examples of a command and its subcommands.
fn add_examples(command: &clap::Command, name: &str, all: &mut Vec<(String, Vec<String>)>) {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    all.push((name.to_owned(), examples(&help)));
    // `help` repeats the others
    let shown = |inner: &&clap::Command| !inner.is_hide_set() && inner.get_name() != "help";
    for inner in command.get_subcommands().filter(shown) {
        add_examples(inner, &format!("{name} {}", inner.get_name()), all);
    }
}

/// Runs the examples of a command; returns the errors.
fn run_examples(name: &str, lines: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    if !lines.is_empty() && can_run(&lines.concat()) {
        let folder = CloneFolder::new();
        for statement in statements(1, lines) {
            if is_slow(&statement.text) {
                parse(&format!("{name} --help"), &statement, &[]);
            } else {
                wrong.extend(folder.run(&format!("{name} --help, example"), &statement));
            }
        }
    }
    wrong
}

/// The examples at the end of a help text, up to the next empty line.
fn examples(help: &str) -> Vec<String> {
    let below = help.split("Example").nth(1).unwrap_or_default();
    let lines = below.lines().skip(1).take_while(|line| !line.trim().is_empty());
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Whether it has a comment with a duration.
fn is_slow(text: &str) -> bool {
    let Some((_, comment)) = text.split_once(" # ") else { return false };
    let words: Vec<&str> = comment.split([' ', ':', ';', ',', '.', ')']).collect();
    let is_number = |word: &str| word == "a" || word == "an" || word.parse::<f64>().is_ok();
    let units = ["second", "minute", "hour"];
    let is_unit = |word: &str| units.iter().any(|unit| word.trim_end_matches('s') == *unit);
    words.windows(2).any(|pair| is_number(pair[0]) && is_unit(pair[1]))
}

#[test]
fn slow_commands_state_how_long_they_take() {
    for page in pages() {
        for block in blocks(&page).iter().filter(|block| block.kind == Kind::Slow) {
            for Statement { line, text } in statements(block.line, &block.lines) {
                assert!(is_slow(&text), "{}:{line}: how long? {text}", page.display());
            }
        }
    }
}

#[test]
fn pages_run_one_after_the_other_in_one_clone() {
    let mut made_by: BTreeMap<String, PathBuf> = BTreeMap::new();
    for page in pages() {
        for block in blocks(&page).iter().filter(|block| block.kind == Kind::Run) {
            for Statement { line, text } in statements(block.line, &block.lines) {
                for made in made_by_command(&text) {
                    let first = made_by.entry(made.clone()).or_insert_with(|| page.clone());
                    let place = page.display();
                    assert_eq!(*first, page, "{place}:{line}: another page makes `{made}` too");
                }
            }
        }
    }
    assert!(!made_by.is_empty());
}

/// What a command of ours creates and does not replace: runs, players, seasons.
fn made_by_command(text: &str) -> Vec<String> {
    let words = shlex::split(text).unwrap_or_default();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut made: Vec<String> =
        words.windows(2).filter(|pair| pair[0] == "--out").map(|pair| pair[1].to_owned()).collect();
    let folder = match words[..] {
        ["lettergame", "new-player", "--lang", _, folder, ..]
        | ["lettergame", "season", "init", folder, ..]
        | ["lettergame", "season", "lend", _, folder, ..] => Some(folder),
        _ => None,
    };
    made.extend(folder.map(str::to_owned));
    made
}

#[test]
fn templates_have_a_placeholder() {
    let is_placeholder = |word: &str| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        word.len() > 1 && word.chars().all(|letter| letter.is_ascii_uppercase())
    };
    for page in pages() {
        for block in blocks(&page).iter().filter(|block| block.kind == Kind::Template) {
            let text = block.lines.join(" ");
            let has_one = text.split([' ', '/', '=', '-', '"', ',']).any(is_placeholder);
            assert!(has_one, "{}:{}: {text}", page.display(), block.line);
        }
    }
}

#[test]
fn commands_that_are_not_run_parse() {
    use ErrorKind::{
        DisplayHelpOnMissingArgumentOrSubcommand, MissingRequiredArgument, MissingSubcommand,
    };
    for page in pages() {
        let place = page.display().to_string();
        for block in blocks(&page) {
            match block.kind {
                Kind::Slow | Kind::Template => {
                    for statement in statements(block.line, &block.lines) {
                        parse(&place, &statement, &[]);
                    }
                }
                Kind::Output => {
                    for (index, line) in block.lines.iter().enumerate() {
                        if let Some(text) = line.strip_prefix("$ ") {
                            let text = text.to_owned();
                            parse(&place, &Statement { line: block.line + index, text }, &[]);
                        }
                    }
                }
                _ => {}
            }
        }
        // in running text a command may be named without its arguments
        let short =
            [DisplayHelpOnMissingArgumentOrSubcommand, MissingRequiredArgument, MissingSubcommand];
        for statement in inline_commands(&page) {
            parse(&place, &statement, &short);
        }
    }
}

/// Asserts that the commands of ours in a line of shell parse, or fail only with these kinds of errors.
fn parse(place: &str, statement: &Statement, but: &[ErrorKind]) {
    let Statement { line, text } = statement;
    let words = shlex::split(text).unwrap_or_else(|| panic!("{place}:{line}: quotes: {text}"));
    let is_operator = |word: &String| ["|", ";", "&&", "||"].contains(&word.as_str());
    for part in words.split(is_operator) {
        let is_redirection = |word: &String| word.starts_with(['<', '>']) || word.starts_with("2>");
        let part: Vec<&String> = part.iter().take_while(|word| !is_redirection(word)).collect();
        if part.first().is_none_or(|word| *word != "lettergame") {
            continue;
        }
        if let Err(error) = lettergame::command().try_get_matches_from(&part) {
            let is_help =
                [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion].contains(&error.kind());
            assert!(is_help || but.contains(&error.kind()), "{place}:{line}: {text}\n{error}");
        }
    }
}
