//! Finds and compiles class players with the installed Java. No code of a player runs.

use std::path::Path;
use std::process::{Command, Output};
use std::{fs, io};

use crate::class_players::error::ClassPlayersError;
use crate::class_players::sdk::{CORE, EDITIONS, Source};
use crate::class_players::write;

/// A player has one core at a time, so a concurrent collector only costs. The word list fills the
/// heap at the start, and a heap that grows step by step is collected at each of them; the arena
/// limits the memory that the percentage refers to.
const JAVA_OPTIONS: &str = "-XX:+UseSerialGC -XX:InitialRAMPercentage=25";

/// An edition of the class simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// `words.core`.
    Newest,
    /// `seven` of 2012.
    Seven2012,
    /// `seven` of 2009, where no player may hold more than seven letters.
    Seven2009,
    /// `lettergame.ui`, the first.
    First,
}

impl Edition {
    const ALL: [Edition; 4] =
        [Edition::Newest, Edition::Seven2012, Edition::Seven2009, Edition::First];

    /// The folder with its classes.
    fn folder(self) -> &'static str {
        match self {
            Edition::Newest => "core",
            Edition::Seven2012 => "seven-2012",
            Edition::Seven2009 => "seven-2009",
            Edition::First => "lettergame-ui",
        }
    }

    /// The preset with its scoring rules.
    #[must_use]
    pub fn preset(self) -> &'static str {
        match self {
            Edition::Newest | Edition::Seven2012 => "simulator",
            Edition::Seven2009 | Edition::First => "seven",
        }
    }
}

/// A player found.
#[derive(Clone, Debug)]
pub struct ClassPlayer {
    /// Its class, with the package.
    pub class: String,
    /// What it was written for.
    pub edition: Edition,
}

impl ClassPlayer {
    /// The command that starts it; `folder` is where it was gathered, from the base of the command's paths.
    #[must_use]
    pub fn command(&self, folder: &Path) -> String {
        let part = |below: &str| folder.join(below).display().to_string();
        let mut class_path = vec![part("sdk/core")];
        if self.edition != Edition::Newest {
            class_path.push(part(&format!("sdk/{}", self.edition.folder())));
        }
        class_path.push(part("players"));
        format!("java {JAVA_OPTIONS} -cp {} words.Lgp '{}'", class_path.join(":"), self.class)
    }
}

/// The players found.
#[derive(Debug, Default)]
pub struct GatheredPlayers {
    /// Each of them.
    pub players: Vec<ClassPlayer>,
    /// Files and classes that were skipped, and why.
    pub left: Vec<(String, String)>,
}

impl GatheredPlayers {
    /// The edition; all players in a folder share one.
    #[must_use]
    pub fn edition(&self) -> Edition {
        self.players.first().map_or(Edition::Newest, |player| player.edition)
    }

    /// Each player with a unique name: that of its class, with as much of the package as needed.
    pub fn named(&self) -> impl Iterator<Item = (String, &ClassPlayer)> {
        self.players.iter().map(|player| (self.name(player), player))
    }

    fn name(&self, player: &ClassPlayer) -> String {
        let parts = |class: &str, count: usize| -> String {
            let all: Vec<&str> = class.split('.').collect();
            all[all.len().saturating_sub(count)..].join(".")
        };
        let is_alone = |count: &usize| {
            let own = parts(&player.class, *count);
            self.players.iter().filter(|other| parts(&other.class, *count) == own).count() == 1
        };
        (1..10).find(is_alone).map_or(player.class.clone(), |count| parts(&player.class, count))
    }
}

/// Runs a Java tool to its end. An error of the kind [`TimedOut`](io::ErrorKind::TimedOut) or the like is for a
/// caller that limits tools.
pub type RunTool<'a> = dyn Fn(Command) -> io::Result<Output> + 'a;

