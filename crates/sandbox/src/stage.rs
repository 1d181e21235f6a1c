//! The stages of the launcher, from the outermost to the one that becomes the player.

use std::fs;
use std::io;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use nix::sys::signal::SigSet;
use rustix::process::{DumpableBehavior, PidfdFlags, Signal, getpgid, getpid, getppid, pidfd_open};
use serde::{Deserialize, Serialize};

use crate::channel::{Channel, Ending, FAILED, Report, report};
use crate::handover::Handover;
use crate::launcher::{OURSELVES, stage_command};
use crate::processes::{self, Search};
use crate::reaping::{ending, reap};
use crate::syscalls::Reach;
use crate::watch::{self, Waiter, Watch, Woken};
use crate::{Enforced, Spec};
use crate::{confine, installation, namespace, place, syscalls, trial};

/// The environment variable with the order for a stage. A command line would be visible to every
/// user.
const ORDER: &str = "LETTERGAME_SANDBOX";

/// Everything that a stage needs to know.
#[derive(Serialize, Deserialize)]
struct Order {
    spec: Spec,
    enforced: Enforced,
    /// The process that no stage may outlive.
    parent: u32,
    /// The process that started the launcher.
    caller: u32,
    search_path: String,
    /// What may be read in addition to the system folders.
    granted: Vec<PathBuf>,
}

/// How the player ended; an error contains the setup step that failed and the reason.
type Outcome = Result<Ending, String>;

/// Labels errors with the failed step.
trait Step<T> {
    fn step(self, name: &str) -> Result<T, String>;
}

impl<T, E: std::fmt::Display> Step<T> for Result<T, E> {
    fn step(self, name: &str) -> Result<T, String> {
        self.map_err(|error| format!("{name}: {error}"))
    }
}

/// The command for the outer stage, and the channel to it. All paths are made absolute here, where the
/// caller's working directory is known.
pub(super) fn outer_command(
    spec: &Spec,
    enforced: &Enforced,
    launcher: &Path,
    stdin: io::PipeReader,
) -> io::Result<(Command, Channel)> {
    let search_path = std::env::var("PATH").unwrap_or_default();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let mut spec = spec.clone();
    spec.program = installation::find(&spec.program, &search_path)?;
    spec.scratch = real(&spec.scratch)?;
    for (_, source) in &mut spec.files {
        *source = real(source)?;
    }
    let mut granted = installation::needs(&spec.program, &spec.args, &search_path, home.as_deref());
    for path in &spec.read {
        granted.push(real(path)?);
    }
    let order = Order {
        spec,
        enforced: enforced.clone(),
        parent: std::process::id(),
        caller: std::process::id(),
        search_path,
        granted,
    };
    let (channel, theirs) = Channel::new()?;
    let mut command = stage_command(launcher, "outer");
    command.env(ORDER, serde_json::to_string(&order)?).stdin(Handover::send(stdin, theirs)?);
    Ok((command, channel))
}

fn real(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

pub(super) fn play(stage: &str) -> ExitCode {
    match stage {
        "outer" => {
            close_inherited();
            play_reporting(outer)
        }
        "inner" => play_reporting(inner),
        "player" => play_reporting(player),
        trial::OUTER => trial::play().map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS),
        trial::INNER => ExitCode::from(trial::play_inner()),
        _ => failed(&format!("no stage {stage}")),
    }
}

/// Runs a stage and reports to the caller how it ended.
fn play_reporting(stage: fn(Order, Handover) -> Outcome) -> ExitCode {
    let begun = Handover::receive().and_then(|handover| {
        let channel = handover.channel.try_clone()?;
        Ok((handover, channel))
    });
    let (handover, channel) = match begun {
        Ok(begun) => begun,
        Err(error) => return failed(&format!("files of the caller: {error}")),
    };
    let ending = order().and_then(|order| stage(order, handover)).unwrap_or_else(|error| {
        watch::complain(&format!("sandbox: {error}"));
        Ending::SetupFailed(error)
    });
    let code = ending.exit_code();
    report(&channel, &Report::Ended(ending));
    ExitCode::from(code)
}

