//! A program ready to be started any number of times: everything but the process.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{fs, io};

use crate::cleanup::Folder;
use crate::in_process::InProcessPlayers;
use crate::messages::{self, LimitsMessage};
use crate::process::{EventSender, Process, Tag};
use crate::program::{Located, Program, ProgramError};
use lettergame_game::Presented;
use lettergame_sandbox::{self as sandbox, Enforced, Mode, Spec};
use lettergame_words::Lexicon;

/// Maximum number of asks in progress for a program that declares the capability.
pub const BATCH: usize = 64;
/// Default memory limit in mebibytes.
pub const MEMORY_MIB: u64 = 1024;
/// Maximum size of a program's scratch folder in bytes.
const DISK: u64 = 256 << 20;
/// Processor time limit of a process, which may serve a long run: a day.
const CPU_SECONDS: u64 = 86_400;
/// Maximum number of concurrent processes of a player.
const PROCESSES: u32 = 64;
/// Default time limit for hello, and additional time for the first decision of a game.
const INIT: Duration = Duration::from_secs(10);
const NEW: Duration = Duration::from_secs(10);
/// Default time limit for a game, as a multiple of that for a decision.
const GAME: u32 = 30;

/// The limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time limit for hello.
    pub init: Duration,
    /// Additional time for the first decision of a game.
    pub new: Duration,
    /// Time limit per decision.
    pub choose: Duration,
    /// Time limit for all decisions of a game.
    pub game: Duration,
    /// Memory limit in mebibytes.
    pub memory_mib: u64,
}

/// How programs are hosted: the same for all programs of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostOptions {
    /// Whether they are sandboxed.
    pub sandbox: Mode,
    /// What all of them may read in addition to their own files; absolute.
    pub allow_read: Vec<PathBuf>,
    /// The program that sandboxes them: `lettergame` itself, which re-executes itself as a launcher; `None`
    /// is the running program.
    pub launcher: Option<PathBuf>,
    /// Programs may keep thinking while they have nothing to answer.
    pub pondering: bool,
    /// Programs are not asked, only their recorded moves are read: they need not exist.
    pub read_only: bool,
    /// Decisions of in-process players are timed, not only those of programs.
    pub time_decisions: bool,
    /// Messages contain unknown fields, to check that programs ignore them.
    pub odd_fields: bool,
    /// The in-process players by name.
    pub residents: InProcessPlayers,
}

/// Time limits for all programs that do not set their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// Per decision; by default the game's.
    pub choose: Option<Duration>,
    /// For all decisions of a game; by default 30 times that per decision.
    pub game: Option<Duration>,
    /// For hello; by default 10 seconds.
    pub init: Option<Duration>,
}

/// The environment for running programs.
#[derive(Clone, Debug)]
pub struct ProgramHost {
    host_options: HostOptions,
    launcher: PathBuf,
    enforced: Enforced,
    times: TimeLimits,
    words: Arc<WordFiles>,
}

impl ProgramHost {
    /// A host that provides the words of a lexicon. Detects which sandbox features this system offers (takes
    /// about ten milliseconds).
    ///
    /// # Errors
    /// If a complete sandbox is required and this system does not offer one; if this program cannot find its
    /// own executable; if temporary folders cannot be created.
    pub fn new(
        host_options: &HostOptions,
        lexicon: &Lexicon,
        times: TimeLimits,
    ) -> io::Result<ProgramHost> {
        let launcher = host_options.launcher.clone().map_or_else(std::env::current_exe, Ok)?;
        let enforced = match host_options.sandbox {
            Mode::Off => Enforced::default(),
            Mode::Auto | Mode::Require => sandbox::probe(&launcher)?,
        };
        if host_options.sandbox == Mode::Require && !enforced.missing().is_empty() {
            return Err(io::Error::other(enforced.refusal()));
        }
        let words = Arc::new(WordFiles::new(lexicon)?);
        Ok(ProgramHost { host_options: host_options.clone(), launcher, enforced, times, words })
    }

    /// The sandbox features in force; `None` if the sandbox is off.
    #[must_use]
    pub fn enforced(&self) -> Option<&Enforced> {
        (self.host_options.sandbox != Mode::Off).then_some(&self.enforced)
    }
}

/// The files below `files/` that a program sees, in a folder from which they are copied; it also contains the
/// scratch folders.
#[derive(Debug)]
struct WordFiles(Folder);

impl WordFiles {
    const NAMES: [&str; 2] = ["wordlist.txt", "7letterWords.txt"];

    fn new(lexicon: &Lexicon) -> io::Result<WordFiles> {
        let lines = |keep: fn(&&str) -> bool| -> String {
            lexicon.words().iter().filter(keep).flat_map(|word| [word, "\n"]).collect()
        };
        let folder = Folder::new()?;
        let texts = [lines(|_| true), lines(|word| word.len() == 7)];
        for (name, text) in WordFiles::NAMES.iter().zip(texts) {
            fs::write(folder.path().join(name), text)?;
        }
        Ok(WordFiles(folder))
    }

