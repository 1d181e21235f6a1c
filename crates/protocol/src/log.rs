//! What a program writes to standard error: its log, of which the beginning and the end are kept.

use std::collections::VecDeque;

/// Bytes that are kept of the beginning of a log, and of its end.
const MAX_BYTES: usize = 64 << 10;
/// Maximum size of a log in bytes; a larger one must be a mistake.
const MOST: u64 = 256 << 20;

/// The part of a log that is kept.
#[derive(Debug, Default)]
pub struct Log {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    written: u64,
}

impl Log {
    /// Appends the next output.
    pub fn take(&mut self, bytes: &[u8]) {
        self.written += bytes.len() as u64;
        let (first, rest) = bytes.split_at(bytes.len().min(MAX_BYTES - self.head.len()));
        self.head.extend_from_slice(first);
        let rest = &rest[rest.len().saturating_sub(MAX_BYTES)..];
        let surplus = (self.tail.len() + rest.len()).saturating_sub(MAX_BYTES);
        self.tail.drain(..surplus);
        self.tail.extend(rest);
    }

    /// Whether it has exceeded its maximum size.
    #[must_use]
    pub fn is_flood(&self) -> bool {
        self.written > MOST
    }

    /// The last lines, at most `lines`, without empty ones; control characters are escaped.
    #[must_use]
    pub fn last_lines(&self, count: usize) -> Vec<String> {
        let end: Vec<u8> = if self.tail.is_empty() {
            self.head.clone()
        } else {
            self.tail.iter().copied().collect()
        };
        let end = &end[end.len().saturating_sub(count * 1024)..];
        let text = String::from_utf8_lossy(end);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let from = lines.len().saturating_sub(count);
        lines[from..].iter().map(|line| crate::messages::shortened(line)).collect()
    }

    /// The log as it is kept: a line marks each gap and its size.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let mut text = self.head.clone();
        let left_out = self.written - (self.head.len() + self.tail.len()) as u64;
        if left_out > 0 {
            text.extend_from_slice(format!("\n[{left_out} bytes left out]\n").as_bytes());
        }
        text.extend(self.tail.iter());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Log, MAX_BYTES};

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
    fn a_short_log_is_whole() {
        let mut log = Log::default();
        log.take(b"a\nb\x1b\n");
        assert_eq!(log.text(), b"a\nb\x1b\n");
        assert_eq!(log.last_lines(5), ["a", "b\\u{1b}"]);
    }
}
