//! The games that log lines are about: `[game 17] text`, or a heading `[games 3, 17-20]` before the lines of
//! several games asked about together.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

const ONE: &str = "[game ";
const SEVERAL: &str = "[games ";
/// The end of a line that reports the size of a gap.
pub(crate) const LEFT_OUT: &str = " bytes left out]";

/// The number of bytes left out according to a log line, if it reports a gap.
fn left_out(line: &str) -> Option<u64> {
    line.strip_prefix('[')?.strip_suffix(LEFT_OUT)?.parse().ok()
}

/// The games that a program was asked about when it wrote something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogMark {
    games: Vec<RangeInclusive<u64>>,
}

impl LogMark {
    /// The mark for these games; without games lines are not marked.
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

    /// Does it include this game?
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        self.games.iter().any(|range| range.contains(&game))
    }

    /// Does it include all games of the other mark?
    pub(crate) fn contains(&self, other: &LogMark) -> bool {
        other.games.iter().all(|range| range.clone().all(|game| self.has(game)))
    }

    /// The prefix of each line, if it is about a single game.
    pub(crate) fn prefix(&self) -> Option<String> {
        match &self.games[..] {
            [range] if range.start() == range.end() => Some(format!("{ONE}{}] ", range.start())),
            _ => None,
        }
    }

    /// The heading for lines of several games.
    pub(crate) fn heading(&self) -> Option<String> {
        let several = !self.games.is_empty() && self.prefix().is_none();
        let shown = |range: &RangeInclusive<u64>| match (range.start(), range.end()) {
            (start, end) if start == end => start.to_string(),
            (start, end) => format!("{start}-{end}"),
        };
        let ranges: Vec<String> = self.games.iter().map(shown).collect();
        several.then(|| format!("{SEVERAL}{}]\n", ranges.join(", ")))
    }

    /// The mark at the beginning of a line, and the rest.
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

    /// Whether a piece of a line may be the beginning of a mark whose rest is not there yet.
    pub(crate) fn may_begin(piece: &[u8]) -> bool {
        let one = ONE.as_bytes();
        match piece.strip_prefix(one) {
            Some(rest) => {
                let digits = rest.strip_suffix(b"]").unwrap_or(rest);
                // the longest number has 20 digits
                digits.len() <= 20 && digits.iter().all(u8::is_ascii_digit)
            }
            None => !piece.is_empty() && one.starts_with(piece),
        }
    }

    /// The mark in a heading line.
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

/// The lines of a log about one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinesOfGame<'a> {
    /// The lines, without marks.
    pub lines: Vec<&'a str>,
    /// How many of them may be about another game that the program was asked about at the same time.
    pub shared: usize,
    /// Number of bytes missing from the whole log.
    pub left_out: u64,
}

/// The lines of a log about one game.
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
    fn the_lines_of_a_game_are_found_among_other_games() {
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
