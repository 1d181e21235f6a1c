//! Runs a tool with limits on its time and output. It is killed with its children when it is late.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Time between two looks at a running tool.
const PAUSE: Duration = Duration::from_millis(20);
/// Time for the rest of the output of a tool that has ended.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How a tool ended.
#[derive(Debug)]
pub(super) struct Ended {
    /// `None` if it was killed.
    pub(super) status: Option<ExitStatus>,
    /// What it wrote to both of its outputs, up to the limit.
    pub(super) output: Vec<u8>,
}

/// Runs a tool to its end, until `deadline` after now, or while `may_go_on`.
pub(super) fn run(
    mut command: Command,
    time: Duration,
    max_output: u64,
    may_go_on: impl Fn() -> bool,
) -> io::Result<Ended> {
    let (mut reader, writer) = io::pipe()?;
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let mut child = command.spawn()?;
    // it has the other end of the pipe
    drop(command);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut output = Vec::new();
        let _ = reader.by_ref().take(max_output).read_to_end(&mut output);
        let _ = sender.send(output);
        // a full pipe would stop the tool
        let _ = io::copy(&mut reader, &mut io::sink());
    });
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if start.elapsed() > time || !may_go_on() {
            kill(&mut child)?;
            child.wait()?;
            break None;
        }
        thread::sleep(PAUSE);
    };
    let output = receiver.recv_timeout(LAST_WORDS).unwrap_or_default();
    Ok(Ended { status, output })
}

/// Kills a tool that has not been waited for, so that its number is still its own, and its group.
#[cfg(target_os = "linux")]
fn kill(child: &mut Child) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process_group};
    kill_process_group(Pid::from_child(child), Signal::KILL).map_err(io::Error::from)
}

#[cfg(not(target_os = "linux"))]
fn kill(child: &mut Child) -> io::Result<()> {
    child.kill()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::run;

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_late_tool_is_killed_with_its_children() {
        let start = Instant::now();
        let folder = tempfile::tempdir().unwrap();
        let mut command = sh("(sleep 2; echo late > witness) & echo started; sleep 100");
        command.current_dir(folder.path());
        let ended = run(command, Duration::from_millis(300), 1000, || true).unwrap();
        assert!(ended.status.is_none());
        assert_eq!(ended.output, b"started\n");
        assert!(start.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(2500));
        assert!(!folder.path().join("witness").exists(), "a child survived");
    }

    #[test]
    fn output_is_capped_and_the_tool_goes_on() {
        let command = sh("head -c 1000000 /dev/zero; exit 3");
        let ended = run(command, Duration::from_secs(60), 1000, || true).unwrap();
        assert_eq!(ended.output.len(), 1000);
        assert_eq!(ended.status.unwrap().code(), Some(3));
    }

    #[test]
    fn a_tool_is_killed_when_it_may_not_go_on() {
        let ended = run(sh("sleep 100"), Duration::from_secs(60), 1000, || false).unwrap();
        assert!(ended.status.is_none());
    }
}
