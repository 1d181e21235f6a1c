//! The player's own namespaces, and the mounts in them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use nix::sched::{CloneFlags, unshare};
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::process::{getgid, getuid};
use rustix::thread::{
    CapabilitySet, CapabilitySets, configure_capability_in_ambient_set, set_capabilities,
};

/// The namespaces required for an inner stage.
const NEEDED: CloneFlags = CloneFlags::CLONE_NEWUSER
    .union(CloneFlags::CLONE_NEWPID)
    .union(CloneFlags::CLONE_NEWNS)
    .union(CloneFlags::CLONE_NEWNET)
    .union(CloneFlags::CLONE_NEWIPC);

/// The capabilities of the inner stage: mount, drop privileges permanently, see a player's memory, and manage
/// files regardless of their mode.
const KEPT_CAPABILITIES: CapabilitySet = CapabilitySet::SYS_ADMIN
    .union(CapabilitySet::SETPCAP)
    .union(CapabilitySet::SYS_PTRACE)
    .union(CapabilitySet::KILL)
    .union(CapabilitySet::DAC_OVERRIDE);

/// Folders where system programs keep sockets.
const SOCKET_FOLDERS: &[&str] = &["/run", "/tmp/.X11-unix", "/tmp/.ICE-unix"];

/// The maximum number of files and folders in a scratch folder.
const SCRATCH_INODES: u32 = 16_384;

/// Enters new namespaces. The next child is process 1 of its namespace; user and group ids are kept. Returns
/// which of the two optional ones were available: host name, control groups.
pub(super) fn enter() -> io::Result<(bool, bool)> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    unshare(NEEDED)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    hand_on_capabilities()?;
    let uts = unshare(CloneFlags::CLONE_NEWUTS).is_ok();
    let cgroup = unshare(CloneFlags::CLONE_NEWCGROUP).is_ok();
    Ok((uts, cgroup))
}

/// An ordinary user's capabilities in the namespace are lost on exec unless they are ambient.
fn hand_on_capabilities() -> io::Result<()> {
    set_capabilities(
        None,
        CapabilitySets {
            effective: KEPT_CAPABILITIES,
            permitted: KEPT_CAPABILITIES,
            inheritable: KEPT_CAPABILITIES,
        },
    )?;
    for capability in KEPT_CAPABILITIES.iter() {
        configure_capability_in_ambient_set(capability, true)?;
    }
    Ok(())
}

/// Detaches the mounts from those of the machine.
pub(super) fn detach_mounts() -> io::Result<()> {
    Ok(mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?)
}

/// Mounts a `/proc` that shows only the processes of this namespace. Not allowed if parts of the outer one
/// are covered, as in many containers.
pub(super) fn mount_proc() -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    Ok(mount("proc", "/proc", "proc", flags, None)?)
}

/// Limits process ids, and thereby the number of processes: for root, which is exempt from the process limit.
/// Only for kernels that keep this limit per namespace; before Linux 6.14 it is system-wide. An ordinary user
/// may not set it.
pub(super) fn bound_numbers(tasks: u32) {
    let _ = fs::write("/proc/sys/kernel/pid_max", (tasks + RESERVED_NUMBERS).to_string());
}

/// Process ids that are not reused.
const RESERVED_NUMBERS: u32 = 300;

/// Mounts an empty in-memory file system that disappears with the namespace.
pub(super) fn mount_scratch(place: &Path, bytes: u64) -> io::Result<()> {
    let options = format!("size={bytes},nr_inodes={SCRATCH_INODES},mode=0700");
    mount_memory(place, &options)
}

/// Covers the folders of sockets, unless something in them has been granted.
pub(super) fn cover_sockets(granted: &[PathBuf]) -> io::Result<()> {
    for place in SOCKET_FOLDERS.iter().map(Path::new) {
        let Ok(real) = place.canonicalize() else {
            continue;
        };
        if real.is_dir() && !granted.iter().any(|path| path.starts_with(&real)) {
            mount_memory(&real, "size=4k,nr_inodes=2,mode=0555")?;
        }
    }
    Ok(())
}

fn mount_memory(place: &Path, options: &str) -> io::Result<()> {
    let options = std::ffi::CString::new(options).map_err(io::Error::other)?;
    Ok(mount(
        "tmpfs",
        place,
        "tmpfs",
        MountFlags::NOSUID | MountFlags::NODEV,
        Some(options.as_c_str()),
    )?)
}
