//! Remedies in words: those of the command line, and those of Python.

use std::path::Path;

use lettergame_base::{Diagnosed, Remedy, shell_path};

/// How a front end spells options and commands.
pub struct Phrases {
    /// An option.
    option: fn(&str) -> String,
    /// An option with its value; flags have none.
    set: fn(&str, Option<&str>) -> String,
    /// What resumes the run in a folder, or runs in general.
    resume: fn(Option<&Path>) -> String,
    /// What installs a build with a feature, in a clone.
    build: fn(&str) -> String,
    /// The verb for options.
    take: &'static str,
    /// How players are named.
    players: &'static str,
}

/// The words of the command line.
pub const COMMAND_LINE: Phrases = Phrases {
    option: |key| format!("--{key}"),
    set: |key, value| value.map_or(format!("--{key}"), |value| format!("--{key} {value}")),
    resume: |run| format!("`{}`", run.map_or("lettergame resume".to_owned(), resume_command)),
    build: |feature| format!("cargo install --locked --path . --features {feature}"),
    take: "take",
    players: "as in --players letter-value,random, or with `players = [...]` in a config",
};

/// The words of Python.
pub const PYTHON: Phrases = Phrases {
    option: |key| key.replace('-', "_"),
    set: |key, value| {
        let value = value.map_or("True".to_owned(), |value| format!("{value:?}"));
        format!("{}={value}", key.replace('-', "_"))
    },
    resume: |run| match run {
        Some(run) => format!("lettergame.resume({:?})", run.display().to_string()),
        None => "lettergame.resume".to_owned(),
    },
    build: |feature| format!("pip install ./python -C build-args='--features {feature}'"),
    take: "pass",
    players: "as in players=[\"letter-value\", \"random\"]",
};

/// The command that resumes a run.
#[must_use]
pub fn resume_command(run: &Path) -> String {
    format!("lettergame resume {}", shell_path(&run.display().to_string()))
}

impl Phrases {
    /// The text of an error, with what helps.
    #[must_use]
    pub fn text(&self, error: &(impl Diagnosed + ?Sized)) -> String {
        let remedy = error.diagnosis().remedy.map(|remedy| self.phrase(&remedy));
        error.to_string() + &remedy.unwrap_or_default()
    }

    /// What resumes the run in a folder.
    #[must_use]
    pub fn resume(&self, run: &Path) -> String {
        (self.resume)(Some(run))
    }

