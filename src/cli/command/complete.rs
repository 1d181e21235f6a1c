//! Shell completion: the program itself suggests what can come next, including players, presets and
//! runs.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;

use crate::cli::command;
use lettergame_plan::{PERSON, SCHEDULES};
use lettergame_registry::games;
use lettergame_run::RunFolder;

/// Set by the shell's script when it requests completions.
const VARIABLE: &str = "LETTERGAME_COMPLETE";

/// Answers a shell that requests completions, and then ends the process.
pub(in crate::cli) fn answer_shell() {
    CompleteEnv::with_factory(|| with_values(command())).var(VARIABLE).complete();
}

/// The script that lets a shell query this program.
pub(in crate::cli) fn script(shell: &str, program: &str) -> std::io::Result<Vec<u8>> {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(shell) {
        shell.write_registration(VARIABLE, program, program, program, &mut script)?;
    }
    Ok(script)
}

/// The command with the known values of its arguments.
fn with_values(command: Command) -> Command {
    let command = command.mut_args(|argument| match values(argument.get_id().as_str()) {
        Some(values) => argument.add(values),
        None => argument,
    });
    command.mut_subcommands(with_values)
}

/// The possible values of the argument with this name.
fn values(argument: &str) -> Option<ArgValueCompleter> {
    let fixed = |values: Vec<String>| Some(ArgValueCompleter::new(Fixed(values)));
    let texts = |texts: &[&str]| fixed(texts.iter().map(|&text| text.to_owned()).collect());
    match argument {
        "players" | "candidates" | "against" | "contestants" | "player" => {
            Some(ArgValueCompleter::new(Listed(players())))
        }
        "game" => fixed(games().iter().map(|game| game.info.name.to_owned()).collect()),
        "preset" => {
            let presets: BTreeSet<&str> =
                games().iter().flat_map(|game| (game.presets)()).collect();
            fixed(presets.into_iter().map(str::to_owned).collect())
        }
        "schedule" => fixed(SCHEDULES.iter().map(|(name, _)| (*name).to_owned()).collect()),
        "record" => texts(&["games", "rounds", "plies"]),
        "seats" => texts(&["rotate", "permute", "fixed"]),
        "sort" => texts(&["win-share", "rating", "score", "place", "name"]),
        "format" => texts(&["table", "json", "csv", "markdown"]),
        "dir" | "dirs" | "run" => Some(ArgValueCompleter::new(Runs)),
        "config" => Some(ArgValueCompleter::new(PathCompleter::any().filter(is_config))),
        _ => None,
    }
}

fn players() -> Vec<String> {
    let rosters = games().iter().flat_map(|game| game.roster());
    let names: BTreeSet<&str> = rosters.map(|listing| listing.name).chain([PERSON]).collect();
    names.into_iter().map(str::to_owned).collect()
}

fn is_config(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension == "toml")
}

/// One of these values.
struct Fixed(Vec<String>);

impl ValueCompleter for Fixed {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let current = current.to_string_lossy();
        let fits = self.0.iter().filter(|value| value.starts_with(&*current));
        fits.map(CompletionCandidate::new).collect()
    }
}

/// Some of these values, comma-separated.
struct Listed(Vec<String>);

impl ValueCompleter for Listed {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let current = current.to_string_lossy();
        let (before, last) = current.split_at(current.rfind(',').map_or(0, |comma| comma + 1));
        let fits = self.0.iter().filter(|value| value.starts_with(last));
        fits.map(|value| CompletionCandidate::new(format!("{before}{value}"))).collect()
    }
}

/// The folder of a run: those where results usually go, then any folder.
struct Runs;

impl ValueCompleter for Runs {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let text = current.to_string_lossy();
        let usual = runs_below(Path::new("tournaments/results"));
        let usual =
            usual.iter().filter(|run| run.starts_with(&*text)).map(CompletionCandidate::new);
        usual.chain(PathCompleter::any().complete(current)).collect()
    }
}

/// Runs, and sweeps with their runs.
fn runs_below(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path: PathBuf = entry.path();
        let is_sweep = || {
            let inner = fs::read_dir(&path).into_iter().flatten().flatten();
            inner.into_iter().any(|inner| RunFolder::is_run(&inner.path()))
        };
        if RunFolder::is_run(&path) || is_sweep() {
            found.push(path.display().to_string());
        }
    }
    found.sort();
    found
}
