//! Finds and compiles class players with the installed Java. No code of a player runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::cli::class_players::sdk::{CORE, EDITIONS, Source};
use crate::cli::class_players::write;
use crate::cli::exit::Failure;

/// A player has one core at a time, so a concurrent collector only costs. The word list fills the
/// heap at the start, and a heap that grows step by step is collected at each of them; the arena
/// limits the memory that the percentage refers to.
const JAVA_OPTIONS: &str = "-XX:+UseSerialGC -XX:InitialRAMPercentage=25";

/// An edition of the class simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edition {
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
    pub(super) fn preset(self) -> &'static str {
        match self {
            Edition::Newest | Edition::Seven2012 => "simulator",
            Edition::Seven2009 | Edition::First => "seven",
        }
    }
}

/// A player found.
#[derive(Clone, Debug)]
pub(super) struct ClassPlayer {
    /// Its class, with the package.
    pub(super) class: String,
    pub(super) edition: Edition,
}

impl ClassPlayer {
    /// The command that starts it in the folder of the class.
    pub(super) fn command(&self) -> String {
        let older = match self.edition {
            Edition::Newest => String::new(),
            older => format!("sdk/{}:", older.folder()),
        };
        format!("java {JAVA_OPTIONS} -cp sdk/core:{older}players words.Lgp '{}'", self.class)
    }
}

/// The players found.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) players: Vec<ClassPlayer>,
    /// Files and classes that were skipped, and why.
    pub(super) left: Vec<(String, String)>,
}

impl Gathered {
    /// The edition; all players in a folder share one.
    pub(super) fn edition(&self) -> Edition {
        self.players.first().map_or(Edition::Newest, |player| player.edition)
    }

    /// Each player with a unique name: that of its class, with as much of the package as needed.
    pub(super) fn named(&self) -> impl Iterator<Item = (String, &ClassPlayer)> {
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

/// Puts the drop-in into `sdk` and the classes of the players into `players` inside `dir`.
pub(super) fn gather(path: &Path, dir: &Path) -> Result<Gathered, Failure> {
    let work = tempfile::tempdir()
        .map_err(|error| Failure::Unusable(format!("cannot create temporary files: {error}")))?;
    for tool in ["javac", "java"] {
        run(Command::new(tool).arg("-version"))?;
    }
    put(CORE, &work.path().join("core"))?;
    put(EDITIONS, work.path())?;
    let core = dir.join("sdk").join("core");
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"]).arg(&core);
    let sources = CORE.iter().map(|(name, _)| work.path().join("core").join(name));
    run(javac.args(sources))?;
    let mut java = Command::new("java");
    java.arg("-cp").arg(&core).arg("words.Gather").arg(dir.join("sdk")).arg(dir.join("players"));
    let output = run(java.arg(work.path()).arg(path))?;
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

fn put(sources: &[Source], folder: &Path) -> Result<(), Failure> {
    sources.iter().try_for_each(|(name, text)| write(&folder.join(name), text))
}

/// Runs a Java tool to its end.
fn run(command: &mut Command) -> Result<Output, Failure> {
    let tool = PathBuf::from(command.get_program());
    let output = command.stdin(Stdio::null()).output().map_err(|error| {
        Failure::Unusable(format!(
            "cannot start {}: {error}; install a JDK of Java 17 or newer",
            tool.display()
        ))
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Failure::Unusable(format!("{} failed ({}): {said}", tool.display(), output.status)))
}

/// Parses the lines of `words.Gather`.
fn read(text: &str) -> Gathered {
    let mut found = Gathered::default();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        match cells[..] {
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

#[cfg(test)]
mod tests {
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
            (found.players[0].command(), found.edition())
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
}
