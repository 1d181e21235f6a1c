//! `tournament`: from arguments and a config to finished runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::base::{Name, Seed};
use crate::cli::args::{RuleArgs, TournamentArgs};
use crate::cli::exit::Failure;
use crate::cli::lexicon::{Loaded, load};
use crate::cli::output::{print, remark};
use crate::cli::recorder::{Recorder, only_whole, play_and_record};
use crate::cli::session::Session;
use crate::game::Settings;
use crate::protocol::Hosting;
use crate::registry::{self, GAMES, PrepareError, Prepared};
use crate::report::Tally;
use crate::tournament::{Draft, FolderError, PlanError, RunFolder, RunInfo};

pub(super) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let draft = draft_of(args)?;
    let runs = prepare_all(&draft, &args.hosting.hosting(), args.pace.quiet)?;
    if args.print_config {
        return print(&full_config(&draft, &runs));
    }
    for run in &runs {
        run.check_place(args)?;
    }
    only_whole(&args.recording, args.shard)?;
    let recorder = Recorder::of(&args.recording)?;
    if let (None, Some(run), false) = (draft.seed, runs.first(), args.pace.quiet) {
        remark(&format!("seed {}", run.prepared.config.seed.0));
    }
    let sessions: Vec<Session> =
        runs.into_iter().map(|run| run.open(args)).collect::<Result<_, _>>()?;
    play_and_record(sessions, recorder.as_ref(), &args.pace, args.format.format)
}

/// A run that is checked, but has no folder yet.
struct Ready {
    label: Option<Name>,
    prepared: Prepared,
    lexicon: String,
}

impl Ready {
    /// Makes the folder, its config and the headers of its files.
    fn open(self, args: &TournamentArgs) -> Result<Session, Failure> {
        let dir = self.out_dir(args);
        let Ready { label, prepared, lexicon } = self;
        let config = &prepared.config;
        let info =
            RunInfo { shard: args.shard, fingerprint: config.fingerprint(&lexicon), lexicon };
        let arena = &prepared.arena;
        let folder = RunFolder::create(&dir, config, &info, &arena.headers(), args.force)?;
        let games = args.shard.range(arena.schedule().total());
        let tally = Tally::new(arena.names());
        Ok(Session { prepared, folder, tally, games, label: label.map(|label| label.to_string()) })
    }

    /// Can this part be played, and is its place free? A sweep is not laid into the folder of a run.
    fn check_place(&self, args: &TournamentArgs) -> Result<(), Failure> {
        self.prepared.arena.schedule().admit(args.shard).map_err(Failure::usage)?;
        let dir = self.out_dir(args);
        let around =
            dir.parent().filter(|around| self.label.is_some() && RunFolder::is_run(around));
        if let Some(around) = around {
            return Err(FolderError::Exists(around.to_owned()).into());
        }
        Ok(RunFolder::check_free(&dir, args.force)?)
    }

    fn out_dir(&self, args: &TournamentArgs) -> PathBuf {
        let config = &self.prepared.config;
        let part = match args.shard.count() {
            1 => String::new(),
            count => format!("-{}-of-{count}", args.shard.index()),
        };
        let dir = args.out.clone().unwrap_or_else(|| {
            let sweep = if self.label.is_some() { "-sweep" } else { "" };
            let name = format!("{}-{}{sweep}{part}", config.name, config.seed.0);
            Path::new("tournaments").join("results").join(name)
        });
        self.label.as_ref().map_or(dir.clone(), |label| dir.join(label.as_str()))
    }
}

/// The config of one run in full, or of a sweep with all values of the setting that is swept.
fn full_config(draft: &Draft, runs: &[Ready]) -> String {
    let text = runs.first().map_or(String::new(), |run| run.prepared.config.to_toml());
    let swept = draft.rules.iter().find(|(_, values)| values.len() > 1);
    let Some((key, values)) = swept else { return text };
    let start = format!("{key} = ");
    let list = values.iter().map(|value| match value.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => format!("{value:?}"),
    });
    let list = format!("{start}[{}]\n", list.collect::<Vec<_>>().join(", "));
    let lines = text
        .lines()
        .map(|line| if line.starts_with(&start) { list.clone() } else { format!("{line}\n") });
    lines.collect()
}

