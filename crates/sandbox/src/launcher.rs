//! The launcher: the caller's binary, spawned again to run a stage.

use std::path::Path;
use std::process::Command;

use crate::STAGE_ARGUMENT;

/// The running binary. A path would resolve differently after mounts have changed.
pub(super) const OURSELVES: &str = "/proc/self/exe";

/// The command for a stage, without an environment.
pub(super) fn stage_command(launcher: &Path, stage: &str) -> Command {
    let mut command = Command::new(launcher);
    command.args([STAGE_ARGUMENT, stage]).env_clear();
    command
}
