//! Runs a player program in a sandbox where it can only compute: no network, no other processes, no files
//! outside its scratch folder except those it was given, and limits on memory, processes and disk.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! ```standalone_crate
//! use std::io::{self, Write as _};
//! use std::process::{ExitCode, Stdio};
//! use std::{env, fs};
//!
//! use lettergame_sandbox::{Mode, Spec, command, main_if_stage, probe};
//!
//! fn main() -> ExitCode {
//!     // a player is started by this program, which is started again for that
//!     if let Some(code) = main_if_stage(env::args()) {
//!         return code;
//!     }
//! #   if cfg!(not(unix)) { return ExitCode::SUCCESS; }
//!     play().expect("the player answers");
//!     ExitCode::SUCCESS
//! }
//!
//! fn play() -> io::Result<()> {
//!     let launcher = env::current_exe()?;
//!     let enforced = probe(&launcher)?;
//!     let scratch = env::temp_dir().join(format!("player-{}", std::process::id()));
//!     fs::create_dir(&scratch)?;
//!     let spec = Spec {
//!         program: "cat".into(),
//!         args: Vec::new(),
//!         env: Vec::new(),
//!         scratch: scratch.clone(),
//!         files: Vec::new(),
//!         links: Vec::new(),
//!         read: Vec::new(),
//!         list: Vec::new(),
//!         memory: 64 << 20,
//!         processes: 4,
//!         file_size: 1 << 20,
//!         disk: 1 << 20,
//!         cpu_seconds: Some(10),
//!         mode: Mode::Auto,
//!     };
//!     let (stdin, mut input) = io::pipe()?;
//!     let (mut command, _channel) = command(&spec, &enforced, &launcher, stdin)?;
//!     let player = command.stdout(Stdio::piped()).spawn()?;
//!     input.write_all(b"hello\n")?;
//!     drop(input);
//!     assert_eq!(player.wait_with_output()?.stdout, b"hello\n");
//!     fs::remove_dir_all(scratch)
//! }
//! ```
//!
//! | | |
//! | --- | --- |
//! | [`Spec`], [`Mode`] | a program, what it may read, its limits; what to do where the kernel cannot enforce all |
//! | [`probe`], [`Enforced`] | what this machine enforces |
//! | [`command`], [`main_if_stage`] | starts a player; the launcher's part of that |
//! | [`Channel`], [`Ending`], [`Usage`] | how the player ended, and what it used |
//! | [`terminate`], [`kill`], [`kill_by_id`] | end it with all its processes |
//!
//! No privileges are needed. The caller spawns its own binary again (the launcher), which confines itself
//! and then becomes the player. The stages, all single-threaded:
//!
//! - outer: leads a process group, enters new namespaces, starts the inner stage, waits for it;
//! - inner: process 1 of the namespace: mounts the scratch folder, watches memory and processes;
//! - player: applies limits, Landlock rules and a seccomp filter to itself and executes the program.
//!
//! Without namespaces there is no inner stage: the outer one watches.
//!
//! The stages and the caller communicate on a [`Channel`] that the player does not have.

mod channel;
#[cfg(target_os = "linux")]
mod confine;
mod enforced;
#[cfg(target_os = "linux")]
mod handover;
#[cfg(target_os = "linux")]
mod installation;
#[cfg(target_os = "linux")]
mod launcher;
#[cfg(target_os = "linux")]
mod namespace;
#[cfg(target_os = "linux")]
mod pause;
mod place;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod reaping;
#[cfg(target_os = "linux")]
mod stage;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg_attr(not(target_os = "linux"), path = "no_trial.rs")]
mod trial;
#[cfg_attr(not(target_os = "linux"), path = "no_usage.rs")]
mod usage;
#[cfg(target_os = "linux")]
mod watch;

use std::io::{self, PipeReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};

use serde::{Deserialize, Serialize};

pub use channel::{Channel, Ending};
pub use enforced::Enforced;
pub use trial::probe;
pub use usage::Usage;

/// What to do if the kernel does not offer every part of the sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Enforce what is available.
    #[default]
    Auto,
    /// Refuse to start a player.
    Require,
    /// Enforce nothing, even if available.
    Off,
}

