//! A player program as its user describes it, and how its command resolves on this machine.
//!
//! A program runs in a scratch folder. To keep the paths in its command valid there, paths with a slash
//! (alone, in colon-separated lists, after an equals sign) are made absolute, and plain names of files and
//! folders appear in the scratch folder as links. A program may read what its command names: a whole folder,
//! or a file and its neighbours, except hidden files, and never a whole home folder. The folder of such a
//! file may be listed: Python finds a module only in a folder that it can list. Where links need privileges
//! (Windows), all file names are made absolute instead, and lists are separated by semicolons.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf, is_separator};
use std::{env, fs};

use thiserror::Error;

use crate::data::{DataError, data_files};

/// Prefix of a command in a list of players.
pub const COMMAND_PREFIX: &str = "cmd:";
/// Prefix of a module file in a list of players.
pub const MODULE_PREFIX: &str = "wasm:";

/// The class that runs players of the class simulator.
const DROP_IN: &str = "words.Lgp";

/// Separator of path lists such as a class path.
const LIST_SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

/// File extensions of scripts.
const SCRIPTS: [&str; 8] = ["py", "js", "mjs", "rb", "pl", "lua", "sh", "jar"];

/// A player program as described on the command line or in a config.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The command, quoted like shell words.
    pub command: String,
    /// The base of the command's relative paths; absolute.
    pub cwd: PathBuf,
    /// Its environment, in addition to the variables that every program has.
    pub env: BTreeMap<String, String>,
    /// What it may read in addition to what its command names; absolute.
    pub allow_read: Vec<PathBuf>,
    /// Its data folder, whose files replace those in its scratch folder; absolute.
    pub data: Option<PathBuf>,
    /// Its memory limit in mebibytes.
    pub memory_mib: Option<u64>,
    /// Its time limit per decision in milliseconds.
    pub time_limit_ms: Option<u64>,
    /// Its time limit per game in milliseconds.
    pub game_time_ms: Option<u64>,
    /// Its time limit for hello in milliseconds.
    pub init_time_ms: Option<u64>,
    /// Whether it may keep thinking while it has nothing to answer.
    pub pondering: bool,
}

/// Why a program cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// The command is empty.
    #[error("the command is empty; write the command after cmd:, as in cmd:python3 mine.py")]
    Empty,
    /// A quote in the command is not closed.
    #[error(
        "`{0}`: a quote is not closed; commas separate players, so write a command with a comma in a [[player]] table of a config"
    )]
    Quotes(String),
    /// The folder is missing.
    #[error("the folder {0} does not exist")]
    Folder(PathBuf),
    /// The program does not exist.
    #[error("cannot find the program `{name}`{remedy}")]
    Missing {
        /// As typed.
        name: String,
        /// A possible remedy.
        remedy: String,
    },
    /// It exists but is not executable.
    #[error(
        "{0} is not executable; run chmod +x on it, or name its interpreter, as in cmd:python3 {0}"
    )]
    NotExecutable(PathBuf),
    /// A script named by the command does not exist.
    #[error("file `{name}` does not exist in {}, the base of the command's relative paths", cwd.display())]
    Script {
        /// As typed.
        name: String,
        /// The folder that was searched.
        cwd: PathBuf,
    },
    /// Its data folder cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A path that it may read does not exist.
    #[error("allow-read: {0} does not exist")]
    AllowRead(PathBuf),
}

/// A program with the resolved paths of everything it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Located {
    /// The executable; absolute.
    pub exe: PathBuf,
    /// Its arguments, with paths made absolute where necessary.
    pub args: Vec<String>,
    /// The links in the scratch folder: a name, and its target.
    pub links: Vec<(String, PathBuf)>,
    /// The files of its data folder: destinations in the scratch folder, and sources.
    pub files: Vec<(PathBuf, PathBuf)>,
    /// What may be read.
    pub reads: Vec<PathBuf>,
    /// Folders that may be listed: runtimes look for modules there.
    pub lists: Vec<PathBuf>,
}

impl Program {
    /// The program of a command whose relative paths are based on `cwd`.
    #[must_use]
    pub fn of_command(command: &str, cwd: &Path) -> Program {
        Program { command: command.to_owned(), cwd: cwd.to_owned(), ..Program::default() }
    }