/// Puts the drop-in into `sdk` and the classes of the players in `path` into `players` inside `dir`. Java tools
/// are started by `run`.
///
/// # Errors
/// If there is no Java that can compile, or files cannot be written. A player that does not compile is left out,
/// which is no error.
pub fn gather(
    path: &Path,
    dir: &Path,
    run: &RunTool<'_>,
) -> Result<GatheredPlayers, ClassPlayersError> {
    // a hidden folder is no part of what is gathered, even if `path` contains `dir`
    let work = fs::create_dir_all(dir)
        .and_then(|()| tempfile::Builder::new().prefix(".work").tempdir_in(dir));
    let work = work.map_err(ClassPlayersError::Temporary)?;
    put(CORE, &work.path().join("core"))?;
    put(EDITIONS, work.path())?;
    let core = dir.join("sdk").join("core");
    // the compiler is at its end before more than its first tier pays off
    let mut javac = Command::new("javac");
    javac.args(["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"]);
    javac.args(["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"]).arg(&core);
    javac.args(CORE.iter().map(|(name, _)| work.path().join("core").join(name)));
    succeed(javac, run)?;
    let mut java = Command::new("java");
    java.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]);
    java.arg("-cp").arg(&core).arg("words.Gather").arg(dir.join("sdk")).arg(dir.join("players"));
    java.arg(work.path()).arg(path);
    let output = succeed(java, run)?;
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

fn put(sources: &[Source], folder: &Path) -> Result<(), ClassPlayersError> {
    sources.iter().try_for_each(|(name, text)| write(&folder.join(name), text))
}

/// Runs a tool that must succeed.
fn succeed(command: Command, run: &RunTool<'_>) -> Result<Output, ClassPlayersError> {
    let tool = command.get_program().display().to_string();
    match run(command) {
        Ok(output) if output.status.success() => Ok(output),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(ClassPlayersError::Tool { tool, status: output.status, said })
        }
        Err(error) => Err(ClassPlayersError::Start { tool, error }),
    }
}

/// Parses the complete lines of `words.Gather`.
fn read(text: &str) -> GatheredPlayers {
    let mut found = GatheredPlayers::default();
    for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        let cells: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
        match cells[..] {
            ["player", class, _] if !is_class_name(class) => {
                let why = "its name is not that of a class in Java";
                found.left.push((class.to_owned(), why.to_owned()));
            }
            ["player", class, edition] => {
                let edition = Edition::ALL.into_iter().find(|known| known.folder() == edition);
                let player =
                    edition.map(|edition| ClassPlayer { class: class.to_owned(), edition });
                found.players.extend(player);
            }
            ["left", what, why] => found.left.push((what.to_owned(), why.to_owned())),
            _ => {}
        }
    }
    found
}

/// Whether a name can be that of a compiled source: a class file may bear any.
fn is_class_name(name: &str) -> bool {
    name.chars().all(|char| char.is_alphanumeric() || matches!(char, '.' | '_' | '$'))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Edition, JAVA_OPTIONS, read};

    #[test]
    fn players_get_distinct_names() {
        let found = read(
            "player\twords.g1.Group1Player\tcore\nplayer\twords.g2.Player\tcore\nplayer\twords.g3.Player\tcore\n\
             left\tA.java\tline 3: no\n",
        );
        let names: Vec<String> = found.named().map(|(name, _)| name).collect();
        assert_eq!(names, ["Group1Player", "g2.Player", "g3.Player"]);
        assert_eq!(found.left, [("A.java".to_owned(), "line 3: no".to_owned())]);
    }

    #[test]
    fn a_command_names_the_edition() {
        let command = |edition: &str| {
            let found = read(&format!("player\tseven.g1.G1\t{edition}\n"));
            (found.players[0].command(Path::new("")), found.edition())
        };
        assert_eq!(
            command("core").0,
            format!("java {JAVA_OPTIONS} -cp sdk/core:players words.Lgp 'seven.g1.G1'")
        );
        let (older, edition) = command("seven-2009");
        assert_eq!(
            older,
            format!(
                "java {JAVA_OPTIONS} -cp sdk/core:sdk/seven-2009:players words.Lgp 'seven.g1.G1'"
            )
        );
        assert_eq!((edition, edition.preset()), (Edition::Seven2009, "seven"));
    }

    #[test]
    fn a_command_names_the_folder() {
        let found = read("player\tseven.g1.G1\tseven-2012\n");
        let wanted = "-cp a/sdk/core:a/sdk/seven-2012:a/players words.Lgp 'seven.g1.G1'";
        assert!(found.players[0].command(Path::new("a")).ends_with(wanted), "{found:?}");
    }

    #[test]
    fn only_names_of_classes_and_complete_lines_count() {
        let found =
            read("player\ta' --batch 'b\tcore\nplayer\twords.g1.É$1\tcore\nplayer\ta\tcore");
        assert_eq!(found.players.len(), 1, "{found:?}");
        assert_eq!(found.players[0].class, "words.g1.É$1");
        assert_eq!(found.left[0].0, "a' --batch 'b");
    }
}
