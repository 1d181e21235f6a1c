//! The announcements of a game in the form sent to programs: each event once.

use serde::Serialize;

/// The events of a game, as comma-separated JSON.
#[derive(Debug, Default)]
pub struct Announced(Vec<u8>);

impl Announced {
    /// Appends an event.
    pub fn push(&mut self, event: &impl Serialize) {
        if !self.0.is_empty() {
            self.0.push(b',');
        }
        // writing to memory cannot fail, and events are plain data
        let _ = serde_json::to_writer(&mut self.0, event);
    }

    /// The events since the last question to a player that has read `read` bytes; advances `read` to the end.
    pub fn since(&self, read: &mut usize) -> &[u8] {
        let new = &self.0[std::mem::replace(read, self.0.len())..];
        new.strip_prefix(b",").unwrap_or(new)
    }
}

#[cfg(test)]
mod tests {
    use super::Announced;

    #[test]
    fn every_event_is_read_once() {
        let (mut announced, mut read) = (Announced::default(), 0);
        assert_eq!(announced.since(&mut read), b"");
        announced.push(&1);
        announced.push(&"two");
        assert_eq!(announced.since(&mut read), b"1,\"two\"");
        assert_eq!(announced.since(&mut read), b"");
        announced.push(&3);
        assert_eq!(announced.since(&mut read), b"3");
        assert_eq!(announced.since(&mut 0), b"1,\"two\",3", "a new process knows nothing");
    }
}