    /// The class run by the class-player adapter, if the command starts it.
    #[must_use]
    pub fn class_player(&self) -> Option<String> {
        let words = shlex::split(&self.command)?;
        let mut after = words.iter().skip_while(|word| *word != DROP_IN).skip(1);
        after.find(|word| !word.starts_with('-')).cloned()
    }

    /// Resolves what the command names. Reads folders, starts nothing.
    ///
    /// # Errors
    /// If the program does not exist or is not executable, or the command cannot be parsed.
    pub fn locate(&self) -> Result<Located, ProgramError> {
        let words = shlex::split(&self.command)
            .ok_or_else(|| ProgramError::Quotes(self.command.clone()))?;
        let Some((name, args)) = words.split_first() else { return Err(ProgramError::Empty) };
        if !self.cwd.is_dir() {
            return Err(ProgramError::Folder(self.cwd.clone()));
        }
        let exe = self.executable(name)?;
        let mut found = Located { exe, ..Located::default() };
        if name.contains(is_separator) {
            found.may_read(&found.exe.clone());
        }
        if !name.contains(is_separator) {
            self.check_script(args)?;
        }
        for arg in args {
            let arg = self.resolved(arg, &mut found);
            found.args.push(arg);
        }
        if let Some(folder) = &self.data {
            found.files = data_files(folder)?;
            let taken = |name: &str| found.files.iter().any(|(file, _)| file.starts_with(name));
            found.links.retain(|(name, _)| !taken(name));
        }
        for path in &self.allow_read {
            let path = fs::canonicalize(path).map_err(|_| ProgramError::AllowRead(path.clone()))?;
            found.reads.push(path);
        }
        for paths in [&mut found.reads, &mut found.lists] {
            paths.sort();
            paths.dedup();
        }
        Ok(found)
    }

    /// Checks that an interpreter's script, its first argument that is not an option, exists.
    fn check_script(&self, args: &[String]) -> Result<(), ProgramError> {
        let Some(at) = args.iter().position(|arg| !arg.starts_with('-')) else { return Ok(()) };
        let first = &args[at];
        let path = Path::new(first);
        // -cp is followed by a list of paths
        if path.extension().is_some_and(|end| end == "jar") && (at == 0 || args[at - 1] != "-jar") {
            return Ok(());
        }
        let script = path.extension().is_some_and(|end| SCRIPTS.iter().any(|own| end == *own));
        if script && !self.cwd.join(path).exists() {
            let (name, cwd) = (first.clone(), self.cwd.clone());
            return Err(ProgramError::Script { name, cwd });
        }
        Ok(())
    }

    fn executable(&self, name: &str) -> Result<PathBuf, ProgramError> {
        if name.contains(is_separator) {
            let path: PathBuf = self.cwd.join(name).components().collect();
            if !path.is_file() {
                let remedy = format!(": {} is not a file", path.display());
                return Err(ProgramError::Missing { name: name.to_owned(), remedy });
            }
            return if is_executable(&path) {
                Ok(path)
            } else {
                Err(ProgramError::NotExecutable(path))
            };
        }
        let folders = env::var_os("PATH").unwrap_or_default();
        // with `.exe` on Windows, nothing elsewhere
        let file = with_suffix(name);
        let found = env::split_paths(&folders).map(|folder| folder.join(&file));
        let remedy = if self.cwd.join(name).is_file() {
            format!(" on the PATH; to run the file in {} write ./{name}", self.cwd.display())
        } else {
            " on the PATH; install it, or write its path".to_owned()
        };
        found
            .filter(|path| path.is_absolute())
            .find(|path| path.is_file() && is_executable(path))
            .ok_or(ProgramError::Missing { name: name.to_owned(), remedy })
    }

    /// The argument with every existing path changed to resolve from the scratch folder.
    fn resolved(&self, arg: &str, found: &mut Located) -> String {
        let (key, value) = match arg.split_once('=') {
            Some((key, value)) if !self.cwd.join(arg).exists() => (format!("{key}="), value),
            _ => (String::new(), arg),
        };
        let parts: Vec<String> =
            value.split(LIST_SEPARATOR).map(|part| self.resolved_part(part, found)).collect();
        key + &parts.join(LIST_SEPARATOR)
    }

