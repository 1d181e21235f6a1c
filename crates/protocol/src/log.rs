//! A program's standard error: its log, with the beginning and the end retained.

use std::collections::VecDeque;

use crate::log_mark::{LEFT_OUT, LogMark};

/// Number of bytes retained from the beginning of a log, and from its end.
const MAX_BYTES: usize = 64 << 10;
/// Maximum size of a log in bytes; a larger one must be a bug.
const MAX: u64 = 256 << 20;

/// The retained part of a log.
#[derive(Clone, Debug)]
pub struct Log {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// Bytes written, without and with marks.
    written: u64,
    marked: u64,
    /// The games of the current lines, and the prefix for each.
    mark: LogMark,
    prefix: Vec<u8>,
    /// The heading before the next line.
    heading: Vec<u8>,
    last_heading: Vec<u8>,
    /// At the start of a line?
    at_start: bool,
    /// The start of a line that may be that of a mark: programs may write it piece by piece.
    begun: Vec<u8>,
}

impl Default for Log {
    fn default() -> Log {
        Log {
            head: Vec::new(),
            tail: VecDeque::new(),
            written: 0,
            marked: 0,
            mark: LogMark::default(),
            prefix: Vec::new(),
            heading: Vec::new(),
            last_heading: Vec::new(),
            at_start: true,
            begun: Vec::new(),
        }
    }
}

impl Log {
    /// Marks the following output with other games.
    pub fn mark(&mut self, mark: &LogMark) {
        self.prefix = mark.prefix().unwrap_or_default().into_bytes();
        self.heading = mark.heading().unwrap_or_default().into_bytes();
        self.mark = mark.clone();
    }

    /// Appends output. A line that begins with the mark of one of its games is not marked again: programs
    /// that answer several questions at once know better which game a line is about.
    pub fn take(&mut self, bytes: &[u8]) {
        self.written += bytes.len() as u64;
        if self.begun.is_empty() {
            self.take_lines(bytes);
        } else {
            let mut begun = std::mem::take(&mut self.begun);
            begun.extend_from_slice(bytes);
            self.take_lines(&begun);
        }
    }

    /// Adds a line about a game that the program has not written; it does not count as output.
    pub fn note(&mut self, game: u64, line: &str) {
        *self = self.ended();
        if !self.at_start {
            self.keep(b"\n");
        }
        let mark = LogMark::of(&[game].into()).prefix().unwrap_or_default();
        self.keep(format!("{mark}{line}\n").as_bytes());
        self.at_start = true;
    }

