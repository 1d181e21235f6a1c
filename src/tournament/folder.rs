//! The folder of a run: its files, created before the first game and complete after each batch.
//!
//! `config.toml` holds the config in full and, in its table `run`, what is needed to go on: the
//! shard, the fingerprint of all that decides the rows and that of the word list. `scores.csv`,
//! `rounds.csv` and `plies.csv` are only ever appended to, the scores last, so that a game whose
//! scores stand there is complete in all of them. No row has a line break in it. Where players are
//! programs, `faults.jsonl` has a line for each of their faults, and `logs/` what they wrote to standard
//! error.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::Name;
use crate::tournament::{Batch, Config, ConfigError, Draft, DraftError, Record, Shard};

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// There is something there already.
    #[error(
        "{0} exists and is not empty; take --force to replace the run in it, `lettergame resume {0}` to go on with it, or another --out"
    )]
    Exists(PathBuf),
    /// `--force` was given, but what is there is no run.
    #[error("{0} holds other things than a run; nothing was removed; take another --out")]
    NoRun(PathBuf),
    /// Another process is writing to it.
    #[error("{0} is in use: another process is playing this run; wait for it or stop it")]
    InUse(PathBuf),
    /// A file cannot be read, made or written.
    #[error("cannot {act} {path}: {error}")]
    Io {
        /// What was tried.
        act: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The config in it is wrong.
    #[error(transparent)]
    Config(#[from] DraftError),
    /// The config in it has no table `run`, or one that does not read.
    #[error("{0}/config.toml is not that of a run: its table `run` lacks or spoils `{1}`")]
    RunTable(PathBuf, &'static str),
    /// The shard in it does not read.
    #[error(transparent)]
    Shard(#[from] ConfigError),
}

/// What a run's `config.toml` says beyond the config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInfo {
    /// Which part of the tournament it is.
    pub shard: Shard,
    /// The fingerprint of all that decides the rows.
    pub fingerprint: String,
    /// The fingerprint of the word list.
    pub lexicon: String,
}

/// The open files of a run.
#[derive(Debug)]
pub struct RunFolder {
    dir: PathBuf,
    /// Scores, rounds, plies: as far as they are recorded.
    files: Vec<(PathBuf, File)>,
    /// `faults.jsonl`, once there was a fault.
    faults: Option<File>,
}

/// The log of a player's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// The player's name in files.
    pub name: Name,
    /// What it wrote, as far as it is kept.
    pub text: Vec<u8>,
}

/// The file of faults, and the folder of logs.
pub(super) const FAULTS: &str = "faults.jsonl";
const LOGS: &str = "logs";

/// The files of rows, in the order of [`Record`].
const ROWS: [&str; 3] = ["scores.csv", "rounds.csv", "plies.csv"];
/// Everything that a run writes.
const OWN: [&str; 9] = [
    FAULTS,
    "scores.csv",
    "rounds.csv",
    "plies.csv",
    "standings.csv",
    "ranking.csv",
    "config.toml",
    "config.toml.new",
    "timing.json",
];

/// Turns a failure of the system into an error that names the file.
pub(super) fn failed<'a>(
    act: &'static str,
    path: &'a Path,
) -> impl FnOnce(io::Error) -> FolderError + use<'a> {
    move |error| FolderError::Io { act, path: path.to_owned(), error }
}

impl RunFolder {
    /// Makes the folder with its config and the header lines of its files. An earlier run is
    /// replaced only with `force`, and nothing but a run ever is.
    ///
    /// # Errors
    /// When the folder exists or cannot be written.
    pub fn create(
        dir: &Path,
        config: &Config,
        info: &RunInfo,
        headers: &[Vec<u8>],
        force: bool,
    ) -> Result<RunFolder, FolderError> {
        RunFolder::check_free(dir, force)?;
        remove_run(dir)?;
        let made = RunFolder::make(dir, config, info, headers);
        if made.is_err() {
            // nothing half made is left behind; the error says why there is no run
            let _ = remove_run(dir);
            let _ = fs::remove_dir(dir);
        }
        made
    }

