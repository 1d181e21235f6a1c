//! A seccomp filter of the system calls that a player may not make.
//!
//! Landlock covers files, TCP and signals; this covers the rest: other sockets, actions on other processes,
//! and the parts of the kernel that no player needs. A refused call fails; it does not kill the player.
//!
//! # Calls that address another process
//!
//! A player runs as the same user as its launcher, so the kernel allows it many operations on it by process
//! id: in a namespace the watch is process 1 and all other ids are the player's own; without one, every
//! process of the user can be addressed. Threads and children of the player have ids too, which a filter
//! cannot know. What the kernel itself allows against the watch (it compares users; C: also capabilities, of
//! which the watch has more in a namespace; D: it checks whether the target may be traced, which the stages
//! forbid):
//!
//! | call | otherwise it could | here |
//! | --- | --- | --- |
//! | `prlimit64` | take the watch's open files or processor time | own process (0) only |
//! | `sched_setaffinity`, `sched_setscheduler`, `sched_setparam`, `sched_setattr` | starve it (C) | not the watch; without a namespace 0 only |
//! | `setpriority`, `ioprio_set` | starve it (C) | likewise; never all processes of a user |
//! | `kill`, `tkill`, `tgkill`, `rt_sigqueueinfo`, `rt_tgsigqueueinfo` | end it; in a namespace only SIGTERM and SIGCHLD arrive at process 1 | not launcher or caller; without a namespace nor all processes. Landlock from ABI 6 refuses the rest |
//! | `pidfd_open` | wait for it, signal it by `pidfd_send_signal` | not launcher or caller |
//! | `pidfd_send_signal` | signal it by a file descriptor: from `pidfd_open`, of a child, or from `/proc`, which Landlock hides | allowed |
//! | `fcntl` with `F_SETOWN`, `F_SETOWN_EX`, `F_SETSIG`; `ioctl` with `FIOSETOWN`, `SIOCSPGRP` | let the kernel send it a signal | refused |
//! | `migrate_pages`, `move_pages`, `get_robust_list` | move its memory, read one of its addresses (D) | own process (0) only |
//! | `process_madvise`, `process_mrelease`, `process_vm_readv`, `process_vm_writev`, `ptrace`, `kcmp`, `pidfd_getfd`, `perf_event_open` | inspect it (D) | refused |
//! | `prctl` with `PR_SCHED_CORE` | assign it a cookie (D) | allowed |
//! | `futex` with `FUTEX_LOCK_PI` | only lend it the player's own priority | allowed |
//! | `setpgid` | nothing: only own processes and children | refused without a namespace |
//! | `getpriority`, `getpgid`, `getsid`, `sched_get*`, `ioprio_get`, `capget`, clocks of a process | read a number | allowed |
//! | `capset`, `wait4`, `waitid`, `timer_create` | nothing: only own threads and children | allowed |

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Refused with any arguments.
const REFUSED: &[c_long] = &[
    // Sockets. Socket pairs are allowed below: runtimes use them within a process.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    // Large or rarely used parts of the kernel.
    libc::SYS_bpf,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_userfaultfd,
    libc::SYS_perf_event_open,
    libc::SYS_fanotify_init,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // The machine.
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    // Memory not owned by a process: the memory watch would not see it.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
];

/// Reported as missing, so that callers fall back to the older call: a filter cannot see the flags of
/// `clone3`, and memory files do not count as memory of a process.
const UNKNOWN: &[c_long] = &[libc::SYS_clone3, libc::SYS_memfd_create, libc::SYS_memfd_secret];

