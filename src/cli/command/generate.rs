//! `completions` and `man`: generates shell completions and the manual from this command line.

use std::io::Write;

use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::args::CompletionsArgs;
use crate::cli::command;
use crate::cli::command::complete;
use crate::cli::exit::{EXIT_CODES, Failure};
use crate::cli::output::print_bytes;

pub(in crate::cli) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let shell = args.shell.to_string();
    let script = complete::script(&shell, "lettergame").map_err(Failure::unusable)?;
    print_bytes(&script)
}

/// A single page: the command, then each subcommand with its options and examples, then what
/// applies to all.
pub(in crate::cli) fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut command = command();
    command.build();
    render(&command, &mut page).map_err(|error| Failure::Unusable(error.to_string()))?;
    print_bytes(&page)
}

fn render(command: &clap::Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    let manual = clap_mangen::Man::new(command.clone());
    manual.render_title(page)?;
    manual.render_name_section(page)?;
    manual.render_synopsis_section(page)?;
    manual.render_description_section(page)?;
    manual.render_options_section(page)?;
    manual.render_subcommands_section(page)?;
    render_subcommands(command, "lettergame", page)?;
    let mut examples = Roff::new();
    examples.control("SH", ["EXAMPLES"]);
    add_examples(command, "", &mut examples);
    examples.to_writer(page)?;
    render_terms("EXIT STATUS", &EXIT_CODES, page)?;
    render_terms("FILES", &FILES, page)?;
    render_terms("ENVIRONMENT", &ENVIRONMENT, page)?;
    manual.render_version_section(page)
}

/// A section for each subcommand: what it does, its synopsis, its options.
fn render_subcommands(
    command: &clap::Command,
    path: &str,
    page: &mut Vec<u8>,
) -> std::io::Result<()> {
    for sub in shown(command) {
        let path = format!("{path} {}", sub.get_name());
        let mut heading = Roff::new();
        heading.control("SH", [path.to_uppercase().as_str()]);
        heading.text([roman(sub.get_about().map(ToString::to_string).unwrap_or_default())]);
        heading.to_writer(page)?;
        let manual = clap_mangen::Man::new(sub.clone());
        let mut sections = Vec::new();
        manual.render_synopsis_section(&mut sections)?;
        manual.render_options_section(&mut sections)?;
        let sections = String::from_utf8_lossy(&sections);
        let sections =
            sections.replace(".SH SYNOPSIS\n", ".PP\n").replace(".SH OPTIONS\n", ".PP\n");
        page.extend_from_slice(sections.as_bytes());
        render_subcommands(sub, &path, page)?;
    }
    Ok(())
}

fn shown(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|sub| sub.get_name() != "help")
}

/// The text below the options of each command.
fn add_examples(command: &clap::Command, path: &str, examples: &mut Roff) {
    if let Some(text) = command.get_after_long_help() {
        if !path.is_empty() {
            examples.control("SS", [path]);
        }
        examples.control("nf", []);
        for line in text.to_string().lines() {
            examples.text([roman(line)]);
        }
        examples.control("fi", []);
    }
    for sub in shown(command) {
        add_examples(sub, format!("{path} {}", sub.get_name()).trim_start(), examples);
    }
}

/// A section of terms and their meanings.
fn render_terms(title: &str, terms: &[(&str, &str)], page: &mut impl Write) -> std::io::Result<()> {
    let mut section = Roff::new();
    section.control("SH", [title]);
    for (term, meaning) in terms {
        section.control("TP", []);
        section.text([bold(*term)]);
        section.text([roman(*meaning)]);
    }
    section.to_writer(page)
}

const FILES: [(&str, &str); 7] = [
    ("tournaments/results/NAME-SEED", "The folder of a run, unless --out names another."),
    ("config.toml", "In a run: its config in full, from which it can be repeated."),
    ("scores.csv, rounds.csv, plies.csv", "In a run: its rows, written as it goes."),
    ("standings.csv, ranking.csv", "In a finished run: who did how well."),
    (
        "faults.jsonl, logs",
        "In a run with player programs: what they did wrong, what they printed.",
    ),
    ("timing.json, part.json", "In a run: times, and the checksums that `verify` checks."),
    (
        "parts/, manifest.json, tally.json",
        "In a run in parts: its rows, in a folder for each range of games.",
    ),
];

const ENVIRONMENT: [(&str, &str); 4] = [
    ("NO_COLOR", "No colour if it is set. Nor is there any where TERM is dumb."),
    ("COLUMNS", "The width of tables where standard output is not a terminal."),
    ("GITHUB_SHA, CI_COMMIT_SHA", "The commit that --history records, unless --commit names one."),
    ("LETTERGAME_COMPLETE", "Set by the script that `completions` prints."),
];