    fn resolved_part(&self, part: &str, found: &mut Located) -> String {
        let path = self.cwd.join(part);
        if part.is_empty() || !path.exists() {
            return part.to_owned();
        }
        found.may_read(&path);
        let plain = cfg!(unix) && !part.contains(is_separator) && part != "." && part != "..";
        if !plain {
            // `a/./b` and `.` are normalised; links are kept
            return path.components().collect::<PathBuf>().display().to_string();
        }
        if part != "files" {
            found.links.push((part.to_owned(), path));
        }
        part.to_owned()
    }
}

impl Located {
    /// A whole folder; or a file with its neighbours.
    fn may_read(&mut self, path: &Path) {
        let Ok(path) = fs::canonicalize(path) else { return };
        let home = env::home_dir().and_then(|home| fs::canonicalize(home).ok());
        let holds_homes = |folder: &Path| {
            let others = [env::temp_dir(), PathBuf::from("/tmp")];
            folder.parent().is_none()
                || home.as_ref().is_some_and(|home| home.starts_with(folder))
                || others.iter().any(|other| other.starts_with(folder))
        };
        if path.is_dir() {
            if holds_homes(&path) {
                self.may_read_in(&path);
            } else {
                self.reads.push(path);
            }
            return;
        }
        if let Some(folder) = path.parent().filter(|folder| !holds_homes(folder)) {
            self.may_read_in(folder);
        }
        self.reads.push(path);
    }

    /// Every non-hidden entry of a folder.
    fn may_read_in(&mut self, folder: &Path) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        self.lists.push(folder.to_owned());
        let shown = entries.flatten().filter(|entry| !is_hidden(&entry.path()));
        self.reads.extend(shown.map(|entry| entry.path()));
    }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// A name with the executable suffix of the system.
fn with_suffix(name: &str) -> String {
    if name.ends_with(env::consts::EXE_SUFFIX) {
        return name.to_owned();
    }
    format!("{name}{}", env::consts::EXE_SUFFIX)
}

fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.is_file()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Program, ProgramError};

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("bots/build")).unwrap();
        for file in ["bots/mine.py", "bots/words.txt", "bots/.secret", "plain.py"] {
            fs::write(folder.path().join(file), "x").unwrap();
        }
        folder
    }

    #[test]
    fn relative_paths_in_a_command_are_resolved() {
        let folder = folder();
        let at = |part: &str| folder.path().join(part).display().to_string();
        let program = Program::of_command(
            "sh bots/mine.py plain.py -cp bots/build:bots:other --data=bots/words.txt 'a b'",
            folder.path(),
        );
        let found = program.locate().unwrap();
        assert!(found.exe.is_absolute() && found.exe.ends_with("sh"));
        let lists = format!("{}:bots:other", at("bots/build"));
        let data = format!("--data={}", at("bots/words.txt"));
        assert_eq!(found.args, [&at("bots/mine.py"), "plain.py", "-cp", &lists, &data, "a b"]);
        let names: Vec<&str> = found.links.iter().map(|link| link.0.as_str()).collect();
        assert_eq!(names, ["plain.py", "bots"]);
    }

    #[test]
    fn siblings_of_a_file_are_readable_except_hidden_ones() {
        let folder = folder();
        let found = Program::of_command("sh bots/mine.py", folder.path()).locate().unwrap();
        let reads: Vec<String> = found
            .reads
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(reads, ["build", "mine.py", "words.txt"]);
        assert_eq!(found.lists, [folder.path().join("bots").canonicalize().unwrap()]);
    }

    #[test]
    fn a_program_that_cannot_start_is_named() {
        let folder = folder();
        let error =
            |command: &str| Program::of_command(command, folder.path()).locate().unwrap_err();
        assert_eq!(error(" "), ProgramError::Empty);
        assert_eq!(error("sh 'x"), ProgramError::Quotes("sh 'x".to_owned()));
        assert!(error("no-such-program-x").to_string().contains("install it"));
        assert!(error("./none.py").to_string().contains("none.py is not a file"));
        assert!(error("plain.py").to_string().ends_with("write ./plain.py"));
        assert!(error("sh none.py").to_string().contains("file `none.py` does not exist in"));
        assert!(
            error("sh -jar none.jar").to_string().contains("file `none.jar` does not exist in")
        );
        let lists = Program::of_command("sh -cp build:none.jar Main", folder.path());
        assert!(lists.locate().is_ok(), "a list of paths is not a script");
        assert!(error("./plain.py").to_string().contains("chmod +x"));
    }
}
