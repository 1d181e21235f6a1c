//! One process of a player program: started, written to and read from by its own threads, so that
//! callers never block, and killed with all its descendants.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, PipeWriter, Write};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::cleanup;
use crate::log::Log;
use crate::log_mark::LogMark;
use crate::log_pipe::LogPipe;
use crate::messages::{self, LONGEST_LINE};
use lettergame_sandbox::{self as sandbox, Channel, Ending, Usage};

/// How long a process has to exit after `bye`, and again after SIGTERM.
const LEAVE: Duration = Duration::from_secs(1);
const AFTER_SIGNAL: Duration = Duration::from_millis(300);

/// An event of a process.
#[derive(Debug)]
pub enum ProcessEvent {
    /// Whole lines, without line endings.
    Lines(Vec<Vec<u8>>),
    /// A line longer than the limit; no more events follow.
    TooLong,
    /// Its log is too large.
    Flood,
    /// It closed its standard output.
    Closed,
}

/// How a process exited and what it logged.
#[derive(Debug)]
pub struct Farewell {
    /// By itself, in time.
    pub in_time: bool,
    /// The retained part of its log.
    pub log: Vec<u8>,
}

/// Identifies the process of an event; chosen by the caller.
pub type Tag = u64;

/// Where events go, with the tag of the process.
pub type EventSender = SyncSender<(Tag, ProcessEvent)>;

/// A running process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// To its launcher.
    channel: Channel,
    /// Whether it is stopped until something is written to it.
    paused: Cell<bool>,
    /// `None` once it has been asked to exit.
    to: Option<Sender<Vec<u8>>>,
    log: Arc<LogPipe>,
    /// Number of processes, from the child, before the player.
    stages: usize,
    /// The ids of the threads that write to it and read from it; 0 until they run.
    threads: Arc<[AtomicU32; 2]>,
    /// Removed with the process.
    scratch: TempDir,
}

impl Process {
    /// Starts a command from [`sandbox::command`] with standard input written by `stdin`, in which `stages`
    /// processes precede the player.
    ///
    /// # Errors
    /// The system error.
    pub fn start(
        (mut command, channel): (Command, Channel),
        (stdin, stages): (PipeWriter, usize),
        scratch: TempDir,
        tag: Tag,
        sender: &EventSender,
    ) -> io::Result<Process> {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        cleanup::note_process(child.id());
        let (to, lines) = mpsc::channel();
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let process = Process {
            child,
            channel,
            paused: Cell::new(false),
            to: Some(to),
            log: Arc::new(LogPipe::new(stderr)),
            stages,
            threads: Arc::new([AtomicU32::new(0), AtomicU32::new(0)]),
            scratch,
        };
        if let Some(stdout) = stdout {
            process.talk((stdin, lines), stdout, (tag, sender))?;
        }
        Ok(process)
    }

    /// Starts the threads that write to it and read from it.
    fn talk(
        &self,
        (stdin, lines): (PipeWriter, Receiver<Vec<u8>>),
        stdout: ChildStdout,
        (tag, sender): (Tag, &EventSender),
    ) -> io::Result<()> {
        let [writer, listener] = [Arc::clone(&self.threads), Arc::clone(&self.threads)];
        let (ear_out, ear_err, kept) = (sender.clone(), sender.clone(), Arc::clone(&self.log));
        in_thread(move || {
            writer[0].store(own_number(), Ordering::Relaxed);
            write_all(stdin, &lines);
        })?;
        in_thread(move || {
            listener[1].store(own_number(), Ordering::Relaxed);
            listen(stdout, tag, &ear_out);
        })?;
        in_thread(move || {
            kept.keep(|| {
                let _ = ear_err.send((tag, ProcessEvent::Flood));
            });
        })
    }