    /// Destinations in a scratch folder, and sources.
    fn files(&self) -> Vec<(PathBuf, PathBuf)> {
        let pair = |name| (Path::new("files").join(name), self.0.path().join(name));
        WordFiles::NAMES.map(pair).to_vec()
    }
}

/// A program ready to be started.
#[derive(Debug)]
pub struct Launch {
    host: ProgramHost,
    located: Located,
    env: Vec<(String, String)>,
    limits: Limits,
    pondering: bool,
    class: Option<String>,
    hello: Vec<u8>,
    answers_pings: Arc<OnceLock<bool>>,
}

impl Launch {
    /// Finds the program and builds its first message, for the named game with these rules.
    ///
    /// # Errors
    /// If the program cannot be found.
    pub fn new<G: Presented>(
        program: &Program,
        host: &ProgramHost,
        game: (&str, &G),
        rules: &serde_json::Value,
    ) -> Result<Launch, ProgramError> {
        let mut program = program.clone();
        program.allow_read.extend(host.host_options.allow_read.iter().cloned());
        let own = |ms: Option<u64>| ms.map(Duration::from_millis);
        let choose =
            own(program.time_limit_ms).or(host.times.choose).unwrap_or(game.1.move_limit());
        let limits = Limits {
            init: own(program.init_time_ms).or(host.times.init).unwrap_or(INIT),
            new: NEW,
            choose,
            game: own(program.game_time_ms).or(host.times.game).unwrap_or(choose * GAME),
            memory_mib: program.memory_mib.unwrap_or(MEMORY_MIB),
        };
        let located = program.locate()?;
        Ok(Launch {
            class: program.class_player(),
            located,
            env: program.env.into_iter().collect(),
            limits,
            pondering: program.pondering || host.host_options.pondering,
            hello: messages::hello(game.0, (rules, game.1.scoring()), limits.to_message(), BATCH),
            host: host.clone(),
            answers_pings: Arc::default(),
        })
    }

    /// Whether its processes answer pings, once one has been pinged.
    pub(super) fn answers_pings(&self) -> Arc<OnceLock<bool>> {
        Arc::clone(&self.answers_pings)
    }

    /// Its limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The class, if this is a player of the class simulator: it receives the classes of all seats.
    #[must_use]
    pub fn class(&self) -> Option<&str> {
        self.class.as_deref()
    }

    /// Whether it may keep thinking while it has nothing to answer.
    #[must_use]
    pub fn pondering(&self) -> bool {
        self.pondering
    }

    /// The executable to start; absolute.
    #[must_use]
    pub fn exe(&self) -> &Path {
        &self.located.exe
    }

    /// Adds unknown fields to an ask, which a conforming program ignores, if requested.
    pub fn add_unknown_fields(&self, ask: &mut Vec<u8>) {
        if self.host.host_options.odd_fields {
            messages::add_odd_fields(ask);
        }
    }

    /// The first message.
    #[must_use]
    pub fn hello(&self) -> &[u8] {
        &self.hello
    }

    /// Starts a process in its own scratch folder.
    ///
    /// # Errors
    /// If the folder cannot be created or the process cannot be started.
    pub fn start(&self, tag: Tag, sender: &EventSender) -> io::Result<Process> {
        let scratch =
            tempfile::Builder::new().prefix("player-").tempdir_in(self.host.words.0.path())?;
        let spec = self.spec(scratch.path());
        let (reader, writer) = io::pipe()?;
        let command = sandbox::command(&spec, &self.host.enforced, &self.host.launcher, reader)?;
        let stages = match self.host.enforced() {
            None => 0,
            Some(enforced) => 1 + usize::from(enforced.namespaces),
        };
        Process::start(command, (writer, stages), scratch, tag, sender)
    }

    /// The files of its data folder, and the shared ones that it does not replace.
    fn files(&self) -> Vec<(PathBuf, PathBuf)> {
        let own = &self.located.files;
        let mut files = self.host.words.files();
        files.retain(|(name, _)| own.iter().all(|(taken, _)| taken != name));
        files.extend(own.iter().cloned());
        files
    }

    fn spec(&self, scratch: &Path) -> Spec {
        let link = |(name, target): &(String, PathBuf)| (PathBuf::from(name), target.clone());
        Spec {
            program: self.located.exe.clone(),
            args: self.located.args.clone(),
            env: self.env.clone(),
            scratch: scratch.to_owned(),
            files: self.files(),
            links: self.located.links.iter().map(link).collect(),
            read: self.located.reads.clone(),
            list: self.located.lists.clone(),
            memory: self.limits.memory_mib << 20,
            processes: PROCESSES,
            file_size: DISK,
            disk: DISK,
            cpu_seconds: Some(CPU_SECONDS),
            mode: self.host.host_options.sandbox,
        }
    }
}

impl Limits {
    fn to_message(self) -> LimitsMessage {
        let ms = |time: Duration| time.as_millis() as u64;
        LimitsMessage {
            init_ms: ms(self.init),
            new_ms: ms(self.new),
            move_ms: ms(self.choose),
            game_ms: ms(self.game),
            memory_mib: self.memory_mib,
        }
    }
}
