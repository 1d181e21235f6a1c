//! What a player writes for the person who watches it, as a program does to its standard error.

/// What a player calls itself, and what it has written so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Console {
    /// Its own name, or empty.
    pub name: String,
    /// The lines that are kept of what it has written, oldest first, without control characters.
    pub lines: Vec<String>,
}

impl Console {
    /// The lines that were written after `earlier`.
    #[must_use]
    pub fn since(&self, earlier: &Console) -> &[String] {
        // of a long log only the beginning and the end are kept
        let is_longer = self.lines.starts_with(&earlier.lines);
        if is_longer { &self.lines[earlier.lines.len()..] } else { &self.lines }
    }
}

#[cfg(test)]
mod tests {
    use super::Console;

    #[test]
    fn only_what_is_new_follows_an_earlier_state() {
        let console = |lines: &[&str]| Console {
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            ..Console::default()
        };
        let now = console(&["a", "b", "c"]);
        assert_eq!(now.since(&Console::default()), ["a", "b", "c"]);
        assert_eq!(now.since(&console(&["a", "b"])), ["c"]);
        assert!(now.since(&now).is_empty());
        assert_eq!(now.since(&console(&["0", "a"])), ["a", "b", "c"]);
    }
}