    /// Its processor use, where the system reports it.
    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        let threads: Vec<u32> = self.threads.iter().map(|id| id.load(Ordering::Relaxed)).collect();
        Usage::of(self.child.id(), self.stages, &threads)
    }

    /// Stops it and its descendants until something is written to it. Needs a launcher.
    pub fn pause(&self) {
        if self.can_pause() && !self.paused.replace(true) {
            self.channel.pause();
        }
    }

    /// Whether it is running and has a launcher that can stop it.
    #[must_use]
    pub fn can_pause(&self) -> bool {
        self.channel.has_launcher() && !self.paused.get()
    }

    /// Has its limits checked now: if it exceeds one, it has been killed on return.
    pub fn measure(&mut self) {
        self.channel.measure();
    }

    /// Writes to it; unread bytes are queued. Resumes it if it is stopped.
    pub fn send(&self, bytes: Vec<u8>) {
        if self.paused.replace(false) {
            self.channel.resume();
        }
        self.send_for_later(bytes);
    }

    /// Writes to it without resuming it: it reads this with the next message.
    pub fn send_for_later(&self, bytes: Vec<u8>) {
        if let Some(to) = &self.to {
            // the thread ends with the process, which is noticed elsewhere
            let _ = to.send(bytes);
        }
    }

    /// Its log so far.
    pub fn log(&self) -> MutexGuard<'_, Log> {
        self.log.log()
    }

    /// The last lines of its log, at most this many. Paths are relative to its scratch folder, which has another
    /// name each time.
    pub fn last_lines(&self, count: usize) -> Vec<String> {
        let folder = format!("{}/", self.scratch.path().display());
        let lines = self.log().last_lines(count).into_iter();
        lines.map(|line| line.replace(&folder, "")).collect()
    }

    /// Marks its log from now on with other games.
    pub fn mark_log(&self, mark: &LogMark) {
        self.log.mark(mark);
    }

    /// How it ended, if it ends in time.
    pub fn ending(&mut self, within: Duration) -> Option<Ending> {
        self.ended(within).map(|status| self.channel.ending(status))
    }

    fn ended(&mut self, within: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        let mut nap = Duration::from_micros(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < within => thread::sleep(nap),
                Ok(None) | Err(_) => return None,
            }
            nap = (nap * 2).min(Duration::from_millis(10));
        }
    }

    /// Asks it to exit, without waiting.
    pub fn request_exit(&mut self) {
        self.send(messages::bye());
        self.to = None;
    }

    /// Waits until it has exited, sends a signal, and kills it if that does not help. Its time to
    /// exit runs from `since`, so many can exit at once.
    pub fn shutdown(mut self, since: Instant) -> Farewell {
        self.request_exit();
        let in_time = self.ended(LEAVE.saturating_sub(since.elapsed())).is_some();
        if !in_time {
            sandbox::terminate(&self.child);
            self.ended(AFTER_SIGNAL);
        }
        Farewell { in_time, log: self.log().text() }
    }
}

/// Kills it with all its descendants.
impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        // if even that fails, nothing more can be done
        let _ = sandbox::kill(&mut self.child);
        cleanup::forget_process(self.child.id());
    }
}

/// The id of the current thread.
#[cfg(target_os = "linux")]
fn own_number() -> u32 {
    rustix::thread::gettid().as_raw_nonzero().get().cast_unsigned()
}

#[cfg(not(target_os = "linux"))]
fn own_number() -> u32 {
    0
}

/// Runs `work` in a new thread. Fails if the system has no more threads.
fn in_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(work).map(drop)
}

fn write_all(mut stdin: PipeWriter, lines: &Receiver<Vec<u8>>) {
    for bytes in lines {
        if stdin.write_all(&bytes).is_err() {
            return;
        }
    }
}

/// Sends whole lines, as many as available at once.
fn listen(stdout: ChildStdout, tag: Tag, sender: &EventSender) {
    let mut reader = BufReader::with_capacity(64 << 10, stdout);
    let mut begun = Vec::new();
    loop {
        let Some(event) = next_lines(&mut reader, &mut begun) else {
            let _ = sender.send((tag, ProcessEvent::Closed));
            return;
        };
        let too_long = matches!(event, ProcessEvent::TooLong);
        if matches!(&event, ProcessEvent::Lines(lines) if lines.is_empty()) {
            continue;
        }
        if sender.send((tag, event)).is_err() || too_long {
            return;
        }
    }
}

/// The lines completed by the next bytes; the rest is kept in `begun`. `None` at the end.
fn next_lines(reader: &mut impl BufRead, begun: &mut Vec<u8>) -> Option<ProcessEvent> {
    let bytes = loop {
        match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
            Ok(bytes) => break bytes,
        }
    };
    if bytes.is_empty() {
        return None;
    }
    let mut lines = Vec::new();
    for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
        if begun.len() + piece.len() > LONGEST_LINE {
            return Some(ProcessEvent::TooLong);
        }
        begun.extend_from_slice(piece);
        if piece.ends_with(b"\n") {
            begun.pop();
            lines.push(std::mem::take(begun));
        }
    }
    let count = bytes.len();
    reader.consume(count);
    Some(ProcessEvent::Lines(lines))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{LONGEST_LINE, ProcessEvent, next_lines};

    fn all(bytes: &[u8], capacity: usize) -> (Vec<String>, bool) {
        let mut reader = BufReader::with_capacity(capacity, bytes);
        let (mut lines, mut begun) = (Vec::new(), Vec::new());
        while let Some(event) = next_lines(&mut reader, &mut begun) {
            match event {
                ProcessEvent::Lines(more) => {
                    lines.extend(more.iter().map(|line| String::from_utf8(line.clone()).unwrap()));
                }
                _ => return (lines, true),
            }
        }
        (lines, false)
    }

    #[test]
    fn lines_are_reassembled_however_they_arrive() {
        for capacity in [1, 2, 3, 64] {
            let (lines, too_long) = all(b"one\ntwo\r\n\nthree", capacity);
            assert_eq!(lines, ["one", "two\r", ""]);
            assert!(!too_long);
        }
    }

    #[test]
    fn an_endless_line_is_not_waited_for() {
        let endless = vec![b'x'; LONGEST_LINE + 1];
        assert!(all(&endless, 4096).1);
        let mut longest = vec![b'x'; LONGEST_LINE - 1];
        longest.push(b'\n');
        assert_eq!(all(&longest, 4096).0[0].len(), LONGEST_LINE - 1);
    }
}
