//! Checks that the files of a run are what was written, and agree with each other.

use std::fs;
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use thiserror::Error;

use crate::part_sealer::PartTallies;
use crate::phrases::COMMAND_LINE;
use crate::replayed::{can_replay, check_games, load_recorded, rows_of};
use crate::{RunError, prepared_run};
use lettergame_base::{Cause, Diagnosed, Diagnosis};
use lettergame_plan::{Config, Schedule, ScheduleError};
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, PrepareError};
use lettergame_report::{Format, Placing, Standing, TableError, Tally};
use lettergame_run::{
    Manifest, Progress, RecoverError, RunFolder, RunInfo, RunLock, RunRows, StoredPart,
    part_folder, scan_run,
};

/// A defect in the files of a run.
#[derive(Debug, Error)]
pub enum Damage {
    /// The config or the rows cannot be read, or are not what was written.
    #[error(transparent)]
    Run(Box<RunError>),
    /// The schedule of the config is impossible, or cannot be split into parts.
    #[error("{0}/config.toml: {1}")]
    Schedule(PathBuf, ScheduleError),
    /// A file is missing or invalid.
    #[error("{0}")]
    File(String),
}

impl Diagnosed for Damage {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            Damage::Run(error) => error.diagnosis(),
            Damage::Schedule(_, error) => error.diagnosis(),
            Damage::File(_) => Cause::Check.into(),
        }
    }
}

impl<E: Into<RunError>> From<E> for Damage {
    fn from(error: E) -> Damage {
        Damage::Run(Box::new(error.into()))
    }
}

/// The result of checking a run's folder.
#[derive(Debug, Default)]
pub struct Verified {
    /// The number of complete games.
    pub games: u64,
    /// The number there should be.
    pub total: u64,
    /// The defects.
    pub findings: Vec<Damage>,
    /// What could not be checked, one line each.
    pub remarks: Vec<String>,
}

/// Checks every file of a run against its seal, the schedule and the rules of its rows,
/// without playing. Any defect is in the result. Linear in the rows.
#[must_use]
pub fn verify(dir: &Path) -> Verified {
    let mut found = Verified::default();
    let checked = match Head::read(dir) {
        Ok(head) => found.check(&head),
        Err(error) => Err(error),
    };
    if let Err(error) = checked {
        found.findings.push(error);
    }
    match RunFolder::altered_files(dir) {
        Ok(wrong) => found.findings.extend(wrong.into_iter().map(Damage::File)),
        Err(error) => found.findings.push(error.into()),
    }
    found.findings.dedup_by_key(|damage| damage.to_string());
    found
}

/// Replays all complete games of a run and compares their rows byte by byte: from recorded plies
/// or, if all players are built in, by asking them. Returns the number of games compared. Calls
/// `each` after each game.
///
/// # Errors
/// The first game with different rows; programs without recorded plies; and the errors of resuming
/// a run.
pub fn replay_all(dir: &Path, each: impl FnMut()) -> Result<u64, RunError> {
    let host_options = HostOptions { read_only: true, ..HostOptions::default() };
    let (prepared, info) = prepared_run(dir, &host_options)?;
    let tournament = &*prepared.tournament;
    let rows = rows_of(dir, &info, &prepared);
    if !can_replay(&rows, tournament) {
        return Err(RunError::NotRecorded(dir.to_owned()));
    }
    let Progress { next, .. } = scan_run(&rows, |score| load_recorded(tournament, dir, score))?;
    check_games(&rows, tournament, rows.games.start..next, each)?;
    Ok(next - rows.games.start)
}

/// Whether another version wrote it. Its columns then differ.
fn is_older(name: &str, found: Option<&[u8]>) -> bool {
    let header = Standing::table(&[]).columns().join(",");
    let first = found.and_then(|text| text.split(|byte| *byte == b'\n').next());
    let looks_so = |line: &[u8]| line.starts_with(b"player,games,") && line != header.as_bytes();
    name == "standings.csv" && first.is_some_and(looks_so)
}

/// Says so if the counts of a part are not those of its rows.
fn unlike(dir: &Path, (games, tally): &(Range<u64>, Tally)) -> Option<String> {
    let found = RunFolder::read_tally(dir, Some(games)).ok();
    let path = part_folder(dir, games).join("tally.json");
    (found != Some(tally.to_json())).then(|| format!("{} does not match the rows", path.display()))
}

/// A run before its rows are read.
struct Head<'a> {
    dir: &'a Path,
    config: Config,
    info: RunInfo,
    schedule: Schedule,
}

impl Head<'_> {
    fn read(dir: &Path) -> Result<Head<'_>, Damage> {
        let (config, info) = RunFolder::read_config(dir)?;
        if config.fingerprint(&info.lexicon) != info.fingerprint {
            return Err(RunError::Edited(dir.to_owned()).into());
        }
        let wrong = |error| Damage::Schedule(dir.to_owned(), error);
        let schedule = config.schedule().map_err(wrong)?;
        schedule.admit(info.shard).map_err(wrong)?;
        Ok(Head { dir, config, info, schedule })
    }
}