/// Closes file descriptors that the caller inherited: no player may have them.
fn close_inherited() {
    let open = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers = open.filter_map(|file| file.file_name().to_str()?.parse::<i32>().ok());
    // the descriptor of the folder itself is already closed
    numbers.filter(|&number| number > 2).collect::<Vec<_>>().into_iter().for_each(|number| {
        let _ = nix::unistd::close(number);
    });
}

fn failed(why: &str) -> ExitCode {
    watch::complain(&format!("sandbox: {why}"));
    ExitCode::from(FAILED as u8)
}

fn order() -> Result<Order, String> {
    let text = std::env::var(ORDER).step("no order")?;
    serde_json::from_str(&text).step("order")
}

/// Leads the group, and waits. A file, not a parent death signal, shows that the caller has ended:
/// that signal is already sent when the thread that started this process ends.
fn outer(mut order: Order, handover: Handover) -> Outcome {
    let caller = getppid().ok_or("the caller is out of sight")?;
    let caller_ends = pidfd_open(caller, PidfdFlags::empty()).step("watch over the caller")?;
    if getppid() != Some(caller) || caller.as_raw_nonzero().get().cast_unsigned() != order.parent {
        return Err("the caller has ended".into());
    }
    let waiter = Waiter::new(Some(caller_ends)).step("signals")?;
    order.parent = std::process::id();
    if order.enforced.namespaces {
        namespace::enter().step("namespaces")?;
        close_to_others()?;
        let child = start(&order, "inner", handover)?.0;
        return Ok(wait_for(child, &waiter));
    }
    close_to_others()?;
    rustix::process::set_child_subreaper(Some(getpid())).step("subreaper")?;
    place::fill(&order.spec).step("scratch folder")?;
    let (child, channel) = start(&order, "player", handover)?;
    let watch = Watch { spec: &order.spec, root: order.parent, search: Search::Tree };
    let ending = watch.over(child, &waiter, channel);
    processes::kill_below(order.parent);
    Ok(ending)
}

/// Prevents other processes of the same user from inspecting this process through `/proc` or taking its open
/// files: without Landlock a player is such a process.
fn close_to_others() -> Result<(), String> {
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable).step("own memory")
}

/// Starts the next stage, and closes the standard streams, which are the player's. Otherwise it would go
/// unnoticed that the player has closed its output.
fn start(order: &Order, stage: &str, handover: Handover) -> Result<(u32, UnixStream), String> {
    let Handover { stdin, channel } = handover;
    let mut command = stage_command(Path::new(OURSELVES), stage);
    command.env(ORDER, serde_json::to_string(order).step("order")?);
    command.stdin(Handover::send(&stdin, &channel).step("files of the next stage")?);
    let child = command.spawn().step("next stage")?;
    let nothing = fs::File::options().read(true).write(true).open("/dev/null").step("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing).step("standard input")?;
    rustix::stdio::dup2_stdout(&nothing).step("standard output")?;
    Ok((child.id(), channel))
}

/// The inner stage dies with this one, and the whole namespace with the inner stage. A report by the inner
/// stage takes precedence; this one is the fallback.
fn wait_for(child: u32, waiter: &Waiter) -> Ending {
    loop {
        let woken = waiter.wait(None, None).and_then(|woken| Ok((woken, reap(child)?)));
        match woken {
            Ok((Woken::CallerGone, _)) => return Ending::Signal(Signal::KILL.as_raw()),
            Ok((_, Some(status))) => return ending(status),
            Ok((_, None)) => {}
            Err(error) => return Ending::WatchFailed(format!("wait: {error}")),
        }
    }
}

/// Process 1 of the namespace. When it ends, the kernel kills everything left in it.
fn inner(mut order: Order, handover: Handover) -> Outcome {
    die_with(order.parent)?;
    let waiter = Waiter::new(None).step("signals")?;
    // As seen from the outer `/proc`, which is visible until another one is mounted.
    let mut root = number_in_proc().ok_or("own number")?;
    let mut search = Search::Tree;
    namespace::detach_mounts().step("mounts")?;
    let spec = &order.spec;
    let copied: u64 = spec
        .files
        .iter()
        .filter_map(|(_, source)| fs::metadata(source).ok())
        .map(|data| data.len())
        .sum();
    namespace::mount_scratch(&spec.scratch, spec.disk.saturating_add(copied))
        .step("scratch folder")?;
    place::fill(spec).step("scratch folder")?;
    let mut untouched = order.granted.clone();
    untouched.push(spec.scratch.clone());
    namespace::cover_sockets(&untouched).step("socket folders")?;
    if order.enforced.private_proc {
        namespace::mount_proc().step("/proc")?;
        (root, search) = (std::process::id(), Search::All);
        if kernel_is_at_least((6, 14)) {
            namespace::bound_numbers(order.spec.tasks());
        }
    }
    order.parent = root;
    close_to_others()?;
    let (child, channel) = start(&order, "player", handover)?;
    Ok(Watch { spec: &order.spec, root, search }.over(child, &waiter, channel))
}

/// Ends this process with its parent. The parent may have ended before this takes effect; across
/// namespaces only `/proc` shows it.
fn die_with(parent: u32) -> Result<(), String> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).step("death signal")?;
    let status = fs::read_to_string("/proc/self/status").step("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"));
    match line.and_then(|number| number.trim().parse::<u32>().ok()) {
        Some(number) if number == parent => Ok(()),
        _ => Err("the stage before has ended".into()),
    }
}

