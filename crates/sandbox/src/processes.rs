//! The descendants of a process according to `/proc`: their number and size; and how to kill them.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::reaping::reap;
use rustix::process::{Pid, Signal, getpgid, kill_process, kill_process_group};

/// One process.
pub(super) struct Process {
    pub id: u32,
    pub threads: u32,
    /// Private memory in KiB; shared pages count in each process that shares them.
    pub memory_kib: u64,
}

/// How to find the descendants of a process.
#[derive(Clone, Copy)]
pub(super) enum Search {
    /// Everything in `/proc`: correct in a private `/proc`.
    All,
    /// From parent to children: correct anywhere, and cheaper on a machine with many processes.
    Tree,
}

/// The live descendants of `root`, at most `most`, because there may be thousands.
pub(super) fn below(root: u32, search: Search, most: usize) -> Vec<Process> {
    match search {
        Search::All => {
            let found = ids().into_iter().filter(|&id| id != root).filter_map(read);
            found.map(|(process, _)| process).take(most).collect()
        }
        Search::Tree => match children(root) {
            Some(first) => by_children(first, most),
            None => by_parents(root),
        },
    }
}

/// Follows the kernel's lists of children.
fn by_children(first: Vec<u32>, most: usize) -> Vec<Process> {
    let mut found = Vec::new();
    let mut open = first;
    while let Some(id) = open.pop() {
        if found.len() >= most {
            break;
        }
        open.extend(children(id).unwrap_or_default());
        found.extend(read(id).map(|(process, _)| process));
    }
    found
}

/// The children of all threads of a process; `None` if it has ended, or the kernel has no such lists.
pub(super) fn children(id: u32) -> Option<Vec<u32>> {
    let mut all = Vec::new();
    for thread in fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
        let listed = fs::read_to_string(thread.path().join("children")).ok()?;
        all.extend(listed.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
    }
    Some(all)
}

/// For kernels without lists of children.
fn by_parents(root: u32) -> Vec<Process> {
    let mut all = read_all();
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(parent) = open.pop() {
        let ids: Vec<u32> =
            all.iter().filter(|(_, (_, of))| *of == parent).map(|(id, _)| *id).collect();
        for id in ids {
            open.push(id);
            found.extend(all.remove(&id).map(|(process, _)| process));
        }
    }
    found
}

/// Every live process with the id of its parent.
fn read_all() -> HashMap<u32, (Process, u32)> {
    ids().into_iter().filter_map(|id| Some((id, read(id)?))).collect()
}

/// The process ids in `/proc`.
fn ids() -> Vec<u32> {
    let Ok(folder) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let names = folder.flatten().map(|entry| entry.file_name());
    names.filter_map(|name| name.to_str()?.parse().ok()).collect()
}

/// A process and its parent; `None` if it has ended.
fn read(id: u32) -> Option<(Process, u32)> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    parse(id, &status)
}

fn parse(id: u32, status: &str) -> Option<(Process, u32)> {
    let mut process = Process { id, threads: 0, memory_kib: 0 };
    let mut parent = 0;
    for line in status.lines() {
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.split_whitespace().next().unwrap_or_default();
        match name {
            "State" if value == "Z" || value == "X" => return None,
            "PPid" => parent = value.parse().ok()?,
            "RssAnon" | "RssShmem" => process.memory_kib += value.parse::<u64>().ok()?,
            "Threads" => process.threads = value.parse().ok()?,
            _ => {}
        }
    }
    Some((process, parent))
}

/// Memory of a process in KiB with shared pages divided among their sharers. Slow to read. A process that has
/// ended meanwhile has none; if the kernel does not report it, shared pages count in full.
pub(super) fn proportional_kib(process: &Process) -> u64 {
    let text = match fs::read_to_string(format!("/proc/{}/smaps_rollup", process.id)) {
        Ok(text) => text,
        Err(_) if read(process.id).is_none() => return 0,
        Err(_) => return process.memory_kib,
    };
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    match (field("Pss_Anon:"), field("Pss_Shmem:")) {
        (Some(anonymous), Some(shared)) => anonymous + shared,
        _ => process.memory_kib,
    }
}

/// Sends SIGTERM to a process and its group; only to the process if it does not lead one yet.
pub(super) fn ask_to_leave(leader: u32) {
    let Some(leader) = pid(leader) else { return };
    if kill_process_group(leader, Signal::TERM).is_err() {
        let _ = kill_process(leader, Signal::TERM);
    }
}

fn pid(id: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(id).ok()?)
}

