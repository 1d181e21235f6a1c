//! One line of a GCG file.

use crate::board::{Distribution, Place, Play, Rack};
use crate::notation::gcg::GcgFault;
use crate::notation::state_file::{cut, read_points};

/// The pragmas that name the letters; the first is the one that is written.
pub(super) const LETTERS: [&str; 3] = ["tile-set", "tile-distribution", "letter-distribution"];

/// The pragmas that name the board; the first is the one that is written.
pub(super) const BOARD: [&str; 2] = ["board-layout", "game-board"];

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GcgLine<'a> {
    /// An empty line.
    Empty,
    /// `#name value`.
    Pragma {
        /// Its name.
        name: &'a str,
        /// The rest of the line, trimmed.
        value: &'a str,
    },
    /// `>nick: ...`.
    Event(Box<Event<'a>>),
    /// Anything else: possibly part of a note.
    Text,
}

/// An event of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Event<'a> {
    pub(super) nick: &'a str,
    /// The rack before it, if given.
    pub(super) rack: Option<Rack>,
    /// What happened, as text.
    pub(super) text: String,
    pub(super) what: What,
    /// The points it adds.
    pub(super) gained: i32,
    /// The total after it.
    pub(super) total: i32,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Play(Play),
    Pass,
    /// An exchange, with the tiles if given, and their number.
    Exchange(Option<Rack>, usize),
    /// The last play of this player is withdrawn.
    Withdrawn,
    /// A bonus or penalty for a challenge.
    Challenge,
    /// A penalty for the clock.
    Clock,
    /// Points for tiles left at the end.
    Left(Rack),
}

/// Reads a line without its line break.
pub(super) fn read_line<'a>(
    distribution: &'static Distribution,
    text: &'a str,
) -> Result<GcgLine<'a>, GcgFault> {
    let text = text.trim();
    if let Some((name, value)) = pragma(text) {
        return Ok(GcgLine::Pragma { name, value });
    }
    match text.strip_prefix('>') {
        Some(event) => Ok(GcgLine::Event(Box::new(read_event(distribution, event)?))),
        None if text.is_empty() => Ok(GcgLine::Empty),
        None => Ok(GcgLine::Text),
    }
}

/// The name and the value of a pragma.
fn pragma(line: &str) -> Option<(&str, &str)> {
    let pragma = line.trim().strip_prefix('#')?;
    let (name, value) = pragma.split_once(char::is_whitespace).unwrap_or((pragma, ""));
    Some((name, value.trim()))
}

/// The letters, the board and the word list that the text of a GCG file names, whether or not its game can be read
/// with others.
#[must_use]
pub fn named_in_gcg(text: &str) -> [Option<&str>; 3] {
    let pragma = |names: &[&str]| {
        let mut pragmas = text.lines().filter_map(pragma);
        pragmas.find(|(name, value)| names.contains(name) && !value.is_empty())
    };
    [pragma(&LETTERS), pragma(&BOARD), pragma(&["lexicon"])]
        .map(|pragma| pragma.map(|(_, value)| value))
}

fn read_event<'a>(
    distribution: &'static Distribution,
    text: &'a str,
) -> Result<Event<'a>, GcgFault> {
    let refuse = || GcgFault::Event(cut(text));
    let (nick, rest) = text.split_once(':').ok_or_else(refuse)?;
    let parts: Vec<&str> = rest.split_whitespace().collect();
    let is_rack_given = parts.first().is_some_and(|first| !is_place(first) && !is_sign(first));
    let (rack, parts) = parts.split_at(is_rack_given.into());
    let is_play = parts.first().is_some_and(|first| !is_sign(first));
    let (action, parts) = parts.split_at_checked(1 + usize::from(is_play)).ok_or_else(refuse)?;
    let [gained, total, more @ ..] = parts else { return Err(refuse()) };
    if let Some(extra) = more.iter().position(|part| !is_word(part)) {
        return Err(GcgFault::More(cut(&more[extra..].join(" "))));
    }
    let what = read_action(distribution, action)?.ok_or_else(refuse)?;
    let nick = nick.trim();
    let rack = rack.first().map(|rack| read_rack(distribution, rack)).transpose()?;
    if nick.is_empty() {
        return Err(refuse());
    }
    let text = action.join(" ");
    Ok(Event { nick, rack, text, what, gained: points(gained)?, total: points(total)? })
}

fn is_place(text: &str) -> bool {
    text.parse::<Place>().is_ok()
}

/// Whether this is what happened in an event that is not a play.
fn is_sign(text: &str) -> bool {
    text.starts_with(['-', '('])
}

/// Whether this may be one of the words that the play forms, which some programs list after the total.
fn is_word(text: &str) -> bool {
    text.contains(char::is_alphabetic) && !text.contains(char::is_numeric)
}

fn points(text: &str) -> Result<i32, GcgFault> {
    read_points(text).map(|points| points.0).ok_or_else(|| GcgFault::Points(cut(text)))
}

