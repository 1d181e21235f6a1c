//! The games that lines of a log belong to: `[game 17] text`, or a line `[games 3, 17-20]` before the lines of
//! several games that were asked about together.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

const ONE: &str = "[game ";
const SEVERAL: &str = "[games ";
/// How a line ends that says how much is not kept.
pub(crate) const LEFT_OUT: &str = " bytes left out]";

/// How many bytes a line of a log says are left out, if it is one that does.
fn left_out(line: &str) -> Option<u64> {
    line.strip_prefix('[')?.strip_suffix(LEFT_OUT)?.parse().ok()
}

/// The games that a program was asked about when it wrote something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogMark {
    games: Vec<RangeInclusive<u64>>,
}

impl LogMark {
    /// The mark of these games; without games lines are not marked.
    #[must_use]
    pub fn of(games: &BTreeSet<u64>) -> LogMark {
        let mut ranges: Vec<RangeInclusive<u64>> = Vec::new();
        for &game in games {
            match ranges.last_mut() {
                Some(last) if last.end() + 1 == game => *last = *last.start()..=game,
                _ => ranges.push(game..=game),
            }
        }
        LogMark { games: ranges }
    }

    /// Is it that of this game, among others perhaps?
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        self.games.iter().any(|range| range.contains(&game))
    }

    /// Are the games of the other one among its own?
    pub(crate) fn contains(&self, other: &LogMark) -> bool {
        other.games.iter().all(|range| range.clone().all(|game| self.has(game)))
    }

    /// What each line begins with, where one game was asked about.
    pub(crate) fn prefix(&self) -> Option<String> {
        match &self.games[..] {
            [range] if range.start() == range.end() => Some(format!("{ONE}{}] ", range.start())),
            _ => None,
        }
    }

    /// The line before those of several games.
    pub(crate) fn heading(&self) -> Option<String> {
        let several = !self.games.is_empty() && self.prefix().is_none();
        let shown = |range: &RangeInclusive<u64>| match (range.start(), range.end()) {
            (start, end) if start == end => start.to_string(),
            (start, end) => format!("{start}-{end}"),
        };
        let ranges: Vec<String> = self.games.iter().map(shown).collect();
        several.then(|| format!("{SEVERAL}{}]\n", ranges.join(", ")))
    }

    /// The mark that a line begins with, and the rest of the line.
    #[must_use]
    pub fn split(line: &str) -> (Option<LogMark>, &str) {
        let one = line.strip_prefix(ONE).and_then(|rest| rest.split_once("] "));
        if let Some((number, rest)) = one
            && let Ok(game) = number.parse()
        {
            return (Some(LogMark { games: vec![game..=game] }), rest);
        }
        (None, line)
    }

    /// The mark that a line is as a whole.
    #[must_use]
    pub fn of_heading(line: &str) -> Option<LogMark> {
        let ranges = line.strip_prefix(SEVERAL)?.strip_suffix(']')?.split(", ");
        let range = |text: &str| {
            let (start, end) = text.split_once('-').unwrap_or((text, text));
            Some(start.parse().ok()?..=end.parse().ok()?)
        };
        ranges.map(range).collect::<Option<Vec<_>>>().map(|games| LogMark { games })
    }
}

/// What a log has of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinesOfGame<'a> {
    /// The lines, without marks.
    pub lines: Vec<&'a str>,
    /// How many of them may be about another game, which the program was asked about at the same time.
    pub shared: usize,
    /// Bytes of the whole log that were not kept.
    pub left_out: u64,
}

/// The lines of one game in a log.
#[must_use]
pub fn lines_of_game(log: &str, game: u64) -> LinesOfGame<'_> {
    let (mut found, mut heading) = (LinesOfGame::default(), LogMark::default());
    for line in log.lines() {
        if let Some(mark) = LogMark::of_heading(line) {
            heading = mark;
        } else if let Some(bytes) = left_out(line) {
            found.left_out += bytes;
            heading = LogMark::default();
        } else {
            let (mark, text) = LogMark::split(line);
            let is_shared = mark.is_none();
            if mark.as_ref().unwrap_or(&heading).has(game) {
                found.lines.push(text);
                found.shared += usize::from(is_shared);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{LinesOfGame, LogMark, lines_of_game};

    fn mark(games: &[u64]) -> LogMark {
        LogMark::of(&games.iter().copied().collect())
    }

    #[test]
    fn marks_read_back() {
        assert_eq!(mark(&[17]).prefix().unwrap(), "[game 17] ");
        assert_eq!(LogMark::split("[game 17] x [game 3] y"), (Some(mark(&[17])), "x [game 3] y"));
        assert_eq!(LogMark::split("[game x] y"), (None, "[game x] y"));
        let several = mark(&[3, 5, 6, 7, 9]);
        assert_eq!(several.heading().unwrap(), "[games 3, 5-7, 9]\n");
        assert_eq!(LogMark::of_heading("[games 3, 5-7, 9]"), Some(several.clone()));
        assert!(several.has(6) && several.has(9) && !several.has(8));
        assert_eq!((mark(&[]).prefix(), mark(&[]).heading()), (None, None));
    }

    #[test]
    fn the_lines_of_a_game_are_found_among_those_of_others() {
        let log =
            "begins\n[game 1] a\n[game 2] b\n[game 1] c\n[games 2-3]\nd\n[40 bytes left out]\ne\n";
        let expected: [(&[&str], usize); 5] =
            [(&[], 0), (&["a", "c"], 0), (&["b", "d"], 1), (&["d"], 1), (&[], 0)];
        for (game, (lines, shared)) in expected.into_iter().enumerate() {
            let found = LinesOfGame { lines: lines.to_vec(), shared, left_out: 40 };
            assert_eq!(lines_of_game(log, game as u64), found, "{game}");
        }
    }
}