/// Every run of a draft: one, or one for each value of a sweep.
fn prepare_all(draft: &Draft, hosting: &Hosting, quiet: bool) -> Result<Vec<Ready>, Failure> {
    let drawn = Seed::drawn();
    let runs = draft.runs()?;
    let Loaded { lexicon, fingerprint } = load(draft.lexicon.as_deref().map(Path::new), quiet)?;
    runs.into_iter()
        .map(|(label, run)| {
            let config = run.check(GAMES[0].name, drawn)?;
            let prepared = registry::prepare_hosted(&config, lexicon.clone(), hosting)
                .map_err(|error| Failure::from(error.clone()).at(&place(draft, &error)))?;
            Ok(Ready { label, prepared, lexicon: fingerprint.clone() })
        })
        .collect()
}

/// Where in the config file the cause of an error stands.
pub(super) fn place(draft: &Draft, error: &PrepareError) -> String {
    match error {
        PrepareError::Game { .. } => draft.place_of("game"),
        PrepareError::Rules { error, .. } => draft.place_of(error.key().unwrap_or("rules")),
        PrepareError::Plan(
            PlanError::Player { player, .. } | PlanError::Foreign { player, .. },
        ) => draft.place_of(player),
        PrepareError::Words { .. } | PrepareError::Plan(_) => String::new(),
    }
}

/// The config file with the options laid over it.
fn draft_of(args: &TournamentArgs) -> Result<Draft, Failure> {
    let file = args.config.as_deref().map(read_config).transpose()?.unwrap_or_default();
    Ok(file.overlaid(options(args)?))
}

/// Reads a config; a word list and the players in it are found relative to the config.
pub(super) fn read_config(path: &Path) -> Result<Draft, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Unusable(format!("cannot read config {name}: {error}")))?;
    let mut draft = Draft::from_toml(&text, &name)?;
    let beside = path.parent().unwrap_or(Path::new(""));
    draft.lexicon = draft.lexicon.map(|file| absolute(&beside.join(file)));
    Ok(draft.based(Path::new(&absolute(beside))))
}

pub(super) fn absolute(path: &Path) -> String {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

fn options(args: &TournamentArgs) -> Result<Draft, Failure> {
    let mut draft = Draft {
        name: args.name.clone(),
        game: args.game.clone(),
        players: args
            .players
            .as_ref()
            .map(|players| players.iter().map(|player| player.trim().to_owned()).collect()),
        schedule: args.schedule.clone(),
        group_size: args.group_size,
        team_size: args.team_size,
        candidates: args.candidates,
        stages: args.stages,
        games: args.games,
        seats: args.seats.clone(),
        seed: args.seed,
        record: args.record.clone(),
        lexicon: args.lexicon.as_deref().map(absolute),
        time_limit: args.time_limit.clone(),
        ..Draft::default()
    }
    .based(Path::new(&absolute(Path::new("."))));
    draft.rules = rules_of(&args.rules)?;
    Ok(draft)
}

/// The rules that `--set` and options of their own name.
pub(super) fn rules_of(args: &RuleArgs) -> Result<BTreeMap<String, Vec<String>>, Failure> {
    let set = Settings::parse(args.set.iter().map(String::as_str)).map_err(Failure::usage)?;
    let mut rules: BTreeMap<String, Vec<String>> =
        set.pairs().map(|(key, value)| (key.to_owned(), vec![value.to_owned()])).collect();
    let named = [("rounds", &args.rounds), ("hidden", &args.hidden), ("preset", &args.preset)];
    for (key, value) in named {
        if let Some(text) = value {
            rules.insert(key.to_owned(), values(text));
        }
    }
    Ok(rules)
}

/// `0,3,5` or `0..7` (both ends included) as single values; anything else as it is.
fn values(text: &str) -> Vec<String> {
    if let Some((first, last)) = text.split_once("..")
        && let (Ok(first), Ok(last)) = (first.parse::<u16>(), last.parse::<u16>())
        && first <= last
    {
        return (first..=last).map(|value| value.to_string()).collect();
    }
    text.split(',').map(|value| value.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn values_are_lists_or_ranges() {
        assert_eq!(values("3"), ["3"]);
        assert_eq!(values("0, 3,5"), ["0", "3", "5"]);
        assert_eq!(values("5..7"), ["5", "6", "7"]);
        assert_eq!(values("7..5"), ["7..5"]);
    }
}