/// The event; `None` for an empty text.
fn read_action(
    distribution: &'static Distribution,
    parts: &[&str],
) -> Result<Option<What>, GcgFault> {
    Ok(match parts {
        ["-"] => Some(What::Pass),
        ["--"] => Some(What::Withdrawn),
        [text] if text.eq_ignore_ascii_case("(challenge)") => Some(What::Challenge),
        [text] if text.eq_ignore_ascii_case("(time)") => Some(What::Clock),
        [text] => match text.strip_prefix('-') {
            Some(tiles) => Some(exchange(distribution, tiles)?),
            None => {
                let rack = left(text).map(|tiles| read_rack(distribution, tiles));
                rack.transpose()?.map(What::Left)
            }
        },
        [place, word] => Some(What::Play(Play::read(distribution, &format!("{place} {word}"))?)),
        _ => None,
    })
}

/// An exchange of these tiles, or of this number of them.
fn exchange(distribution: &'static Distribution, text: &str) -> Result<What, GcgFault> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(What::Exchange(None, text.parse().unwrap_or(usize::MAX)));
    }
    let tiles = read_rack(distribution, text)?;
    Ok(What::Exchange(Some(tiles), tiles.len()))
}

fn left(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')')
}

/// Reads a rack, in either case.
pub(super) fn read_rack(distribution: &'static Distribution, text: &str) -> Result<Rack, GcgFault> {
    let read = Rack::read(distribution, text);
    let read =
        read.or_else(|error| Rack::read(distribution, &text.to_uppercase()).map_err(|_| error));
    read.map_err(|error| GcgFault::Rack { rack: cut(text), error })
}

#[cfg(test)]
mod tests {
    use super::{GcgFault, GcgLine, What};
    use crate::board::Distribution;

    fn read_line(text: &str) -> Result<GcgLine<'_>, GcgFault> {
        super::read_line(Distribution::english(), text)
    }

    fn what(text: &str) -> (Option<String>, What, i32, i32) {
        match read_line(text).unwrap() {
            GcgLine::Event(event) => {
                (event.rack.map(|rack| rack.to_string()), event.what, event.gained, event.total)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_kind_of_event_is_parsed() {
        let rack = || Some("ABC".to_owned());
        let play = || What::Play("8D AB.".parse().unwrap());
        let cases = [
            (">a: ABC 8D AB. +20 20", (rack(), play(), 20, 20)),
            (">a:  8D AB. +20 20\r", (None, play(), 20, 20)),
            (">a: ABC - +0 20", (rack(), What::Pass, 0, 20)),
            (">a: - +0 20", (None, What::Pass, 0, 20)),
            (">a: ABC -BC +0 20", (rack(), What::Exchange("BC".parse().ok(), 2), 0, 20)),
            (">a: ABC -5 +0 20", (rack(), What::Exchange(None, 5), 0, 20)),
            (">a: ABC -- -20 0", (rack(), What::Withdrawn, -20, 0)),
            (">a: ABC (challenge) +5 25", (rack(), What::Challenge, 5, 25)),
            (">a: ABC (time) -10 15", (rack(), What::Clock, -10, 15)),
            (">a: (Q?) +20 35", (None, What::Left("Q?".parse().unwrap()), 20, 35)),
            (">a: ABC (ABC) -7 28", (rack(), What::Left("ABC".parse().unwrap()), -7, 28)),
            (">a: () +0 28", (None, What::Left("".parse().unwrap()), 0, 28)),
            (">a:ABC\t8d\tAB.\t+20\t20\t", (rack(), play(), 20, 20)),
            (">a : abc 8D AB. 20 20 ABE, (A)BE OF", (rack(), play(), 20, 20)),
            (">a: abc -bc +0 20", (rack(), What::Exchange("BC".parse().ok(), 2), 0, 20)),
            (">a: ABC (Challenge) 5 25", (rack(), What::Challenge, 5, 25)),
            (">a: (TIME) -10 15", (None, What::Clock, -10, 15)),
        ];
        for (text, expected) in cases {
            assert_eq!(what(text), expected, "{text}");
        }
    }

    #[test]
    fn other_lines_are_distinguished() {
        assert_eq!(read_line(" \r"), Ok(GcgLine::Empty));
        assert_eq!(read_line("more of a note"), Ok(GcgLine::Text));
        assert_eq!(read_line("#note  a b "), Ok(GcgLine::Pragma { name: "note", value: "a b" }));
        assert_eq!(read_line("#"), Ok(GcgLine::Pragma { name: "", value: "" }));
    }

    #[test]
    fn invalid_events_are_refused() {
        let refused = |text: &str| read_line(text).unwrap_err().to_string();
        for text in [">", ">a ABC 8D AB +2 2", ">a: +2 2", ">a: AB xy +1 1", ">: - +0 0"] {
            assert!(refused(text).contains("invalid event"), "{text}: {}", refused(text));
        }
        assert_eq!(
            refused(">a: ABC 8D AB +2 2 BE 3 4"),
            "unexpected `3 4` after the total: expected at most the words that the play forms"
        );
        assert!(
            refused(">a: Ab1 8D AB +2 2")
                .starts_with("the rack `Ab1`: invalid tile `b` (character 2)")
        );
        assert!(refused(">a: ABC 8D AB +2 x").starts_with("invalid points `x`"));
        assert!(refused(">a: ABC 8D AB +99999999999 0").contains("invalid points"));
        assert!(refused(">a: ABC 88 AB +2 2").contains("invalid place"));
        assert!(refused(">a: ABC 8D A1 +2 2").contains("invalid letter"));
    }
}