/// Kills everything below `root` until nothing is left, with a timeout.
pub(super) fn kill_below(root: u32) {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        if root == std::process::id() {
            // The lists of children are slow to read while they contain thousands of zombies.
            let _ = reap(0);
        }
        let left = ids_below(root);
        if left.is_empty() {
            return;
        }
        left.into_iter().filter_map(pid).for_each(|id| kill_with_group(id, root));
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills everything below a launcher or player, and then the process itself with its group.
pub(super) fn kill_with_all_below(leader: u32) {
    kill_below(leader);
    if let Some(leader) = pid(leader) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

/// Number of processes killed between two scans.
const AT_ONCE: usize = 256;

/// Kills a player that has not been reaped yet, and everything below `root`. Process 1 of a namespace reaches all
/// with one signal; otherwise most of it ends with the player's group.
pub(super) fn kill_all(root: u32, player: Option<u32>) {
    if std::process::id() == 1 {
        signal_all(nix::sys::signal::Signal::SIGKILL);
        return;
    }
    if let Some(player) = player.and_then(pid) {
        let _ = kill_process_group(player, Signal::KILL);
    }
    kill_below(root);
}

/// Maximum number of scans of a tree for processes not stopped yet; those that escape are found at
/// the next stop.
const MAX_SWEEPS: usize = 8;

/// Stops everything below `root`, and returns whether that is certainly complete: in its own namespace it
/// takes one call; otherwise a process not stopped yet could start another.
pub(super) fn stop_all(root: u32) -> bool {
    if std::process::id() == 1 {
        return signal_all(nix::sys::signal::Signal::SIGSTOP);
    }
    let mut stopped = Vec::new();
    for _ in 0..MAX_SWEEPS {
        let mut found = ids_below(root);
        found.sort_unstable();
        if found == stopped {
            return false;
        }
        found.iter().copied().filter_map(pid).for_each(|id| {
            let _ = kill_process(id, Signal::STOP);
        });
        stopped = found;
    }
    false
}

/// Resumes everything below `root`.
pub(super) fn resume_all(root: u32) {
    if std::process::id() == 1 {
        signal_all(nix::sys::signal::Signal::SIGCONT);
        return;
    }
    ids_below(root).into_iter().filter_map(pid).for_each(|id| {
        let _ = kill_process(id, Signal::CONT);
    });
}

/// Signals all other processes of the namespace of which this is process 1.
fn signal_all(signal: nix::sys::signal::Signal) -> bool {
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(-1), signal).is_ok()
}

fn ids_below(root: u32) -> Vec<u32> {
    below(root, Search::Tree, AT_ONCE).iter().map(|process| process.id).collect()
}

/// Kills a whole group with one signal: killing its members one by one may never catch up with
/// their new children. The groups of `root` and of this process are spared.
fn kill_with_group(id: Pid, root: u32) {
    let spared = [pid(root).and_then(|root| getpgid(Some(root)).ok()), getpgid(None).ok()];
    match getpgid(Some(id)) {
        Ok(group) if !spared.contains(&Some(group)) => {
            let _ = kill_process_group(group, Signal::KILL);
        }
        _ => {
            let _ = kill_process(id, Signal::KILL);
        }
    }
}

/// Kills everything below a launcher, which then exits by itself. The launcher comes last, because its
/// descendants can only be found through it.
pub(super) fn kill_below_until_ended(child: &mut Child) -> io::Result<()> {
    let end = Instant::now() + PATIENCE;
    while child.try_wait()?.is_none() && Instant::now() < end {
        kill_below(child.id());
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// How long killed processes may take to disappear.
const PATIENCE: Duration = Duration::from_secs(2);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{by_children, by_parents, children, kill_below, parse};

    #[test]
    fn a_process_status_is_parsed() {
        let text = "Name:\tx\nState:\tS (sleeping)\nPPid:\t7\nRssAnon:\t  12 kB\nRssShmem:\t 5 kB\nThreads:\t3\n";
        let (process, parent) = parse(9, text).unwrap();
        assert_eq!((process.id, process.threads, process.memory_kib, parent), (9, 3, 17, 7));
        assert!(parse(9, "State:\tZ (zombie)\nPPid:\t7\n").is_none());
    }

    #[test]
    fn both_methods_find_a_grandchild() {
        let mut child =
            std::process::Command::new("sh").args(["-c", "sleep 5; true"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(200));
        let me = std::process::id();
        let walked = by_children(children(me).unwrap(), 100);
        let scanned = by_parents(me);
        assert!(walked.len() >= 2 && walked.iter().any(|process| process.id == child.id()));
        assert!(scanned.len() >= 2 && scanned.iter().any(|process| process.id == child.id()));
        kill_below(child.id());
        child.wait().unwrap();
    }
}
