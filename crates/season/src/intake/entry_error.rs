//! Why it is not known how a folder is started.

use std::io;
use std::time::Duration;

use thiserror::Error;

use crate::intake::refusal::IntakeError;

/// Why it is not known how a folder is started.
#[derive(Debug, Error)]
pub enum EntryError {
    /// The folder cannot be read.
    #[error(transparent)]
    Folder(#[from] IntakeError),
    /// No rule fits.
    #[error("no player in it; found {found}; {remedy}")]
    NoPlayer {
        /// The names of files.
        found: String,
        /// What to hand in instead.
        remedy: &'static str,
    },
    /// A command cannot be used.
    #[error("command `{command}`: {why}")]
    Command {
        /// As written.
        command: String,
        /// What is wrong, and what was expected.
        why: String,
    },
    /// The description of the player cannot be used.
    #[error("player.toml: {0}")]
    Description(String),
    /// There are sources in Java that have not been compiled.
    #[error("the sources in Java are not compiled; compile them, or hand in the classes")]
    NotBuilt,
    /// It is a player of the class simulator that has not been compiled with the classes of that simulator.
    #[error("`{class}` is a player of the class simulator, which is compiled with its classes")]
    ClassPlayer {
        /// The first file with such a player.
        class: String,
    },
    /// There are several players of the class simulator.
    #[error("several players of the class simulator: {}; hand in one of them", .0.join(", "))]
    ClassPlayers(
        /// Their classes.
        Vec<String>,
    ),
    /// No player of the class simulator can be made.
    #[error(
        "no player of the class simulator can be made{}; expected one class that is not abstract and has a \
         constructor without arguments",
        behind(.log)
    )]
    NoClassPlayer {
        /// What was left out and why.
        log: Vec<String>,
    },
    /// A tool for players of the class simulator is missing.
    #[error(
        "cannot find `{tool}`, which players of the class simulator need; install a JDK of Java 17 or newer"
    )]
    NoJdk {
        /// Its name.
        tool: String,
    },
    /// No class can be started.
    #[error(
        "no class can be started; expected one class with `public static void main(String[])`{}; \
         write the command into player.toml",
        found(.0)
    )]
    NoMain(
        /// The classes that could be, if there are several.
        Vec<String>,
    ),
    /// There is no compiler.
    #[error("cannot find `javac`; install a JDK of Java 17 or newer, or hand in compiled classes")]
    NoCompiler,
    /// The compiler reports errors.
    #[error("the sources do not compile: {}", first(.log))]
    Compiler {
        /// Its output.
        log: Vec<String>,
    },
    /// The compiler takes too long.
    #[error("compiling takes more than {} s; hand in compiled classes", .0.as_secs())]
    CompilerTime(Duration),
    /// The compiler writes too much.
    #[error("the compiled classes have more than {0} bytes; hand in less")]
    CompilerOutput(u64),
    /// The file system or the compiler does not do as told.
    #[error("cannot {action}: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The cause.
        source: io::Error,
    },
}

impl EntryError {
    /// The messages of the compiler, or what was left out and why.
    #[must_use]
    pub fn log(&self) -> &[String] {
        match self {
            EntryError::Compiler { log } | EntryError::NoClassPlayer { log } => log,
            _ => &[],
        }
    }
}

fn found(classes: &[String]) -> String {
    if classes.is_empty() { String::new() } else { format!(", found {}", classes.join(", ")) }
}

fn first(log: &[String]) -> String {
    log.iter().take(3).map(|line| line.trim()).collect::<Vec<_>>().join(" | ")
}

fn behind(log: &[String]) -> String {
    if log.is_empty() { String::new() } else { format!(": {}", first(log)) }
}