const NAMESPACE_FLAGS: &[i32] = &[
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// Refused without namespaces: a process that leaves the player's group would survive it.
const LEAVING_THE_GROUP: &[c_long] = &[libc::SYS_setsid, libc::SYS_setpgid];

/// Calls that may address only the calling process, as 0, and the argument that does.
const OWN_PROCESS: &[(c_long, u8)] = &[
    (libc::SYS_prlimit64, 0),
    (libc::SYS_migrate_pages, 0),
    (libc::SYS_move_pages, 0),
    (libc::SYS_get_robust_list, 0),
];

/// Scheduling calls, and the argument that is a process id. Runtimes address their threads.
const SCHEDULING: &[(c_long, u8)] = &[
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
];

/// Calls that signal a process, and the argument that is its id.
const SIGNALLING: &[(c_long, u8)] = &[
    (libc::SYS_kill, 0),
    (libc::SYS_tkill, 0),
    (libc::SYS_tgkill, 0),
    (libc::SYS_tgkill, 1),
    (libc::SYS_rt_sigqueueinfo, 0),
    (libc::SYS_rt_tgsigqueueinfo, 0),
    (libc::SYS_rt_tgsigqueueinfo, 1),
    (libc::SYS_pidfd_open, 0),
];

/// Calls that affect all processes of a user, with the argument that selects this and its value.
const ALL_OF_A_USER: &[(c_long, u8, i32)] =
    &[(libc::SYS_setpriority, 0, 2), (libc::SYS_ioprio_set, 0, 3)];

/// Calls that let the kernel signal another process, with the argument that selects this and its
/// value.
const SIGNAL_BY_FILE: &[(c_long, u8, i32)] = &[
    (libc::SYS_fcntl, 1, libc::F_SETOWN),
    (libc::SYS_fcntl, 1, F_SETSIG),
    (libc::SYS_fcntl, 1, F_SETOWN_EX),
    (libc::SYS_ioctl, 1, FIOSETOWN),
    (libc::SYS_ioctl, 1, SIOCSPGRP),
];
const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;
const FIOSETOWN: i32 = 0x8901;
const SIOCSPGRP: i32 = 0x8902;

/// Which processes other than its own a player could address.
pub(super) enum Reach {
    /// Process 1 of its namespace, the watch.
    Namespace,
    /// All of the machine, including those of the launcher and its caller, and their groups.
    Machine(Vec<i32>),
}

impl Reach {
    /// The process ids that may not be signalled.
    fn protected(&self) -> Vec<i32> {
        match self {
            Reach::Namespace => vec![1],
            Reach::Machine(ids) => {
                let groups = ids.iter().map(|id| -id);
                ids.iter().copied().chain(groups).chain([-1]).collect()
            }
        }
    }
}

/// Loads the filter for this process and its descendants.
pub(super) fn refuse(reach: &Reach) -> io::Result<()> {
    for program in programs(reach).map_err(io::Error::other)? {
        seccompiler::apply_filter(&program).map_err(io::Error::other)?;
    }
    Ok(())
}

/// Whether there is a filter for this architecture.
pub(super) fn can_refuse() -> bool {
    programs(&Reach::Machine(Vec::new())).is_ok()
}

fn programs(reach: &Reach) -> Result<[BpfProgram; 2], Box<dyn std::error::Error + Send + Sync>> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let mut refused: Rules = always(REFUSED);
    #[cfg(target_arch = "x86_64")]
    refused.extend(always(REFUSED_ON_X86_64));
    if let Reach::Machine(_) = reach {
        refused.extend(always(LEAVING_THE_GROUP));
    }
    refuse_others(&mut refused, reach)?;
    refused.insert(
        libc::SYS_socketpair,
        vec![SeccompRule::new(vec![argument(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)?])?],
    );
    let mut clone = Vec::new();
    for &flag in NAMESPACE_FLAGS {
        let bit = flag as u32 as u64;
        clone.push(SeccompRule::new(vec![argument(0, SeccompCmpOp::MaskedEq(bit), bit)?])?);
    }
    refused.insert(libc::SYS_clone, clone);
    let compile = |mut rules: Rules, errno: i32| -> Result<BpfProgram, seccompiler::BackendError> {
        add_other_numbers(&mut rules);
        SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32), arch)?
            .try_into()
    };
    Ok([compile(refused, libc::EPERM)?, compile(always(UNKNOWN), libc::ENOSYS)?])
}

/// Refuses what the table at the top of this file lists for single processes.
fn refuse_others(refused: &mut Rules, reach: &Reach) -> Result<(), seccompiler::BackendError> {
    let mut refuse = |call: c_long, index, operator, value: i32| {
        let rule = SeccompRule::new(vec![argument(index, operator, u64::from(value as u32))?])?;
        refused.entry(call).or_default().push(rule);
        Ok::<(), seccompiler::BackendError>(())
    };
    for &(call, index) in OWN_PROCESS {
        refuse(call, index, SeccompCmpOp::Ne, 0)?;
    }
    for &(call, index) in SCHEDULING {
        match reach {
            Reach::Namespace => refuse(call, index, SeccompCmpOp::Eq, 1)?,
            Reach::Machine(_) => refuse(call, index, SeccompCmpOp::Ne, 0)?,
        }
    }
    for &(call, index) in SIGNALLING {
        for id in reach.protected() {
            refuse(call, index, SeccompCmpOp::Eq, id)?;
        }
    }
    for &(call, index, value) in ALL_OF_A_USER.iter().chain(SIGNAL_BY_FILE) {
        refuse(call, index, SeccompCmpOp::Eq, value)?;
    }
    Ok(())
}

/// An empty rule list matches any arguments.
fn always(calls: &[c_long]) -> Rules {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

fn argument(
    index: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value)
}

#[cfg(target_arch = "x86_64")]
const REFUSED_ON_X86_64: &[c_long] =
    &[libc::SYS_kexec_file_load, libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt];

/// On x86-64 every call has a second number in the x32 interface, which a filter treats as the same
/// architecture; some calls have a third one there, from 512. All of x32 except plain copies is
/// refused.
#[cfg(target_arch = "x86_64")]
fn add_other_numbers(rules: &mut Rules) {
    const X32: i64 = 0x4000_0000;
    let copies: Rules = rules.iter().map(|(call, rule)| (call | X32, rule.clone())).collect();
    rules.extend(copies);
    rules.extend((512..=547).map(|call| (call | X32, Vec::new())));
}

#[cfg(not(target_arch = "x86_64"))]
fn add_other_numbers(_rules: &mut Rules) {}

#[cfg(test)]
mod tests {
    use super::{Reach, programs};

    #[test]
    fn the_filter_compiles_within_the_limit_of_the_kernel() {
        let machine = Reach::Machine(vec![100, 200, 300, 400]);
        for program in
            programs(&machine).unwrap().into_iter().chain(programs(&Reach::Namespace).unwrap())
        {
            assert!(program.len() < 4096, "{} instructions", program.len());
        }
    }
}
