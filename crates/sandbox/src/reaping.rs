//! Terminated children: whether there are any, and how they ended.

use std::io;

use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions, WaitStatus, wait, waitid};

use crate::channel::Ending;

/// Reaps all terminated children, including orphans. Returns how `player` ended if it is among
/// them.
pub(super) fn reap(player: u32) -> io::Result<Option<WaitStatus>> {
    let mut ended = None;
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((id, status))) if is(id, player) => ended = Some(status),
            Ok(Some(_)) => {}
            Ok(None) | Err(rustix::io::Errno::CHILD) => return Ok(ended),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Whether there is a child to reap.
pub(super) fn has_ended() -> io::Result<bool> {
    let dead = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::All, dead) {
        Ok(status) => Ok(status.is_some()),
        // no children: everything about the player is known
        Err(rustix::io::Errno::CHILD) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Does this process have that id?
pub(super) fn is(id: Pid, other: u32) -> bool {
    id.as_raw_nonzero().get().cast_unsigned() == other
}

/// How a process that was waited for ended.
pub(super) fn ending(status: WaitStatus) -> Ending {
    let signal = status.terminating_signal().map(Ending::Signal);
    signal.unwrap_or(Ending::Code(status.exit_status().unwrap_or(1)))
}
