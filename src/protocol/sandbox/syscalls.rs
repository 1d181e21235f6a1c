//! The system calls that a player may not make, as a seccomp filter.
//!
//! Landlock speaks of files, TCP and signals; this covers the rest: other sockets, the affairs of other
//! processes, and the parts of the kernel that no player needs. A refused call fails, it does not kill.

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Refused whatever their arguments are.
const REFUSED: &[c_long] = &[
    // Sockets. A pair of connected ones is allowed below: runtimes use it inside a process.
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
    // Memory that belongs to no process: the watch over memory would not see it.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
];

/// Said not to exist, so that callers take the older way: the flags of `clone3` are out of a filter's
/// sight, and memory files are not counted as memory of a process.
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

/// Refused where there are no namespaces: who leaves the group of the player escapes its end.
const LEAVING_THE_GROUP: &[c_long] = &[libc::SYS_setsid, libc::SYS_setpgid];

/// Loads the filter for this process and all it starts.
pub(super) fn refuse(keep_group: bool) -> io::Result<()> {
    for program in programs(keep_group).map_err(io::Error::other)? {
        seccompiler::apply_filter(&program).map_err(io::Error::other)?;
    }
    Ok(())
}

/// Whether there is a filter for this machine.
pub(super) fn can_refuse() -> bool {
    programs(true).is_ok()
}

fn programs(keep_group: bool) -> Result<[BpfProgram; 2], Box<dyn std::error::Error + Send + Sync>> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let mut refused: Rules = always(REFUSED);
    #[cfg(target_arch = "x86_64")]
    refused.extend(always(REFUSED_ON_X86_64));
    if keep_group {
        refused.extend(always(LEAVING_THE_GROUP));
    }
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

/// No rule means: whatever the arguments are.
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

/// On x86-64 every call has a second number in the x32 interface, which a filter takes for the same
/// machine; some calls have a third one there, from 512 on. All of x32 but plain copies is refused.
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
    use super::programs;

    #[test]
    fn the_filter_compiles_within_the_limit_of_the_kernel() {
        for program in programs(true).unwrap() {
            assert!(program.len() < 4096, "{} instructions", program.len());
        }
    }
}
