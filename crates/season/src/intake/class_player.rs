//! Players of the class simulator: compiled with the classes of that simulator, which the arena has, and
//! started by its adapter.
//!
//! The compiler runs outside the sandbox, with limits of its time, memory and output. Nothing of the player
//! runs.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Instant;

use crate::intake::build::{BuildLimits, VARIABLES, flush, size, to_lines};
use crate::intake::entry::{Entry, Prepared};
use crate::intake::entry_error::EntryError;
use crate::intake::java::is_class_player_in;
use crate::intake::limited_run::run;
use crate::local_path::without_place;
use lettergame_arena::class_players::{
    ClassPlayer, ClassPlayersError, GatheredPlayers, copy_data, gather,
};
use lettergame_words::Lexicon;

/// The folder of what is added to the files of the player.
const FOLDER: &str = "class-player";
/// The player's data, in that folder.
const DATA: &str = "data";
/// What a Java tool says because of its environment.
const NOTICE: &str = "Picked up JAVA_TOOL_OPTIONS";

/// Compiles the one class player of a folder. What it needs is added to the folder.
pub(super) fn prepare_class_player(
    dir: &Path,
    limits: &BuildLimits,
    lexicon: &Lexicon,
) -> Result<Prepared, EntryError> {
    let io_error = |action| move |source| EntryError::Io { action, source };
    let dir = fs::canonicalize(dir).map_err(io_error("find the folder"))?;
    let place = dir.join(FOLDER);
    remove(&place).map_err(io_error("replace `class-player`"))?;
    // beside the folder: what is made is not gathered, and is moved in one step
    let parent = dir.parent().unwrap_or(&dir);
    let made = tempfile::tempdir_in(parent).map_err(io_error("create a temporary folder"))?;
    let folder = made.path().join(FOLDER);
    let tools = Tools { limits, folder: &folder, start: Instant::now() };
    let gathered = gather(&dir, &folder, &|command| tools.run(command))
        .map_err(|error| tools.refusal(error, &dir))?;
    let log = left_out(&gathered, &dir);
    let player = only(&gathered, &log, &dir)?;
    let copied = copy_data(Some(&dir), &folder.join(DATA), player.edition, lexicon)
        .map_err(|error| tools.refusal(error, &dir))?;
    flush(&folder).map_err(io_error("flush `class-player`"))?;
    fs::rename(&folder, &place).map_err(io_error("write `class-player`"))?;
    let entry = Entry::Program {
        command: player.command(Path::new(FOLDER)),
        memory_mib: None,
        env: BTreeMap::new(),
        data: copied.is_there.then(|| format!("{FOLDER}/{DATA}")),
        pondering: false,
    };
    let preset = Some(player.edition.preset());
    Ok(Prepared { entry, log, is_compiled: true, class_preset: preset })
}

fn remove(place: &Path) -> io::Result<()> {
    match fs::symlink_metadata(place) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(place),
        Ok(_) => Err(io::Error::other("it is a file; rename it")),
        Err(_) => Ok(()),
    }
}

/// The one player. One that was left out because it does not compile may be the one that is meant.
fn only<'a>(
    gathered: &'a GatheredPlayers,
    log: &[String],
    dir: &Path,
) -> Result<&'a ClassPlayer, EntryError> {
    let is_source = |(what, _): &&(String, String)| what.ends_with(".java");
    let mut sources = gathered.left.iter().filter(is_source);
    let log = log.to_vec();
    match gathered.players.as_slice() {
        [player] if !sources.any(|(path, _)| is_class_player_in(dir, path)) => Ok(player),
        [] if sources.next().is_none() => Err(EntryError::NoClassPlayer { log }),
        [] | [_] => Err(EntryError::Compiler { log }),
        several => Err(EntryError::ClassPlayers(
            several.iter().map(|player| player.class.clone()).collect(),
        )),
    }
}

/// What was left out and why, in the order in which it was found.
fn left_out(gathered: &GatheredPlayers, dir: &Path) -> Vec<String> {
    let line = |(what, why): &(String, String)| without_place(dir, &format!("{what}: {why}"));
    to_lines(gathered.left.iter().map(line).collect::<Vec<_>>().join("\n").as_bytes())
}

/// Runs the tools of Java within limits.
struct Tools<'a> {
    limits: &'a BuildLimits,
    /// Where they write.
    folder: &'a Path,
    start: Instant,
}

impl Tools<'_> {
    fn run(&self, mut command: Command) -> io::Result<Output> {
        for variable in VARIABLES {
            command.env_remove(variable);
        }
        let options = "-XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=1";
        command.env("JAVA_TOOL_OPTIONS", format!("-Xmx{}m {options}", self.limits.memory_mib));
        command.env("LC_ALL", "C.UTF-8");
        let fits = || size(self.folder) <= self.limits.bytes;
        let time = self.limits.time.saturating_sub(self.start.elapsed());
        let ended = run(command, time, self.limits.log_bytes, fits)?;
        if !fits() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let status = ended.status.ok_or(io::ErrorKind::TimedOut)?;
        Ok(Output { status, stdout: ended.output.clone(), stderr: ended.output })
    }

    /// Why the player is refused.
    fn refusal(&self, error: ClassPlayersError, dir: &Path) -> EntryError {
        match error {
            ClassPlayersError::Start { error, .. } if error.kind() == io::ErrorKind::TimedOut => {
                EntryError::CompilerTime(self.limits.time)
            }
            ClassPlayersError::Start { error, .. }
                if error.kind() == io::ErrorKind::FileTooLarge =>
            {
                EntryError::CompilerOutput(self.limits.bytes)
            }
            ClassPlayersError::Start { tool, error } if error.kind() == io::ErrorKind::NotFound => {
                EntryError::NoJdk { tool }
            }
            ClassPlayersError::Tool { said, .. } => {
                let said = without_place(dir, &said);
                let lines = said.lines().filter(|line| !line.starts_with(NOTICE));
                let said = lines.collect::<Vec<_>>().join("\n");
                EntryError::Compiler { log: to_lines(said.as_bytes()) }
            }
            error => EntryError::Io { action: "compile", source: io::Error::other(error) },
        }
    }
}