    /// A remedy. It continues the text of an error, so it begins with the punctuation or space between the two.
    #[must_use]
    pub fn phrase(&self, remedy: &Remedy) -> String {
        let Phrases { option, set, take, players, .. } = self;
        match remedy {
            Remedy::Players => format!(", {players}"),
            Remedy::Option(key) => format!(" with {}", option(key)),
            Remedy::Flag(key) => format!(" with {}", set(key, None)),
            Remedy::OtherFolder => format!("; {take} another {}", option("out")),
            Remedy::Occupied(run) => {
                let resume = run.as_ref().map(|run| format!("{} to resume it, ", self.resume(run)));
                let (force, out) = (set("force", None), option("out"));
                let resume = resume.unwrap_or_default();
                format!("; {take} {force} to replace the run in it, {resume}or another {out}")
            }
            Remedy::Unsharded(shard) => format!(
                "; leave out {}, or play it on a cluster with python -m lettergame.ray",
                set("shard", Some(shard))
            ),
            Remedy::Shard(shard) => format!(" with {}", set("shard", Some(shard))),
            Remedy::MergeAgain(remedy) => format!(
                "{}\nthe shards are as they were; when there is room, run `lettergame merge` again",
                remedy.as_ref().map_or_else(String::new, |remedy| self.phrase(remedy))
            ),
            Remedy::Resume(run) => format!("; {} resumes it", self.resume(run)),
            Remedy::ResumeRuns => format!(" with {}", (self.resume)(None)),
            Remedy::Mend { run, incomplete } => {
                let resume = self.resume(run);
                match incomplete {
                    Some(part) => {
                        let part = shell_path(&part.display().to_string());
                        format!("; remove {part}, and {resume} plays its games again")
                    }
                    None => format!("; {resume} plays lost parts again"),
                }
            }
            Remedy::Record(rows) => format!("; play it with {}", set("record", Some(rows))),
            Remedy::ComparedPlayer => {
                format!(": name the one to compare with {}", option("player"))
            }
            Remedy::SeatsOrField => format!(
                " ({}); take rotate or permute, or a field with {}",
                set("seats", Some("fixed")),
                option("against")
            ),
            Remedy::Limits([lower, raise]) => {
                let [lower, raise] = [lower, raise].map(|(key, value)| set(key, Some(value)));
                format!("; lower {lower}, or raise {raise}")
            }
            Remedy::Rename => format!(
                "; play one of the runs again with another name, as in {}",
                set("players", Some("NAME=PLAYER"))
            ),
            Remedy::BeginHistory(file) => {
                let file = shell_path(&file.display().to_string());
                format!("; `lettergame tournament --history {file}` begins one")
            }
            Remedy::CheckPlayer { player, game, folder } => {
                let is_here = std::env::current_dir().is_ok_and(|here| here == *folder);
                let folder = shell_path(&folder.display().to_string());
                let place = if is_here { String::new() } else { format!("cd {folder} && ") };
                let player = shell_path(player);
                format!("\nsee why with: {place}lettergame check {player} --game {game}")
            }
            Remedy::Feature(feature) => {
                format!("; releases do, as does a build from a clone: `{}`", (self.build)(feature))
            }
            Remedy::ListedPlayer => "; `lettergame players` lists them".to_owned(),
            Remedy::Parameter(key) => format!(", as in --param {key}=LOW..HIGH"),
            Remedy::ContinueTuning => {
                let (resume, log) = (set("resume", None), option("log"));
                format!(": continue that tuning with {resume}, or name another file with {log}")
            }
            Remedy::BeginTuning => format!(": leave out {} to begin a tuning", set("resume", None)),
            Remedy::OtherAddress(free) => {
                format!("; choose another address with {}, as in {free}", option("addr"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io;
    use std::path::PathBuf;

    use lettergame_base::{Diagnosed, Remedy};
    use lettergame_compare::RunsError;
    use lettergame_plan::{RawConfigError, ScheduleError, Shard};
    use lettergame_registry::PrepareError;
    use lettergame_report::history::HistoryError;
    use lettergame_report::{DigestError, ParquetError};
    use lettergame_run::{FolderError, MergeError, RecoverError};
    use lettergame_tournament::{PlayerError, TournamentError};

    use super::{COMMAND_LINE, PYTHON};
    use crate::{CompareError, CompareOptionsError, Damage, RunError, SubjectError, TuneError};

    fn a() -> PathBuf {
        PathBuf::from("a")
    }

    /// What follows the text of an error, on the command line and in Python.
    fn remedies(error: &dyn Diagnosed) -> [String; 2] {
        [COMMAND_LINE, PYTHON].map(|phrases| {
            let text = phrases.text(error);
            text.strip_prefix(&error.to_string()).unwrap().to_owned()
        })
    }

    #[test]
    fn remedies_are_spelled_for_each_front_end() {
        let shard: Shard = "1/2".parse().unwrap();
        let sharded = ScheduleError::Sharded { kind: "swiss".to_owned(), shard };
        let limits = CompareOptionsError::NoVerdict { least: 9, most: 5 };
        let same = RunsError::SamePlayers { a: a(), b: a(), names: "x".to_owned() };
        let cases: [(&dyn Diagnosed, &str, &str); 16] = [
            (
                &FolderError::Exists(a()),
                "; take --force to replace the run in it, or another --out",
                "; pass force=True to replace the run in it, or another out",
            ),
            (&FolderError::NoRun(a()), "; take another --out", "; pass another out"),
            (&FolderError::NoScores(a(), "x"), " with --force", " with force=True"),
            (
                &MergeError::Missing { index: 2, count: 3, given: 2 },
                " with --shard 2/3",
                " with shard=\"2/3\"",
            ),
            (
                &MergeError::Unfinished { dir: a(), next: 3, end: 8 },
                "; `lettergame resume a` resumes it",
                "; lettergame.resume(\"a\") resumes it",
            ),
            (
                &sharded,
                "; leave out --shard 1/2, or play it on a cluster with python -m lettergame.ray",
                "; leave out shard=\"1/2\", or play it on a cluster with python -m lettergame.ray",
            ),
            (
                &limits,
                "; lower --min-games 9, or raise --max-games 5",
                "; lower min_games=\"9\", or raise max_games=\"5\"",
            ),
            (&CompareError::NoField, " with --against", " with against"),
            (
                &CompareError::FixedSeats,
                " (--seats fixed); take rotate or permute, or a field with --against",
                " (seats=\"fixed\"); take rotate or permute, or a field with against",
            ),
            (
                &same,
                ": name the one to compare with --player",
                ": name the one to compare with player",
            ),
            (
                &RunError::NotRecorded(a()),
                "; play it with --record plies",
                "; play it with record=\"plies\"",
            ),
            (
                &ParquetError::Unfinished(a()),
                " with `lettergame resume`",
                " with lettergame.resume",
            ),
            (
                &HistoryError::Missing(a()),
                "; `lettergame tournament --history a` begins one",
                "; `lettergame tournament --history a` begins one",
            ),
            (
                &TuneError::LogExists(a()),
                ": continue that tuning with --resume, or name another file with --log",
                ": continue that tuning with resume=True, or name another file with log",
            ),
            (
                &SubjectError::NotBuiltIn("cmd:x".to_owned()),
                "; `lettergame players` lists them",
                "; `lettergame players` lists them",
            ),
            (
                &PlayerError::NoModules { player: "x".to_owned() },
                "; releases do, as does a build from a clone: \
                 `cargo install --locked --path . --features wasm`",
                "; releases do, as does a build from a clone: \
                 `pip install ./python -C build-args='--features wasm'`",
            ),
        ];
        for (error, on_command_line, in_python) in cases {
            assert_eq!(remedies(error), [on_command_line, in_python], "{error}");
        }
    }

    #[test]
    fn an_existing_run_can_be_resumed() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("config.toml"), "").unwrap();
        let shown = dir.path().display();
        let text = format!(
            "{shown} exists and is not empty; take --force to replace the run in it, `lettergame resume {shown}` \
             to resume it, or another --out"
        );
        assert_eq!(COMMAND_LINE.text(&FolderError::Exists(dir.path().to_owned())), text);
    }

    #[test]
    fn a_wrapped_error_keeps_its_remedy() {
        let folder = || FolderError::NoRun(a());
        let nobody = || ScheduleError::NoPlayers;
        let prepare = || PrepareError::Tournament(TournamentError::Schedule(nobody()));
        let prepared = RunError::Prepare { place: String::new(), error: Box::new(prepare()) };
        let compared = CompareError::Prepare { place: String::new(), error: prepare() };
        let value = FolderError::Value(a(), Box::new(RawConfigError::NoPlayers));
        let threads = {
            let none = |_| Err(io::Error::other("no more"));
            rayon::ThreadPoolBuilder::new().num_threads(1).spawn_handler(none).build().err()
        };
        let cases: [(Remedy, Vec<Box<dyn Diagnosed>>); 3] = [
            (
                Remedy::OtherFolder,
                vec![
                    Box::new(RecoverError::Folder(folder())),
                    Box::new(MergeError::Folder(folder())),
                    Box::new(MergeError::Recover(folder().into())),
                    Box::new(RunsError::Folder(folder())),
                    Box::new(RunsError::Rows(folder().into())),
                    Box::new(DigestError::Folder(folder())),
                    Box::new(DigestError::Recover(folder().into())),
                    Box::new(ParquetError::Folder(folder())),
                    Box::new(ParquetError::Rows(folder().into())),
                    Box::new(RunError::Folder(folder())),
                    Box::new(RunError::Recover(folder().into())),
                    Box::new(CompareError::Run(Box::new(folder().into()))),
                    Box::new(CompareError::Runs(Box::new(folder().into()))),
                    Box::new(Damage::from(folder())),
                ],
            ),
            (
                Remedy::Players,
                vec![
                    Box::new(value),
                    Box::new(FolderError::Config(RawConfigError::NoPlayers)),
                    Box::new(RunsError::Schedule(a(), nobody())),
                    Box::new(DigestError::Schedule(a(), nobody())),
                    Box::new(RunError::RawConfig(RawConfigError::NoPlayers)),
                    Box::new(RunError::Schedule(nobody())),
                    Box::new(CompareError::RawConfig(RawConfigError::NoPlayers)),
                    Box::new(Damage::Schedule(a(), nobody())),
                    Box::new(prepare()),
                    Box::new(prepared),
                    Box::new(compared),
                ],
            ),
            (Remedy::Option("threads"), vec![Box::new(RunError::Threads(threads.unwrap()))]),
        ];
        for (remedy, errors) in cases {
            for error in errors {
                assert_eq!(error.diagnosis().remedy.as_ref(), Some(&remedy), "{error}");
            }
        }
    }
}
