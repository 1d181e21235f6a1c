//! How helps are arranged: `-h` fits on a screen, with the options of every day; `--help` has all,
//! those first and the others under headings.

use clap::{Arg, Command};

/// Which options are those of every day.
enum Everyday {
    /// These, in this order.
    Only(&'static [&'static str]),
    /// All but these, in the commands below, too.
    Without(&'static [&'static str]),
}

/// The commands whose options do not fit on a screen.
const LONG: [(&str, Everyday); 9] = [
    (
        "tournament",
        Everyday::Only(&[
            "players", "rounds", "hidden", "preset", "game", "schedule", "games", "seed", "record",
            "out",
        ]),
    ),
    ("resume", Everyday::Only(&["threads", "quiet", "format"])),
    ("merge", Everyday::Only(&["out", "force", "quiet", "format"])),
    (
        "compare",
        Everyday::Only(&[
            "against",
            "rounds",
            "hidden",
            "game",
            "games",
            "seed",
            "margin",
            "sprt",
            "gain",
            "no-regression",
        ]),
    ),
    ("tune", Everyday::Only(&["param", "against", "hidden", "game", "games", "seed", "log"])),
    ("report", Everyday::Only(&["join", "html", "only", "sort", "format"])),
    ("serve", Everyday::Only(&["addr", "config", "allow-programs", "season", "tournaments"])),
    ("play scrabble", Everyday::Without(&SCRABBLE)),
    ("analyse scrabble", Everyday::Without(&SCRABBLE)),
];

const SCRABBLE: [&str; 13] = [
    "names",
    "lexicon",
    "distribution",
    "board",
    "leaves",
    "strict",
    "lines",
    "threads",
    "mistakes",
    "draws",
    "sandbox",
    "allow-read",
    "allow-pondering",
];

/// The other options, by what they are about; an option has the first that lists it.
const HEADINGS: [(&str, &[&str]); 9] = [
    ("Players and rules", &["rounds", "preset", "set", "config"]),
    ("Schedule", &["schedule", "group-size", "team-size", "candidates", "stages", "seats"]),
    (
        "Verdict",
        &["by", "elo0", "elo1", "alpha", "beta", "min-games", "max-games", "max-time", "any"],
    ),
    ("Search", &["deals", "check-games"]),
    ("Words, tiles and board", &["lexicon", "distribution", "board", "leaves", "strict"]),
    (
        "Output",
        &[
            "record",
            "name",
            "names",
            "continue",
            "force",
            "part-games",
            "part-format",
            "print-config",
            "sort",
            "anchor",
            "format",
            "quiet",
            "progress",
            "every",
            "metrics",
            "exit-zero",
            "player",
            "speed",
            "junit",
            "markdown",
            "plot",
            "resume",
            "parquet",
            "class-rounds",
            "ecology",
            "generations",
            "svg",
            "lines",
            "mistakes",
            "draws",
        ],
    ),
    (
        "Programs",
        &[
            "time-limit",
            "game-time",
            "init-time",
            "data",
            "sandbox",
            "allow-read",
            "allow-pondering",
        ],
    ),
    ("Machine", &["threads", "shard", "host", "people-per-address", "allow-tournaments", "games"]),
    ("History", &["history", "commit"]),
];

/// The usages that do not follow from the declared arguments.
const USAGES: [(&str, &str); 1] =
    [("compare", "lettergame compare [OPTIONS] <CANDIDATE... BASELINE | RUN RUN>")];

/// The command with its helps arranged, and those of the commands below it.
pub(in crate::cli) fn arranged(command: Command) -> Command {
    below("", command)
}

fn below(path: &str, command: Command) -> Command {
    let long = LONG.iter().find(|(name, everyday)| match everyday {
        Everyday::Only(_) => path == *name,
        Everyday::Without(_) => path.starts_with(name),
    });
    let command = match long {
        Some((_, everyday)) => command.mut_args(|option| arranged_option(option, everyday)),
        None => command,
    };
    let command = match path {
        "compare" => command.mut_arg("contestants", |option| option.value_names(["CANDIDATE"])),
        _ => command,
    };
    let usage = USAGES.iter().find(|(name, _)| path == *name);
    let command = match usage {
        Some((_, usage)) => command.override_usage(*usage),
        None => command,
    };
    with_short_examples(command).mut_subcommands(|command| {
        below(format!("{path} {}", command.get_name()).trim_start(), command)
    })
}

fn arranged_option(option: Arg, everyday: &Everyday) -> Arg {
    let Some(name) = option.get_long().map(str::to_owned) else { return option };
    match everyday {
        Everyday::Only(only) => {
            if let Some(place) = only.iter().position(|everyday| *everyday == name) {
                return option.display_order(place);
            }
        }
        Everyday::Without(others) if !others.contains(&&*name) => return option,
        Everyday::Without(_) => {}
    }
    let heading = HEADINGS.iter().find(|(_, names)| names.contains(&&*name));
    option.help_heading(heading.map_or("Others", |(heading, _)| heading)).hide_short_help(true)
}

/// Below `-h` stand at most three examples, without the prose.
fn with_short_examples(command: Command) -> Command {
    let Some(whole) = command.get_after_help().map(ToString::to_string) else { return command };
    let examples = whole.lines().take_while(|line| !line.is_empty()).take(4);
    let short = examples.collect::<Vec<_>>().join("\n");
    command.after_help(short).after_long_help(whole)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{ArgAction, Command, CommandFactory};

    use super::{Everyday, HEADINGS, LONG};
    use crate::cli::args::Cli;

    /// All commands with their paths.
    fn walk<'a>(command: &'a Command, path: &str, found: &mut Vec<(String, &'a Command)>) {
        for command in command.get_subcommands() {
            let path = format!("{path} {}", command.get_name()).trim_start().to_owned();
            walk(command, &path, found);
            found.push((path, command));
        }
    }

    #[test]
    fn short_helps_fit_on_a_screen_and_long_ones_have_headings() {
        let mut whole = super::arranged(Cli::command()).term_width(80);
        whole.build();
        let mut commands = Vec::new();
        walk(&whole, "", &mut commands);
        assert!(commands.len() > 50, "{}", commands.len());
        let mut names = BTreeSet::new();
        for (path, command) in commands {
            let help = command.clone().render_help().to_string();
            let lines = help.lines().count();
            assert!(lines <= 40, "{path}: {lines} lines");
            let headings: Vec<_> =
                command.get_arguments().filter_map(|option| option.get_help_heading()).collect();
            assert!(!headings.contains(&"Others"), "{path} has options without a heading");
            // of an option whose value is a list, the last one wins, as of all others
            let lists =
                command.get_arguments().filter(|option| option.get_value_delimiter().is_some());
            for list in lists {
                assert!(matches!(list.get_action(), ArgAction::Set), "{path}: {list}");
            }
            names.extend(
                command.get_arguments().filter_map(|option| option.get_long()).map(str::to_owned),
            );
        }
        let listed = LONG.iter().flat_map(|(_, everyday)| match everyday {
            Everyday::Only(names) | Everyday::Without(names) => names.iter(),
        });
        for name in listed.chain(HEADINGS.iter().flat_map(|(_, names)| names.iter())) {
            assert!(names.contains(*name), "no command has --{name}");
        }
    }
}
