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
    /// It is a player of the class simulator, which needs the classes of that simulator and an adapter.
    #[error(
        "`{class}` is a player of the class simulator, which needs an adapter; \
         hand in a program that follows the protocol"
    )]
    ClassPlayer {
        /// The first file with such a player.
        class: String,
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

fn found(classes: &[String]) -> String {
    if classes.is_empty() { String::new() } else { format!(", found {}", classes.join(", ")) }
}

fn first(log: &[String]) -> String {
    log.iter().take(3).map(|line| line.trim()).collect::<Vec<_>>().join(" | ")
}
