//! Remedies for library errors, in terms of the command line. The errors name what was given and
//! what was expected, and know nothing about its options and commands.

use std::fmt::Display;
use std::path::Path;

use lettergame_arena::{
    CompareError, CompareOptionsError, ContestError, Damage, RunError, SubjectError, TuneError,
};
use lettergame_compare::RunsError;
use lettergame_core::base::shell_path;
use lettergame_plan::{RawConfigError, ScheduleError};
use lettergame_protocol::{COMMAND_PREFIX, Program};
use lettergame_registry::PrepareError;
use lettergame_report::history::HistoryError;
use lettergame_report::{DigestError, JoinError, ParquetError};
use lettergame_run::{FolderError, ManifestError, Mendable, MergeError, RecoverError, RunFolder};
use lettergame_scrabble::rules::WordsError;
use lettergame_tournament::TournamentError;
use lettergame_web::ServeError;

/// How to name players if there are none.
const PLAYERS: &str =
    ", as in --players letter-value,random, or with `players = [...]` in a config";

/// The remedy for a damaged run.
const NEW_RUN: &str = " with --out";

/// How to name a word list.
const OTHER_WORDS: &str = " with --lexicon FILE";

/// The remedy for too many threads.
const THREADS: &str = " with --threads";

/// A library error for which the command line may know a remedy.
pub(super) trait Remedy: Display {
    /// The remedy. It continues the text of the error, so it begins with the punctuation or space
    /// between the two.
    fn remedy(&self) -> Option<String>;

    /// The text of the error with its remedy.
    fn with_remedy(&self) -> String {
        self.to_string() + &self.remedy().unwrap_or_default()
    }
}

fn plain(text: &str) -> Option<String> {
    Some(text.to_owned())
}

impl Remedy for RawConfigError {
    fn remedy(&self) -> Option<String> {
        matches!(self, RawConfigError::NoPlayers).then(|| PLAYERS.to_owned())
    }
}

impl Remedy for ScheduleError {
    fn remedy(&self) -> Option<String> {
        match self {
            ScheduleError::NoPlayers => plain(PLAYERS),
            ScheduleError::Sharded { shard, .. } => Some(format!(
                "; leave out --shard {shard}, or play it on a cluster with python -m lettergame.ray"
            )),
            _ => None,
        }
    }
}

impl Remedy for WordsError {
    fn remedy(&self) -> Option<String> {
        matches!(self, WordsError::OtherLetters).then(|| OTHER_WORDS.to_owned())
    }
}

impl Remedy for PrepareError {
    fn remedy(&self) -> Option<String> {
        match self {
            PrepareError::Tournament(TournamentError::Schedule(error)) => error.remedy(),
            PrepareError::Words { error, .. } if error.contains("other letters") => {
                plain(OTHER_WORDS)
            }
            _ => None,
        }
    }
}

impl Remedy for FolderError {
    fn remedy(&self) -> Option<String> {
        match self {
            FolderError::Exists(dir) => {
                let to_resume = to_resume(dir);
                Some(format!(
                    "; take --force to replace the run in it, {to_resume}or another --out"
                ))
            }
            FolderError::NoRun(_) => plain("; take another --out"),
            FolderError::Io { act: "create", path, .. }
                if !path.parent().is_some_and(RunFolder::is_run) =>
            {
                plain("; choose another place with --out")
            }
            FolderError::NoScores(..) => plain(" with --force"),
            FolderError::Edited(..) | FolderError::Unchecked(_) => plain(NEW_RUN),
            FolderError::Config(error) => error.remedy(),
            FolderError::Value(_, error) => error.remedy(),
            error => error.mendable().map(|run| mended(&run)),
        }
    }
}

/// How lost parts are played again.
pub(super) fn mended(run: &Mendable) -> String {
    let [dir, part] = [Some(&run.dir), run.incomplete.as_ref()]
        .map(|path| path.map(|path| shell_path(&path.display().to_string())));
    let resume = format!("`lettergame resume {}`", dir.unwrap_or_default());
    match part {
        Some(part) => format!("; remove {part}, and {resume} plays its games again"),
        None => format!("; {resume} plays lost parts again"),
    }
}

/// The command that continues the run in a folder, if one is there.
fn to_resume(dir: &Path) -> String {
    match RunFolder::is_run(dir) {
        true => format!("`lettergame resume {}` to continue it, ", dir.display()),
        false => String::new(),
    }
}