    /// The config comes first and whole, so that whatever a kill leaves can be resumed.
    fn make(
        dir: &Path,
        config: &Config,
        info: &RunInfo,
        headers: &[Vec<u8>],
    ) -> Result<RunFolder, FolderError> {
        fs::create_dir_all(dir).map_err(failed("create", dir))?;
        let mut folder = RunFolder { dir: dir.to_owned(), files: Vec::new(), faults: None };
        folder.write("config.toml.new", config_text(config, info).as_bytes())?;
        let (new, path) = (dir.join("config.toml.new"), dir.join("config.toml"));
        fs::rename(&new, &path).map_err(failed("write", &path))?;
        for (name, header) in ROWS.iter().zip(headers) {
            let path = dir.join(name);
            let mut file = File::create_new(&path).map_err(failed("create", &path))?;
            file.write_all(header).map_err(failed("write", &path))?;
            folder.files.push((path, file));
        }
        folder.lock()?;
        Ok(folder)
    }

    /// Keeps other processes from writing here as long as the folder is open.
    fn lock(&self) -> Result<(), FolderError> {
        let Some((_, scores)) = self.files.first() else { return Ok(()) };
        match scores.try_lock() {
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse(self.dir.clone())),
            // a file system without locks is as good as one nobody else uses
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Takes back a run that was made: removes its files, and the folder if nothing else is in it.
    pub(super) fn discard(self) {
        let dir = self.dir.clone();
        drop(self);
        RunFolder::discard_at(&dir);
    }

    /// The same for a run that was made there and is not open any more.
    pub fn discard_at(dir: &Path) {
        // what is left can be removed by hand; the cause is told by whoever discards
        let _ = remove_run(dir);
        let _ = fs::remove_dir(dir);
    }

    /// Can a run be made here? Nothing is changed.
    ///
    /// # Errors
    /// When the folder exists and `force` is not given, or holds other things than a run.
    pub fn check_free(dir: &Path, force: bool) -> Result<(), FolderError> {
        let names = names_in(dir)?;
        let known = |name: &OsString| {
            let path = dir.join(name);
            (OWN.iter().any(|own| name == own) && path.is_file())
                || (name == LOGS && holds_logs(&path))
        };
        match (names.is_empty(), force) {
            (true, _) => Ok(()),
            (false, false) => Err(FolderError::Exists(dir.to_owned())),
            (false, true) if names.iter().all(known) => Ok(()),
            (false, true) => Err(FolderError::NoRun(dir.to_owned())),
        }
    }

    /// Is there a run here?
    #[must_use]
    pub fn is_run(dir: &Path) -> bool {
        dir.join("config.toml").is_file()
    }

    /// Is this, under any name, a file that a run writes, in the folder of a run? The file need not be
    /// there yet.
    #[must_use]
    pub fn owns(file: &Path) -> bool {
        let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let (Some(name), Some(folder)) = (place.file_name(), place.parent()) else { return false };
        let is_log = folder.ends_with(LOGS) && folder.parent().is_some_and(RunFolder::is_run);
        is_log || (OWN.iter().any(|own| name == *own) && RunFolder::is_run(folder))
    }

    /// Opens the files of a run to append to them. Where no game is done yet, files that a kill left
    /// without their header line get it.
    ///
    /// # Errors
    /// When a file is missing or cannot be written, or another process is writing.
    pub fn open(dir: &Path, record: Record, headers: &[Vec<u8>]) -> Result<RunFolder, FolderError> {
        let starts = |path: &Path, header: &[u8]| {
            fs::read(path)
                .map_or(true, |found| found.len() < header.len() && header.starts_with(&found))
        };
        let length = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
        let paths: Vec<PathBuf> = row_files(dir, record).collect();
        let (Some(scores), Some(header)) = (paths.first(), headers.first()) else {
            return Ok(RunFolder { dir: dir.to_owned(), files: Vec::new(), faults: None });
        };
        if length(scores) <= header.len() as u64 {
            for (path, header) in
                paths.iter().zip(headers).filter(|(path, header)| starts(path, header))
            {
                fs::write(path, header).map_err(failed("write", path))?;
            }
        }
        let open = |path: PathBuf| -> Result<(PathBuf, File), FolderError> {
            let file = OpenOptions::new().append(true).open(&path);
            Ok((path.clone(), file.map_err(failed("open", &path))?))
        };
        let files = paths.into_iter().map(open).collect::<Result<_, _>>()?;
        let folder = RunFolder { dir: dir.to_owned(), files, faults: None };
        folder.lock()?;
        Ok(folder)
    }

    /// Reads the config of a run.
    ///
    /// # Errors
    /// When there is none, or it does not read.
    pub fn read_config(dir: &Path) -> Result<(Draft, RunInfo), FolderError> {
        let path = dir.join("config.toml");
        let text = fs::read_to_string(&path).map_err(failed("read", &path))?;
        let draft = Draft::from_toml(&text, &path.display().to_string())?;
        let table: toml::Table = text.parse().unwrap_or_default();
        let run = |key: &'static str| {
            let value = table.get("run").and_then(|run| run.get(key)?.as_str());
            value.ok_or(FolderError::RunTable(dir.to_owned(), key))
        };
        let info = RunInfo {
            shard: run("shard")?.parse()?,
            fingerprint: run("fingerprint")?.to_owned(),
            lexicon: run("lexicon")?.to_owned(),
        };
        Ok((draft, info))
    }

