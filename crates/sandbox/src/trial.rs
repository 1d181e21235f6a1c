//! The trial run of the launcher, which determines what can be enforced.

use std::io;
use std::path::Path;
use std::process::Stdio;

use crate::channel::FAILED;
use crate::launcher::{OURSELVES, stage_command};
use crate::{Enforced, confine, namespace, syscalls};

/// The stage that tries every part.
pub(super) const OUTER: &str = "probe";

/// The stage within the namespaces of the outer one, if there are any.
pub(super) const INNER: &str = "probe-inner";

/// Determines what can be enforced. Takes about ten milliseconds: call once and keep the result.
///
/// # Errors
/// If the launcher cannot be started, or what it prints is no result.
pub fn probe(launcher: &Path) -> io::Result<Enforced> {
    let output = stage_command(launcher, OUTER).stdin(Stdio::null()).output()?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        let said = String::from_utf8_lossy(&output.stderr);
        io::Error::other(format!("the trial run of the sandbox failed: {error}: {}", said.trim()))
    })
}

/// Tries every part and writes the result.
pub(super) fn play() -> Result<(), String> {
    let mut enforced = Enforced { seccomp: has_seccomp(), ..Enforced::default() };
    match namespace::enter() {
        Ok((uts, cgroup)) => {
            (enforced.uts, enforced.cgroup) = (uts, cgroup);
            probe_mounts(&mut enforced);
        }
        Err(error) => enforced.remarks.push(format!("namespaces: {error}")),
    }
    enforced.landlock = confine::landlock_version();
    let text = serde_json::to_string(&enforced).map_err(|error| format!("report: {error}"))?;
    println!("{text}");
    Ok(())
}

const NO_MOUNTS: i32 = 1;
const NO_PROC: i32 = 2;

fn probe_mounts(enforced: &mut Enforced) {
    let status = stage_command(Path::new(OURSELVES), INNER).stdout(Stdio::null()).status();
    let code = status.ok().and_then(|status| status.code()).unwrap_or(NO_MOUNTS);
    enforced.namespaces = code != NO_MOUNTS && code != FAILED;
    enforced.private_proc = code == 0;
    if code == NO_MOUNTS {
        enforced.remarks.push("namespaces: mounts are not allowed in them".into());
    }
}

/// Tries the mounts in new namespaces; returns the exit code.
pub(super) fn play_inner() -> u8 {
    let mounted = namespace::detach_mounts()
        .and_then(|()| namespace::mount_scratch(&std::env::temp_dir(), 4096));
    let code = match (mounted, namespace::mount_proc()) {
        (Err(_), _) => NO_MOUNTS,
        (Ok(()), Err(_)) => NO_PROC,
        (Ok(()), Ok(())) => 0,
    };
    code as u8
}

/// Whether the kernel accepts filters and there is one for this architecture.
fn has_seccomp() -> bool {
    syscalls::can_refuse() && rustix::thread::secure_computing_mode().is_ok()
}