    fn take_lines(&mut self, bytes: &[u8]) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if self.at_start && LogMark::may_begin(line) {
                self.begun = line.to_vec();
                return;
            }
            self.take_line(line);
        }
    }

    fn take_line(&mut self, line: &[u8]) {
        if self.at_start && !self.is_marked(line) {
            self.head_line();
            let prefix = self.prefix.clone();
            self.keep(&prefix);
        }
        self.keep(line);
        self.at_start = line.ends_with(b"\n");
    }

    /// The log if nothing else were written.
    fn ended(&self) -> Log {
        let mut log = Log { begun: Vec::new(), ..self.clone() };
        if !self.begun.is_empty() {
            log.take_line(&self.begun);
        }
        log
    }

    /// Writes a heading with the games of the next lines, unless it is already retained: the beginning of a
    /// log's end may be lost.
    fn head_line(&mut self) {
        let is_known = self.head.len() < MAX_BYTES && self.heading == self.last_heading;
        if !self.heading.is_empty() && !is_known {
            let heading = std::mem::take(&mut self.heading);
            self.keep(&heading);
            self.last_heading = heading;
        }
    }

    fn is_marked(&self, line: &[u8]) -> bool {
        // a piece may end in the middle of a character; a mark is at most this long
        let start = String::from_utf8_lossy(&line[..line.len().min(40)]);
        LogMark::split(&start).0.is_some_and(|mark| self.mark.contains(&mark))
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.marked += bytes.len() as u64;
        let (first, rest) = bytes.split_at(bytes.len().min(MAX_BYTES - self.head.len()));
        self.head.extend_from_slice(first);
        let rest = &rest[rest.len().saturating_sub(MAX_BYTES)..];
        let surplus = (self.tail.len() + rest.len()).saturating_sub(MAX_BYTES);
        self.tail.drain(..surplus);
        self.tail.extend(rest);
    }

    /// Whether nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.written == 0
    }

    /// Whether it has exceeded its maximum size.
    #[must_use]
    pub fn is_flood(&self) -> bool {
        self.written > MAX
    }

    /// The last lines, at most this many, without marks and empty lines; control characters are escaped.
    #[must_use]
    pub fn last_lines(&self, count: usize) -> Vec<String> {
        let log = self.ended();
        let end: Vec<u8> =
            if log.tail.is_empty() { log.head } else { log.tail.into_iter().collect() };
        let end = &end[end.len().saturating_sub(count * 1024)..];
        let text = String::from_utf8_lossy(end);
        let lines = text.lines().filter(|line| LogMark::of_heading(line).is_none());
        let lines = lines.map(|line| LogMark::split(line).1);
        let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        let from = lines.len().saturating_sub(count);
        lines[from..].iter().map(|line| crate::messages::shortened(line)).collect()
    }

    /// The retained log, with a line for each gap and its size.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let log = self.ended();
        let left_out = log.marked - (log.head.len() + log.tail.len()) as u64;
        let mut text = log.head;
        if left_out > 0 {
            text.extend_from_slice(format!("\n[{left_out}{LEFT_OUT}\n").as_bytes());
        }
        text.extend(log.tail);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Log, MAX_BYTES};
    use crate::log_mark::LogMark;

    #[test]
    fn beginning_and_end_are_kept() {
        let mut log = Log::default();
        log.take(b"first\n");
        for _ in 0..100 {
            log.take(&[b'x'; 4096]);
        }
        log.take(b"\n\nlast\n");
        let text = String::from_utf8(log.text()).unwrap();
        assert!(text.starts_with("first\n") && text.ends_with("last\n"));
        assert!(text.contains("bytes left out"));
        assert!(text.len() < 2 * MAX_BYTES + 100);
        assert_eq!(log.last_lines(1), ["last"]);
        assert!(!log.is_flood());
    }

    #[test]
    fn lines_are_tagged_with_their_games() {
        let mark = |games: &[u64]| LogMark::of(&games.iter().copied().collect());
        let mut log = Log::default();
        log.take(b"begins\n");
        log.mark(&mark(&[1]));
        log.take(b"one\nhal");
        log.take(b"f\n");
        log.mark(&mark(&[1, 2, 3]));
        log.mark(&mark(&[2, 3]));
        log.take(b"several\n[game 3] its own mark\nlast\n");
        log.mark(&mark(&[2]));
        log.take(b"[game 2] not twice\n");
        let text = String::from_utf8(log.text()).unwrap();
        assert_eq!(
            text,
            "begins\n[game 1] one\n[game 1] half\n[games 2-3]\nseveral\n[game 3] its own mark\nlast\n\
             [game 2] not twice\n"
        );
        assert_eq!(
            log.last_lines(9),
            ["begins", "one", "half", "several", "its own mark", "last", "not twice"]
        );
        let found = crate::lines_of_game(&text, 2);
        assert_eq!(found.lines, ["several", "last", "not twice"]);
        assert_eq!((found.shared, found.left_out), (2, 0));
    }

    /// Programs whose standard error is not buffered write a line piece by piece.
    #[test]
    fn a_mark_that_arrives_in_pieces_is_still_a_mark() {
        let text =
            "[game 7] caf\u{e9} one\n[ga\n[game\n[game 7\n[game x] y\n\n[game 7] end".as_bytes();
        let mut whole = Log::default();
        whole.mark(&LogMark::of(&[7].into()));
        whole.take(text);
        let wanted = "[game 7] caf\u{e9} one\n[game 7] [ga\n[game 7] [game\n[game 7] [game 7\n\
                      [game 7] [game x] y\n[game 7] \n[game 7] end";
        assert_eq!(String::from_utf8(whole.text()).unwrap(), wanted);
        for size in 1..text.len() {
            let mut log = Log::default();
            log.mark(&LogMark::of(&[7].into()));
            text.chunks(size).for_each(|piece| log.take(piece));
            assert_eq!(String::from_utf8(log.text()).unwrap(), wanted, "pieces of {size}");
            assert_eq!(log.last_lines(1), ["end"]);
        }
        let mut cut = Log::default();
        cut.mark(&LogMark::of(&[7].into()));
        cut.take(b"one\n[gam");
        assert_eq!(cut.text(), b"[game 7] one\n[game 7] [gam");
        assert_eq!(cut.last_lines(1), ["[gam"]);
    }

    #[test]
    fn a_note_is_a_line_of_its_own_and_no_output() {
        let mut log = Log::default();
        log.mark(&LogMark::of(&[3].into()));
        log.note(3, "first");
        assert!(log.is_empty());
        log.take(b"half");
        log.note(4, "second");
        log.take(b" a line\n[ga");
        log.note(3, "third");
        assert!(!log.is_empty());
        assert_eq!(
            String::from_utf8(log.text()).unwrap(),
            "[game 3] first\n[game 3] half\n[game 4] second\n[game 3]  a line\n[game 3] [ga\n\
             [game 3] third\n"
        );
    }

    #[test]
    fn a_short_log_is_kept_whole() {
        let mut log = Log::default();
        log.take(b"a\nb\x1b\n");
        assert_eq!(log.text(), b"a\nb\x1b\n");
        assert_eq!(log.last_lines(5), ["a", "b\\u{1b}"]);
    }
}