    /// Appends the rows of a batch and flushes them; the scores come last.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn append(&mut self, batch: &Batch) -> Result<(), FolderError> {
        if !batch.faults.is_empty() {
            self.append_faults(&batch.faults)?;
        }
        for ((path, file), rows) in self.files.iter_mut().zip(&batch.files).rev() {
            file.write_all(rows).and_then(|()| file.flush()).map_err(failed("write", path))?;
        }
        Ok(())
    }

    fn append_faults(&mut self, lines: &[u8]) -> Result<(), FolderError> {
        let path = self.dir.join(FAULTS);
        let mut file = match self.faults.take() {
            Some(file) => file,
            None => {
                let opened = OpenOptions::new().append(true).create(true).open(&path);
                opened.map_err(failed("open", &path))?
            }
        };
        file.write_all(lines).map_err(failed("write", &path))?;
        self.faults = Some(file);
        Ok(())
    }

    /// Writes the logs of programs below `logs/`, after those of an earlier part of the run.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write_logs(&self, logs: &[LogFile]) -> Result<(), FolderError> {
        let folder = self.dir.join(LOGS);
        if !logs.is_empty() {
            fs::create_dir_all(&folder).map_err(failed("create", &folder))?;
        }
        for LogFile { name, text } in logs {
            let path = folder.join(format!("{name}.log"));
            let file = OpenOptions::new().append(true).create(true).open(&path);
            let written = file.and_then(|mut file| file.write_all(text));
            written.map_err(failed("write", &path))?;
        }
        Ok(())
    }

    /// Writes a whole file of the folder, in place of an earlier one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.dir.join(name);
        fs::write(&path, bytes).map_err(failed("write", &path))
    }

    /// Where it is.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}

/// The paths of the row files of a run, the scores first.
pub(super) fn row_files(dir: &Path, record: Record) -> impl Iterator<Item = PathBuf> {
    ROWS.iter().take(record as usize + 1).map(move |name| dir.join(name))
}

fn config_text(config: &Config, info: &RunInfo) -> String {
    format!(
        "# This run can be repeated: lettergame tournament THIS-FILE --out ELSEWHERE\n{}\n\
         # What `resume` and `merge` check.\n[run]\nshard = \"{}\"\nfingerprint = \"{}\"\n\
         lexicon = \"{}\"\n",
        config.to_toml(),
        info.shard,
        info.fingerprint,
        info.lexicon
    )
}

/// What is in a folder; nothing if there is none.
fn names_in(dir: &Path) -> Result<Vec<OsString>, FolderError> {
    match fs::read_dir(dir) {
        Ok(entries) => Ok(entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(failed("use", dir)(error)),
    }
}

/// Is it a folder with nothing but logs in it?
fn holds_logs(folder: &Path) -> bool {
    let is_log = |entry: fs::DirEntry| entry.path().extension().is_some_and(|end| end == "log");
    fs::read_dir(folder).is_ok_and(|entries| entries.flatten().all(is_log))
}

/// Removes the files of a run.
fn remove_run(dir: &Path) -> Result<(), FolderError> {
    for name in names_in(dir)? {
        let path = dir.join(&name);
        let removed = if name == LOGS { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.map_err(failed("remove", &path))?;
    }
    Ok(())
}