impl Verified {
    /// Checks rows and what is derived from them; an error means the rest cannot be checked.
    fn check(&mut self, head: &Head<'_>) -> Result<(), Damage> {
        let Head { dir, config, info, schedule } = head;
        let names = config.player_names();
        let unknown = |error: PrepareError| RunError::Prepare {
            place: String::new(),
            error: Box::new(error),
        };
        let shape = registry::find(&config.game).map_err(unknown)?.rows;
        let rows = RunRows::of(dir, info, config.record, (schedule, &names), Some(shape));
        self.total = rows.games.end - rows.games.start;
        let mut tally = Tally::of(schedule, &names);
        let manifest = RunFolder::has_manifest(dir).then(|| Manifest::read(dir)).transpose()?;
        let listed: Vec<_> = manifest.iter().flat_map(|found| &found.parts).collect();
        let ranges: Vec<_> = listed.into_iter().map(StoredPart::games).collect();
        let part_of = move |game| {
            let place = ranges.partition_point(|games| games.end <= game);
            ranges.get(place).cloned().unwrap_or(game..game + 1)
        };
        let mut parts = PartTallies::new(schedule, &names, rows.games.start, part_of);
        let mut wrong = Vec::new();
        let (found, altered) = thread::scope(|scope| {
            let altered = scope.spawn(|| RunFolder::altered_rows(dir));
            let found = scan_run(&rows, |score| {
                tally.add(score);
                if manifest.is_some() {
                    parts.add(score);
                    wrong.extend(parts.take().iter().filter_map(|part| unlike(dir, part)));
                }
                Ok(())
            });
            (found, altered.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        if let Some(manifest) = &manifest {
            let own = (info.fingerprint.as_str(), rows.games.clone());
            if (manifest.fingerprint.as_str(), manifest.games()) != own {
                wrong.push(format!("{}/manifest.json is of another run", dir.display()));
            }
            wrong.extend(manifest.differences(dir)?);
        }
        self.findings.extend(wrong.into_iter().map(Damage::File));
        let found = found?;
        self.findings.extend(altered?.into_iter().map(Damage::File));
        self.games = tally.games();
        if !info.checked {
            self.remarks.push(format!(
                "{}: an earlier version began this run, without checksums: what its files say is \
                 consistent, but not every changed byte would be found",
                dir.display()
            ));
        }
        if self.games < self.total {
            self.unfinished(dir);
            return Ok(());
        }
        let behind = |path: &Path| RecoverError::Longer(path.to_owned()).into();
        self.findings.extend(found.longer().into_iter().map(behind));
        if info.checked && !rows.ended {
            let seal = if info.parts.is_some() { "manifest.json" } else { "part.json" };
            let (dir_shown, resume) = (dir.display(), COMMAND_LINE.resume(dir));
            let text = format!(
                "{dir_shown}: all games are played, but {seal} is missing; {resume} completes the run"
            );
            // it is written last: before that, the run is still being played or was stopped
            if RunLock::is_held(dir) || !dir.join("standings.csv").exists() {
                self.remarks.push(text);
                return Ok(());
            }
            self.findings.push(Damage::File(text));
        }
        let mut compared = |name: &str, text: Result<String, TableError>| {
            let (path, text) = (dir.join(name), text.unwrap_or_default());
            let found = fs::read(&path).ok();
            let shown = path.display();
            match (found.as_deref() == Some(text.as_bytes()), info.checked) {
                (true, _) => {}
                (false, true) if found.is_none() => {
                    self.findings.push(Damage::File(format!("{shown} is missing")))
                }
                (false, true) if is_older(name, found.as_deref()) => self.remarks.push(format!(
                    "{shown} has other columns than this version writes: only its checksum was checked"
                )),
                (false, true) => {
                    let text = format!("{shown} does not match the rows");
                    self.findings.push(Damage::File(text));
                }
                (false, false) => {
                    self.remarks.push(format!("{shown} differs from what this version computes from the rows"))
                }
            }
        };
        compared("standings.csv", Standing::table(&tally.standings()).render(Format::Csv));
        if RunFolder::has_manifest(dir) {
            let json = tally.to_json();
            compared("tally.json", Ok(String::from_utf8_lossy(&json).into_owned()));
        }
        if let Some(ranking) = schedule.ranking() {
            let table = Placing::table(&Placing::all(&ranking, &names));
            compared("ranking.csv", table.render(Format::Csv));
        }
        Ok(())
    }

    fn unfinished(&mut self, dir: &Path) {
        let (games, total, resume) = (self.games, self.total, COMMAND_LINE.resume(dir));
        let dir = dir.display();
        self.remarks
            .push(format!("{dir}: {games} of {total} games are done; {resume} plays the rest"));
    }
}
