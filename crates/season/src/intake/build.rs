//! Compiles players in Java. Nothing of the player runs: the compiler gets no processors, and only its own
//! options.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::intake::contents::Contents;
use crate::intake::entry_error::EntryError;
use crate::intake::java::{BUILD, check_class_players, sources};
use crate::intake::limited_run::run;
use crate::intake::refusal::is_invisible;

/// How much a compiler may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildLimits {
    /// Its heap in mebibytes.
    pub memory_mib: u64,
    /// Its time.
    pub time: Duration,
    /// Maximum number of bytes of its messages that are kept.
    pub log_bytes: u64,
    /// Maximum total size of the compiled classes.
    pub bytes: u64,
}

impl Default for BuildLimits {
    fn default() -> BuildLimits {
        BuildLimits {
            memory_mib: 512,
            time: Duration::from_secs(60),
            log_bytes: 64 << 10,
            bytes: 20 << 20,
        }
    }
}

/// Variables that change what a Java tool does.
pub(super) const VARIABLES: [&str; 5] =
    ["CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVAC_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

/// Compiles the sources in Java of a folder that was taken in, except tests, into its folder `build`, which is
/// replaced; the folder has another [`fingerprint`](crate::fingerprint) afterwards. Returns the
/// messages of the compiler, without any if there are no sources.
///
/// # Errors
/// If the sources do not compile within the limits, or are those of a player of the class simulator.
pub fn build(dir: &Path, limits: &BuildLimits) -> Result<Vec<String>, EntryError> {
    let contents = Contents::read(dir)?;
    let sources = sources(&contents);
    if sources.is_empty() {
        return Ok(Vec::new());
    }
    check_class_players(dir, &sources)?;
    let javac = find_tool("javac").ok_or(EntryError::NoCompiler)?;
    let classes = dir.join(BUILD);
    make_empty(&classes).map_err(|source| EntryError::Io { action: "empty `build`", source })?;
    compile(&javac, dir, &sources, limits).inspect_err(|_| {
        let _ = fs::remove_dir_all(&classes);
    })
}

fn compile(
    javac: &Path,
    dir: &Path,
    sources: &[&str],
    limits: &BuildLimits,
) -> Result<Vec<String>, EntryError> {
    let io_error = |action| move |source| EntryError::Io { action, source };
    let arguments = tempfile::NamedTempFile::new().map_err(io_error("create a temporary file"))?;
    fs::write(arguments.path(), listed(sources)).map_err(io_error("write a temporary file"))?;
    let mut command = Command::new(javac);
    command
        .arg(format!("-J-Xmx{}m", limits.memory_mib))
        .args(["-J-XX:+UseSerialGC", "-J-XX:-UsePerfData", "-J-XX:TieredStopAtLevel=1"])
        .args(["-proc:none", "-nowarn", "-encoding", "UTF-8", "-cp", ".", "-d", BUILD])
        .arg(format!("@{}", arguments.path().display()))
        .env("LC_ALL", "C.UTF-8")
        .current_dir(dir);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    let classes = dir.join(BUILD);
    let fits = || size(&classes) <= limits.bytes;
    let start = Instant::now();
    let ended =
        run(command, limits.time, limits.log_bytes, fits).map_err(io_error("run `javac`"))?;
    let log = to_lines(&ended.output);
    if !fits() {
        return Err(EntryError::CompilerOutput(limits.bytes));
    }
    match ended.status {
        Some(status) if status.success() => {
            flush(&classes).map_err(io_error("flush `build`")).map(|()| log)
        }
        None if start.elapsed() > limits.time => Err(EntryError::CompilerTime(limits.time)),
        _ => Err(EntryError::Compiler { log }),
    }
}

/// The sources as a file of arguments. In front of each is a folder: `@x.java` would be such a file itself.
fn listed(sources: &[&str]) -> String {
    let mut text = String::new();
    for path in sources {
        let path = path.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "\"./{path}\"");
    }
    text
}

/// The path of a tool. Relative folders of the PATH do not count: the compiler starts among the files of a
/// team.
fn find_tool(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file())
}

fn make_empty(folder: &Path) -> io::Result<()> {
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(folder)?,
        Ok(_) => return Err(io::Error::other("it is a file; rename it")),
        Err(_) => {}
    }
    fs::create_dir(folder)
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder { &mut waiting } else { &mut found }.push(entry.path());
        }
    }
    found
}

pub(super) fn size(folder: &Path) -> u64 {
    let sizes =
        files(folder).into_iter().map(|path| fs::metadata(path).map_or(0, |data| data.len()));
    sizes.sum()
}

pub(super) fn flush(folder: &Path) -> io::Result<()> {
    let open = |path| fs::OpenOptions::new().append(true).open(path);
    files(folder).into_iter().try_for_each(|path| open(path)?.sync_all())
}

/// Lines that may be printed.
pub(super) fn to_lines(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    let is_odd = |char: char| (char.is_control() && char != '\t') || is_invisible(char);
    text.lines().map(|line| line.trim_end().replace(is_odd, "?")).collect()
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn no_source_is_an_argument_of_its_own() {
        assert_eq!(
            listed(&["@a.java", "b c.java", "d\"e\\.java"]),
            "\"./@a.java\"\n\"./b c.java\"\n\"./d\\\"e\\\\.java\"\n"
        );
    }
}