/// A player program and its limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// A path, or a name to look up in PATH.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Variables in addition to PATH, HOME, TMPDIR and LANG. The caller's own environment is not inherited.
    pub env: Vec<(String, String)>,
    /// An existing empty folder where the player starts. With namespaces nothing is ever written to it.
    pub scratch: PathBuf,
    /// Files copied into the scratch folder: destination name, source.
    pub files: Vec<(PathBuf, PathBuf)>,
    /// Symbolic links in the scratch folder: name there, target. Targets must be in `read` too.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// Files and folders that may be read and executed in addition to the system's.
    pub read: Vec<PathBuf>,
    /// Folders that may be listed, including subfolders, without access to the contents of files.
    pub list: Vec<PathBuf>,
    /// Memory in use by all processes together, in bytes.
    pub memory: u64,
    /// Concurrent processes. Threads have their own limit, see [`Spec::tasks`].
    pub processes: u32,
    /// Maximum size of a file, in bytes.
    pub file_size: u64,
    /// Total size of the files in the scratch folder in bytes, not counting `files`.
    pub disk: u64,
    /// Processor time per process.
    pub cpu_seconds: Option<u64>,
    /// The required level of sandboxing.
    pub mode: Mode,
}

impl Spec {
    /// Concurrent threads of all processes together. A virtual machine has dozens of them on a machine with
    /// many cores.
    pub fn tasks(&self) -> u32 {
        self.processes.saturating_mul(4).max(512)
    }
}

/// The command that starts the player with this standard input, to be spawned with other standard streams of
/// the caller's choice; and the channel to its launcher, if there is one. `launcher` is a binary that calls
/// [`main_if_stage`]; `enforced` is the result of [`probe`] for it.
///
/// The command is tied to the process that made it: the player ends when that process ends. It can be spawned
/// once.
///
/// # Errors
/// If a required part of the sandbox, or a file that the player needs, is missing.
pub fn command(
    spec: &Spec,
    enforced: &Enforced,
    launcher: &Path,
    stdin: PipeReader,
) -> io::Result<(Command, Channel)> {
    match spec.mode {
        Mode::Off => unconfined(spec, stdin),
        Mode::Require if !enforced.missing().is_empty() => {
            Err(io::Error::other(enforced.refusal()))
        }
        _ => confined(spec, enforced, launcher, stdin),
    }
}

/// The player as an ordinary process, in its scratch folder and with a clean environment.
fn unconfined(spec: &Spec, stdin: PipeReader) -> io::Result<(Command, Channel)> {
    place::fill(spec)?;
    let mut command = Command::new(&spec.program);
    command.args(&spec.args).current_dir(&spec.scratch).stdin(stdin);
    place::set_environment(&mut command, spec, &std::env::var("PATH").unwrap_or_default());
    lead_group(&mut command);
    Ok((command, Channel::default()))
}

#[cfg(target_os = "linux")]
fn confined(
    spec: &Spec,
    enforced: &Enforced,
    launcher: &Path,
    stdin: PipeReader,
) -> io::Result<(Command, Channel)> {
    let (mut command, channel) = stage::outer_command(spec, enforced, launcher, stdin)?;
    lead_group(&mut command);
    Ok((command, channel))
}

#[cfg(not(target_os = "linux"))]
fn confined(
    spec: &Spec,
    _enforced: &Enforced,
    _launcher: &Path,
    stdin: PipeReader,
) -> io::Result<(Command, Channel)> {
    unconfined(spec, stdin)
}

#[cfg(unix)]
fn lead_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn lead_group(_command: &mut Command) {}

/// Call this first in `main`, before any thread starts: runs the stage named by the arguments.
/// `None` if this is an ordinary run.
pub fn main_if_stage(args: impl IntoIterator<Item = String>) -> Option<ExitCode> {
    let mut args = args.into_iter().skip(1);
    if args.next().as_deref() != Some(STAGE_ARGUMENT) {
        return None;
    }
    Some(play_stage(&args.next().unwrap_or_default()))
}

/// The first argument of a launcher that runs a stage; the second one names the stage.
const STAGE_ARGUMENT: &str = "sandbox-stage";

#[cfg(target_os = "linux")]
fn play_stage(name: &str) -> ExitCode {
    stage::play(name)
}

#[cfg(not(target_os = "linux"))]
fn play_stage(_name: &str) -> ExitCode {
    ExitCode::from(channel::FAILED as u8)
}

/// Asks the player to exit: the launcher forwards the signal.
#[cfg(target_os = "linux")]
pub fn terminate(child: &Child) {
    processes::ask_to_leave(child.id());
}

/// Does nothing: there is no launcher on this system.
#[cfg(not(target_os = "linux"))]
pub fn terminate(_child: &Child) {}

/// Kills the player with that process id and its descendants, for callers that do not own the
/// [`Child`].
#[cfg(target_os = "linux")]
pub fn kill_by_id(id: u32) {
    processes::kill_with_all_below(id);
}

/// Does nothing: the player ends when its standard input is closed.
#[cfg(not(target_os = "linux"))]
pub fn kill_by_id(_id: u32) {}

/// Kills the player and its descendants, and waits until they are gone.
///
/// # Errors
/// If it cannot be waited for.
pub fn kill(child: &mut Child) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    processes::kill_below_until_ended(child)?;
    let _ = child.kill();
    child.wait().map(|_| ())
}