/// The id of this process in the namespace shown by `/proc`.
fn number_in_proc() -> Option<u32> {
    fs::read_link("/proc/self").ok()?.to_str()?.parse().ok()
}

/// Becomes the player.
fn player(order: Order, handover: Handover) -> Outcome {
    die_with(order.parent)?;
    let reach = reach(&order);
    let Order { spec, enforced, search_path, granted, .. } = order;
    std::env::set_current_dir(&spec.scratch).step("scratch folder")?;
    // A separate session: its group can be killed at once, and it is scheduled as one unit.
    rustix::process::setsid().step("session")?;
    confine::limit(&spec, enforced.namespaces && kernel_is_at_least(TASKS_BY_NAMESPACE))
        .step("limits")?;
    confine::drop_privileges().step("privileges")?;
    if enforced.landlock > 0 {
        confine::restrict_files(&spec, &granted).step("Landlock")?;
    }
    if enforced.seccomp {
        syscalls::refuse(&reach).step("seccomp")?;
    }
    SigSet::empty().thread_set_mask().step("signals")?;
    let mut command = Command::new(&spec.program);
    command.args(&spec.args);
    place::set_environment(&mut command, &spec, &search_path);
    rustix::stdio::dup2_stdin(&handover.stdin).step("standard input")?;
    report(&handover.channel, &Report::Started);
    let why = format!("cannot start {}: {}", spec.program.display(), command.exec());
    watch::say(&why);
    Ok(Ending::NotStarted(why))
}

/// Which other processes the player could address.
fn reach(order: &Order) -> Reach {
    if order.enforced.namespaces {
        return Reach::Namespace;
    }
    let group = |id: u32| getpgid(rustix::process::Pid::from_raw(id.cast_signed())).ok();
    let ids = [order.parent, order.caller];
    let groups = ids.into_iter().filter_map(group).map(|id| id.as_raw_nonzero().get());
    Reach::Machine(ids.into_iter().map(u32::cast_signed).chain(groups).collect())
}

/// The first Linux version that counts tasks per user namespace.
const TASKS_BY_NAMESPACE: (u32, u32) = (5, 14);

fn kernel_is_at_least((major, minor): (u32, u32)) -> bool {
    let name = rustix::system::uname();
    let release = name.release().to_string_lossy().into_owned();
    let mut numbers = release.split(['.', '-']).map_while(|part| part.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(major), Some(minor))
}
