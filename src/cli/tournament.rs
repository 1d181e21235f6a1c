//! `tournament`: from arguments and a config to finished runs.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::cli::args::{RuleArgs, TournamentArgs};
use crate::cli::command::defaults;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load_for;
use crate::cli::output::{print, remark};
use crate::cli::runs::recorder::{Recorder, check_anchor, only_whole, play_and_record};
use crate::cli::runs::status::StatusOutput;
use lettergame_arena::{
    ReadyRun, RunError, Session, absolute, hear_hellos, hear_unplayed, prepare, read_raw_config,
};
use lettergame_game::Settings;
use lettergame_plan::{
    CONFIG_KEYS, Defaults, PlayerSpec, RawConfig, Shard, expanded_players, sweep_values,
};
use lettergame_run::RunFolder;

pub(super) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let given = given(args)?;
    let raw = defaults::below(given.clone())?;
    let words = load_for(&raw, args.pace.quiet)?;
    let runs = prepare(&raw, &words, &args.host_options.host_options())?;
    if args.print_config {
        return print(&(full_config(&raw, &runs) + &origins(defaults::read()?, &given)));
    }
    let dir = runs.first().map_or_else(PathBuf::new, |run| out_dir(run, args));
    for run in &runs {
        check_anchor(&args.end.view, &run.prepared)?;
        check_place(run, &dir, args)?;
    }
    if args.shard != Shard::WHOLE && raw.seed.is_none() {
        let text =
            "a part of a run needs the seed of the whole: name it with --seed, the same for all";
        return Err(Failure::usage(text));
    }
    only_whole(&args.recording, args.shard)?;
    let recorder = Recorder::of(&args.recording)?;
    let mut output = StatusOutput::of(&args.watch)?;
    if let (None, Some(run)) = (raw.seed, runs.first()) {
        args.pace.remark_on_seed(run.prepared.config.seed);
    }
    if let (false, Some(preset), false) =
        (raw.rules.contains_key("preset"), usual_preset(&runs), args.pace.quiet)
    {
        let text = "players of the class simulator play by the preset";
        remark(&format!("{text} `{preset}`; --preset names another"));
    }
    let is_empty = |run: &ReadyRun| run.prepared.tournament.schedule().part(args.shard).is_empty();
    if !args.pace.quiet && runs.iter().any(is_empty) {
        let shard = args.shard;
        remark(&format!("shard {shard} has no games: there are fewer blocks of games than shards"));
    }
    if !args.go_on {
        // a run that cannot be played leaves no folder, and replaces none
        let new = runs.iter().filter(|run| !is_empty(run));
        hear_hellos(new.map(|run| &run.prepared))?;
    }
    let open = |run: ReadyRun| open(run.in_parts(args.parts.options()), &dir, args);
    let sessions: Vec<Session> = runs.into_iter().map(open).collect::<Result<_, _>>()?;
    if args.go_on {
        hear_unplayed(&sessions)?;
    }
    play_and_record(sessions, recorder.as_ref(), &args.pace, &mut output, &args.end)
}

/// Continues the run or creates its folder.
fn open(run: ReadyRun, dir: &Path, args: &TournamentArgs) -> Result<Session, RunError> {
    match args.go_on {
        true => run.open_or_go_on(dir, args.shard),
        false => run.open(dir, args.shard, args.force),
    }
}

/// The preset that comes with players from the class simulator, if there are any.
fn usual_preset(runs: &[ReadyRun]) -> Option<&str> {
    let config = &runs.first()?.prepared.config;
    config.preset.as_deref().filter(|_| config.has_class_players())
}

/// Checks that the run can be played in its place. An existing run is continued if requested.
fn check_place(run: &ReadyRun, dir: &Path, args: &TournamentArgs) -> Result<(), Failure> {
    if args.go_on && RunFolder::is_run(&run.dir_in(dir)) {
        return Ok(());
    }
    Ok(run.check_place(dir, args.shard, args.force)?)
}

/// The results folder of a run, or of the sweep that contains it. If the default folder is taken, a
/// numbered one is used.
fn out_dir(run: &ReadyRun, args: &TournamentArgs) -> PathBuf {
    if let Some(out) = &args.out {
        return out.clone();
    }
    let usual = Path::new("tournaments").join("results").join(run.folder_name(args.shard));
    if args.force {
        return usual;
    }
    let dir = run.numbered(&usual, args.shard, args.go_on);
    if dir != usual && !args.go_on && !args.pace.quiet {
        let (usual, dir) = (usual.display(), dir.display());
        remark(&format!(
            "{usual} is taken, so this run goes to {dir}; --force would replace the earlier one"
        ));
    }
    dir
}