impl Remedy for RecoverError {
    fn remedy(&self) -> Option<String> {
        match self {
            RecoverError::Folder(error) => error.remedy(),
            error => error.mendable().map(|run| mended(&run)),
        }
    }
}

impl Remedy for ManifestError {
    fn remedy(&self) -> Option<String> {
        match self {
            ManifestError::Folder(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for MergeError {
    fn remedy(&self) -> Option<String> {
        match self {
            MergeError::IntoShard(_) => plain("; take another --out"),
            MergeError::Missing { index, count, .. } => {
                Some(format!(" with --shard {index}/{count}"))
            }
            MergeError::Unfinished { dir, .. } => {
                Some(format!("; `lettergame resume {}` resumes it", dir.display()))
            }
            MergeError::Folder(error) => error.remedy(),
            MergeError::Append(error) | MergeError::Recover(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for ContestError {
    fn remedy(&self) -> Option<String> {
        matches!(self, ContestError::Threads(_)).then(|| THREADS.to_owned())
    }
}

impl Remedy for RunsError {
    fn remedy(&self) -> Option<String> {
        match self {
            RunsError::SamePlayers { .. } => plain(": name the player to compare with --player"),
            RunsError::NoBlocks { .. } => plain(" with `lettergame resume`"),
            RunsError::Folder(error) => error.remedy(),
            RunsError::Schedule(_, error) => error.remedy(),
            RunsError::Rows(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for DigestError {
    fn remedy(&self) -> Option<String> {
        match self {
            DigestError::Folder(error) => error.remedy(),
            DigestError::Schedule(_, error) => error.remedy(),
            DigestError::Recover(error) => error.remedy(),
            DigestError::Changed(_) => plain(NEW_RUN),
            DigestError::RoundsNotRecorded(_) => plain(" or --record rounds"),
            DigestError::NoGames(dir) => {
                Some(format!("; `lettergame resume {}` plays them", dir.display()))
            }
            _ => None,
        }
    }
}

impl Remedy for JoinError {
    fn remedy(&self) -> Option<String> {
        match self {
            JoinError::Run(error) => error.remedy(),
            JoinError::Source(..) => {
                plain("; play one of the runs again with another name, as in --players NAME=PLAYER")
            }
            _ => None,
        }
    }
}

impl Remedy for ParquetError {
    fn remedy(&self) -> Option<String> {
        match self {
            ParquetError::Unfinished(_) => plain(" with `lettergame resume`"),
            ParquetError::Folder(error) => error.remedy(),
            ParquetError::Rows(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for HistoryError {
    fn remedy(&self) -> Option<String> {
        match self {
            HistoryError::Missing(file) => {
                let file = file.display();
                Some(format!("; `lettergame tournament --history {file}` begins one"))
            }
            _ => None,
        }
    }
}

/// The command that audits a program on its own.
fn to_check(program: &Program, game: &str) -> String {
    let player = shell_path(&format!("{COMMAND_PREFIX}{}", program.command));
    let is_here = std::env::current_dir().is_ok_and(|here| here == program.cwd);
    let place = match is_here {
        true => String::new(),
        false => format!("cd {} && ", shell_path(&program.cwd.display().to_string())),
    };
    format!("\nsee why with: {place}lettergame check {player} --game {game}")
}

impl Remedy for RunError {
    fn remedy(&self) -> Option<String> {
        match self {
            RunError::OtherWords { .. } | RunError::Edited(_) => plain(NEW_RUN),
            RunError::OtherRun(_) => plain("; take another --out, or replace it with --force"),
            RunError::Threads(_) => plain(THREADS),
            RunError::NoHello { first, game, .. } => Some(to_check(first, game)),
            RunError::NotDrawn { shown, .. } => {
                Some(format!(", or continue with `lettergame resume {}`", shown.display()))
            }
            RunError::NotRecorded(_) => plain("; play it with --record plies to replay its games"),
            RunError::RawConfig(error) => error.remedy(),
            RunError::Prepare { error, .. } => error.remedy(),
            RunError::Schedule(error) => error.remedy(),
            RunError::Folder(error) => error.remedy(),
            RunError::Recover(error) => error.remedy(),
            RunError::Manifest(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for CompareOptionsError {
    fn remedy(&self) -> Option<String> {
        match self {
            CompareOptionsError::NoVerdict { least, most } => {
                Some(format!("; lower --min-games {least}, or raise --max-games {most}"))
            }
            CompareOptionsError::Hypotheses { h0, h1 } => {
                Some(format!("; lower --elo0 {h0}, or raise --elo1 {h1}"))
            }
            CompareOptionsError::Unfit(_) | CompareOptionsError::Chances => None,
        }
    }
}

impl Remedy for CompareError {
    fn remedy(&self) -> Option<String> {
        match self {
            CompareError::CompareOptions(error) => error.remedy(),
            CompareError::NoRace(candidates) => Some(format!(": --candidates names {candidates}")),
            CompareError::NoField => plain(" with --against"),
            CompareError::FixedSeats => {
                plain(" (--seats fixed); take rotate or permute, or a field with --against")
            }
            CompareError::RawConfig(error) => error.remedy(),
            CompareError::Prepare { error, .. } => error.remedy(),
            CompareError::Run(error) => error.remedy(),
            CompareError::Runs(error) => error.remedy(),
            CompareError::Play(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for SubjectError {
    fn remedy(&self) -> Option<String> {
        match self {
            SubjectError::NotBuiltIn(_) => plain("; `lettergame players` lists them"),
            SubjectError::OnlyEffort { first, .. } => {
                Some(format!(", as in --param {first}=LOW..HIGH"))
            }
            _ => None,
        }
    }
}

impl Remedy for TuneError {
    fn remedy(&self) -> Option<String> {
        match self {
            TuneError::InUse(_) => plain(" with --log"),
            TuneError::LogExists(_) => {
                plain(": continue that tuning with --resume, or name another file with --log")
            }
            TuneError::NoLog(_) => plain(": leave out --resume to begin a tuning"),
            TuneError::Subject(error) => error.remedy(),
            TuneError::Compare(error) => error.remedy(),
            _ => None,
        }
    }
}

impl Remedy for ServeError {
    fn remedy(&self) -> Option<String> {
        match self {
            ServeError::Listen { free, .. } => {
                Some(format!("; choose another address with --addr, as in {free}"))
            }
            ServeError::Run(_) => None,
        }
    }
}

impl Remedy for Damage {
    fn remedy(&self) -> Option<String> {
        match self {
            Damage::Run(error) => error.remedy(),
            Damage::Schedule(_, error) => error.remedy(),
            Damage::File(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io;
    use std::path::PathBuf;

    use super::Remedy;
    use lettergame_arena::{
        CompareError, CompareOptionsError, ContestError, Damage, RunError, SubjectError, TuneError,
    };
    use lettergame_compare::RunsError;
    use lettergame_plan::{RawConfigError, ScheduleError, Shard};
    use lettergame_registry::PrepareError;
    use lettergame_report::history::HistoryError;
    use lettergame_report::{DigestError, ParquetError};
    use lettergame_run::{FolderError, MergeError, RecoverError};
    use lettergame_scrabble::rules::WordsError;
    use lettergame_tournament::TournamentError;
    use lettergame_web::ServeError;

    fn a() -> PathBuf {
        PathBuf::from("a")
    }

    fn b() -> PathBuf {
        PathBuf::from("b")
    }

    fn no_threads() -> rayon::ThreadPoolBuildError {
        let none = |_| Err(io::Error::other("no more"));
        rayon::ThreadPoolBuilder::new().num_threads(1).spawn_handler(none).build().err().unwrap()
    }

    fn check(cases: &[(&dyn Remedy, &str)]) {
        for (error, text) in cases {
            assert_eq!(error.with_remedy(), *text);
        }
    }

    const SPOILED: &str = "change it back, or start a new run with --out";

    #[test]
    fn mismatched_questions_have_a_remedy() {
        check(&[
            (
                &CompareError::CompareOptions(CompareOptionsError::NoVerdict { least: 9, most: 5 }),
                "`min-games` 9 is above `max-games` 5: there would be no verdict; lower --min-games 9, or \
                 raise --max-games 5",
            ),
            (
                &CompareError::CompareOptions(CompareOptionsError::Hypotheses { h0: 5.0, h1: 2.5 }),
                "`elo0` 5 is not below `elo1` 2.5; lower --elo0 5, or raise --elo1 2.5",
            ),
        ]);
    }

    #[test]
    fn folders_and_shards_have_remedies() {
        let changed = "a/config.toml was changed since the run began";
        check(&[
            (
                &FolderError::Exists(a()),
                "a exists and is not empty; take --force to replace the run in it, or another --out",
            ),
            (
                &FolderError::NoRun(a()),
                "a contains files that do not belong to a run; nothing was removed; take another --out",
            ),
            (
                &FolderError::NoScores(PathBuf::from("a/scores.csv"), "plies.csv"),
                "a/scores.csv is missing or cut, and plies.csv beside it has data of games; restore it, or \
                 play again with --force",
            ),
            (
                &FolderError::Edited(a(), "1f".to_owned()),
                &format!(
                    "{changed}: `check` in its table `run` is not that of the text; change it back (if the \
                     change is meant and none of the games, set check = \"1f\"), or start a new run with --out"
                ),
            ),
            (
                &FolderError::Unchecked(a()),
                &format!("{changed}: its last line, `check`, is missing; {SPOILED}"),
            ),
            (&MergeError::IntoShard(a()), "a is one of the shards; take another --out"),
            (
                &MergeError::Missing { index: 2, count: 3, given: 2 },
                "shard 2/3 is missing, 2 of 3 were given; play it with --shard 2/3",
            ),
            (
                &MergeError::Unfinished { dir: a(), next: 3, end: 8 },
                "a is not finished: game 3 is the next of 8; `lettergame resume a` resumes it",
            ),
        ]);
    }

    #[test]
    fn an_existing_run_can_be_resumed() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("config.toml"), "").unwrap();
        let (place, shown) = (dir.path().to_owned(), dir.path().display());
        let text = format!(
            "{shown} exists and is not empty; take --force to replace the run in it, `lettergame resume {shown}` \
             to continue it, or another --out"
        );
        assert_eq!(FolderError::Exists(place).with_remedy(), text);
    }

    #[test]
    fn configs_and_threads_have_remedies() {
        let shard: Shard = "1/2".parse().unwrap();
        let nobody = "no players; name at least one, as in --players letter-value,random, or with \
                      `players = [...]` in a config";
        check(&[
            (&RawConfigError::NoPlayers, nobody),
            (&ScheduleError::NoPlayers, nobody),
            (
                &WordsError::OtherLetters,
                "the words are of other letters than the tiles: expected a word list in the language of the tiles \
                 with --lexicon FILE",
            ),
            (
                &ScheduleError::Sharded { kind: "swiss".to_owned(), shard },
                "swiss cannot be played in parts, because a stage depends on the one before; leave out \
                 --shard 1/2, or play it on a cluster with python -m lettergame.ray",
            ),
            (
                &ContestError::Threads(no_threads()),
                "cannot start the threads: no more; take fewer with --threads",
            ),
        ]);
    }

    #[test]
    fn runs_and_replays_have_remedies() {
        check(&[
            (
                &RunError::OtherWords { dir: a(), list: "words.txt".to_owned() },
                &format!(
                    "a: the word list is not the one the run began with (words.txt); {SPOILED}"
                ),
            ),
            (
                &RunError::Edited(a()),
                &format!("a/config.toml was changed since the run began; {SPOILED}"),
            ),
            (
                &RunError::OtherRun(a()),
                "a contains another run: its config or its shard differs; take another --out, or replace it \
                 with --force",
            ),
            (
                &RunError::Threads(no_threads()),
                "cannot start the threads: no more; take fewer with --threads",
            ),
            (
                &RunError::NotDrawn { shown: a(), game: 9, known: 4 },
                "a: who plays game 9 follows from games that are not played yet; take a game below 4, or \
                 continue with `lettergame resume a`",
            ),
            (
                &RunError::NotRecorded(a()),
                "a: players are programs, which are not asked again, and the run has not recorded their \
                 moves; play it with --record plies to replay its games",
            ),
        ]);
    }

    #[test]
    fn tunings() {
        let effort = SubjectError::OnlyEffort {
            player: "champion".to_owned(),
            keys: "effort".to_owned(),
            first: "effort",
        };
        let champion = "player `champion`: higher values of effort cost time and are better; name the parameters to tune, as in --param effort=LOW..HIGH";
        check(&[
            (&effort, champion),
            (&TuneError::Subject(Box::new(effort.clone())), champion),
            (
                &SubjectError::NotBuiltIn("cmd:x".to_owned()),
                "player `cmd:x`: only built-in players can be tuned; `lettergame players` lists them",
            ),
            (
                &TuneError::InUse(a()),
                "a is in use: another process is writing to this log; wait for it, stop it, or name another \
                 file with --log",
            ),
            (
                &TuneError::LogExists(a()),
                "a exists: continue that tuning with --resume, or name another file with --log",
            ),
            (&TuneError::NoLog(a()), "a does not exist: leave out --resume to begin a tuning"),
            (
                &TuneError::Compare(Box::new(CompareError::NoField)),
                "candidates do not play each other: name the other players of every game with --against",
            ),
        ]);
    }

    #[test]
    fn comparisons() {
        check(&[
            (
                &CompareError::NoRace(1),
                "a race is between two candidates or more: --candidates names 1",
            ),
            (
                &CompareError::NoField,
                "candidates do not play each other: name the other players of every game with --against",
            ),
            (
                &CompareError::FixedSeats,
                "head to head, fixed seats would be part of the difference (--seats fixed); take rotate or \
                 permute, or a field with --against",
            ),
            (
                &RunsError::SamePlayers { a: a(), b: b(), names: "x, y".to_owned() },
                "a and b have the same players (x, y): name the player to compare with --player",
            ),
            (
                &RunsError::NoBlocks { a: a(), b: b() },
                "a and b have no complete deal in common; let them play on with `lettergame resume`",
            ),
        ]);
    }

    #[test]
    fn reports_and_histories_have_remedies() {
        check(&[
            (
                &DigestError::Changed(a()),
                &format!("a/config.toml was changed since the run began; {SPOILED}"),
            ),
            (
                &DigestError::RoundsNotRecorded(a()),
                "a has no rounds: record them with `record = \"rounds\"` or --record rounds",
            ),
            (
                &DigestError::NoGames(a()),
                "a has no complete game yet; `lettergame resume a` plays them",
            ),
            (
                &ParquetError::Unfinished(a()),
                "the last row of a is incomplete; finish the run with `lettergame resume`",
            ),
            (
                &HistoryError::Missing(a()),
                "the history a does not exist; `lettergame tournament --history a` begins one",
            ),
        ]);
    }

    #[test]
    fn addresses_in_use_have_a_remedy() {
        let [addr, free] = ["127.0.0.1:8080", "127.0.0.1:0"].map(|text| text.parse().unwrap());
        check(&[(
            &ServeError::Listen { addr, error: io::Error::other("in use"), free },
            "cannot listen at 127.0.0.1:8080: in use; choose another address with --addr, as in 127.0.0.1:0",
        )]);
    }

    #[test]
    fn wrapped_errors_keep_their_remedy() {
        let one = || FolderError::NoRun(a());
        let folder =
            "a contains files that do not belong to a run; nothing was removed; take another --out";
        let nobody = "no players; name at least one, as in --players letter-value,random, or with \
                      `players = [...]` in a config";
        let players =
            || PrepareError::Tournament(TournamentError::Schedule(ScheduleError::NoPlayers));
        check(&[
            (&FolderError::Config(RawConfigError::NoPlayers), nobody),
            (
                &FolderError::Value(a(), Box::new(RawConfigError::NoPlayers)),
                &format!("a/config.toml: {nobody}"),
            ),
            (&RecoverError::Folder(one()), folder),
            (&MergeError::Folder(one()), folder),
            (&MergeError::Append(one().into()), folder),
            (&MergeError::Recover(one().into()), folder),
            (&RunsError::Folder(one()), folder),
            (&RunsError::Rows(one().into()), folder),
            (&RunsError::Schedule(a(), ScheduleError::NoPlayers), &format!("a: {nobody}")),
            (&DigestError::Folder(one()), folder),
            (&DigestError::Recover(one().into()), folder),
            (
                &DigestError::Schedule(a(), ScheduleError::NoPlayers),
                &format!("a/config.toml: {nobody}"),
            ),
            (&ParquetError::Folder(one()), folder),
            (&ParquetError::Rows(one().into()), folder),
            (&players(), nobody),
            (&RunError::RawConfig(RawConfigError::NoPlayers), nobody),
            (
                &RunError::Prepare { place: "c:1:2: ".to_owned(), error: Box::new(players()) },
                &format!("c:1:2: {nobody}"),
            ),
            (&RunError::Schedule(ScheduleError::NoPlayers), nobody),
            (&RunError::Folder(one()), folder),
            (&RunError::Recover(one().into()), folder),
            (&CompareError::RawConfig(RawConfigError::NoPlayers), nobody),
            (
                &CompareError::Prepare { place: "c:1:2: ".to_owned(), error: players() },
                &format!("c:1:2: {nobody}"),
            ),
            (&CompareError::Run(Box::new(one().into())), folder),
            (&CompareError::Runs(Box::new(one().into())), folder),
            (
                &CompareError::Play(ContestError::Threads(no_threads())),
                "cannot start the threads: no more; take fewer with --threads",
            ),
            (&Damage::from(one()), folder),
            (&Damage::Schedule(a(), ScheduleError::NoPlayers), &format!("a/config.toml: {nobody}")),
        ]);
    }
}