/// The full config of one run, or of a sweep with all values of its rules.
fn full_config(raw: &RawConfig, runs: &[ReadyRun]) -> String {
    if !raw.queue.is_empty() {
        let run = |run: &ReadyRun| {
            let label = run.label.as_ref().map_or("", |label| label.as_str());
            format!("# {label}\n{}\n", run.prepared.config.to_toml())
        };
        return runs.iter().map(run).collect();
    }
    let text = runs.first().map_or(String::new(), |run| run.prepared.config.to_toml());
    let lists: Vec<(String, String)> =
        raw.swept().map(|(key, values)| (format!("{key} = "), list_of(values))).collect();
    let line = |line: &str| match lists.iter().find(|(start, _)| line.starts_with(start)) {
        Some((start, list)) => format!("{start}{list}\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Values as a list of TOML.
fn list_of(values: &[String]) -> String {
    let items = values.iter().map(|value| match value.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => format!("{value:?}"),
    });
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// Comments that say which settings the user's defaults made, and where they stand.
fn origins(defaults: &Defaults, given: &RawConfig) -> String {
    let Defaults { config, options } = defaults;
    let keys = CONFIG_KEYS.iter().filter(|key| key.is_in(config) && !key.is_in(given));
    let rules = config.rules.keys().filter(|rule| !given.rules.contains_key(*rule));
    let players = config.players.iter().filter(|_| given.players.is_none()).map(|_| "players");
    let settings = keys.map(|key| key.key).chain(players).chain(rules.map(String::as_str));
    let settings = settings.map(|key| format!("# {}{key}\n", config.place_of(key)));
    let options = options.iter().map(|option| {
        format!("# {}: --{} {}\n", option.place, option.name, option.values.join(" "))
    });
    settings.chain(options).collect()
}

/// The config file overridden by the options.
fn given(args: &TournamentArgs) -> Result<RawConfig, Failure> {
    let file = args.config.as_deref().map(read_raw_config).transpose()?.unwrap_or_default();
    Ok(file.merged_with(options(args)?))
}

fn options(args: &TournamentArgs) -> Result<RawConfig, Failure> {
    let raw = RawConfig {
        players: args.players.as_deref().map(players_of).transpose()?,
        rules: rules_of(&args.rules)?,
        ..args.options.raw.clone()
    };
    Ok(raw.based(Path::new(&absolute(Path::new(".")))).with_rule_files()?)
}

/// The players of a list, with grids expanded.
pub(super) fn players_of(texts: &[String]) -> Result<Vec<String>, Failure> {
    let trimmed: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    match trimmed.iter().find_map(|text| bare_program(text)) {
        Some(why) => Err(Failure::Usage(why)),
        None => expanded_players(&trimmed).map_err(Failure::usage),
    }
}

/// The error for the path of a program where the command that runs it is expected.
fn bare_program(text: &str) -> Option<String> {
    let (_, source) = PlayerSpec::split(text);
    let path = Path::new(source);
    let file = if path.is_dir() { path.join("player.py") } else { path.to_owned() };
    let is_path = source.contains(['/', '\\']) || path.extension().is_some();
    if !is_path || !file.is_file() {
        return None;
    }
    let runs = match file.extension().and_then(OsStr::to_str) {
        Some("py") => "cmd:python3 ",
        Some("js") => "cmd:node ",
        Some("wasm") => "wasm:",
        _ => "cmd:",
    };
    let file = file.display();
    Some(format!(
        "unknown player `{source}`; a program is named by its command, as in \"{runs}{file}\""
    ))
}

/// `rounds=10,hidden=0,3` as `rounds=10` and `hidden=0,3`: a part without `=` is one more value.
fn pairs_of(text: &str) -> Vec<String> {
    let mut pairs: Vec<String> = Vec::new();
    for part in text.split(',') {
        match pairs.last_mut() {
            Some(last) if !part.contains('=') => *last += &format!(",{part}"),
            _ => pairs.push(part.to_owned()),
        }
    }
    pairs
}

/// The rules given by `--set`, of which the last one of a key counts, and dedicated options.
pub(super) fn rules_of(args: &RuleArgs) -> Result<BTreeMap<String, Vec<String>>, Failure> {
    let mut rules = BTreeMap::new();
    for text in &args.set {
        let pairs = pairs_of(text);
        let set = Settings::parse(pairs.iter().map(String::as_str)).map_err(Failure::usage)?;
        rules.extend(set.pairs().map(|(key, value)| (key.to_owned(), sweep_values(value))));
    }
    let shortcuts = args.shortcuts.0.iter().map(|(key, text)| (*key, text));
    for (key, text) in shortcuts.chain(args.preset.iter().map(|text| ("preset", text))) {
        rules.insert(key.to_owned(), sweep_values(text));
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::pairs_of;

    #[test]
    fn a_comma_separates_pairs_or_values() {
        assert_eq!(pairs_of("rounds=10"), ["rounds=10"]);
        assert_eq!(pairs_of("rounds=10,hidden=3"), ["rounds=10", "hidden=3"]);
        assert_eq!(pairs_of("hidden=0,3,5, rounds=2"), ["hidden=0,3,5", " rounds=2"]);
        assert_eq!(pairs_of("rounds,hidden=3"), ["rounds", "hidden=3"]);
    }
}
