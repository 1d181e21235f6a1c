//! Writes a GCG file of a game played here.

use std::collections::BTreeMap;

use crate::board::{Cell, Play, Rack};
use crate::notation::encoding::PRAGMA;
use crate::notation::gcg::GameFile;
use crate::notation::gcg::line::{BOARD, LETTERS};
use crate::rules::{Ending, Event};
use lettergame_base::{Points, Seat};

/// The header of a GCG file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GcgHeader {
    /// The players' names, the first seat's first.
    pub names: [String; 2],
    /// The title; omitted if empty.
    pub title: String,
    /// The name of the lexicon; omitted if empty.
    pub lexicon: String,
    /// The name of the letters; omitted if empty.
    pub letters: String,
    /// The name of the board; omitted if empty.
    pub board: String,
}

/// A turn of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GcgTurn {
    /// The rack before it.
    pub rack: Rack,
    /// The tiles of an exchange, if known.
    pub exchanged: Option<Rack>,
    /// The announced event.
    pub event: Event,
}

const ENCODING: &str = "#character-encoding UTF-8\n";

/// The text of a GCG file with these turns; the last may be the end of the game (its own rack is ignored).
/// Nicks and names are distinct, as other programs require.
#[must_use]
pub fn write_gcg(header: &GcgHeader, turns: &[GcgTurn]) -> String {
    let nicks = nicks(&header.names);
    let mut text = ENCODING.to_owned();
    for (number, (nick, name)) in nicks.iter().zip(full_names(&header.names, &nicks)).enumerate() {
        text += &format!("#player{} {nick} {name}\n", number + 1);
    }
    let GcgHeader { title, lexicon, letters, board, .. } = header;
    let named = [("title", title), ("lexicon", lexicon), (LETTERS[0], letters), (BOARD[0], board)];
    for (name, value) in named {
        if !value.trim().is_empty() {
            text += &format!("#{name} {}\n", one_line(value));
        }
    }
    write_turns(&mut text, &nicks, turns);
    text
}

/// The text of a GCG file whose game is continued with these turns before turn `number`, from 1, or at its
/// end: its own lines up to there, without the racks at its end, then a note and the turns.
#[must_use]
pub fn continue_gcg(
    source: &str,
    file: &GameFile,
    number: Option<usize>,
    note: &str,
    turns: &[GcgTurn],
) -> String {
    let next = number.and_then(|number| file.turn(number));
    let kept = next.map_or(usize::MAX, |turn| turn.line - 1);
    let dropped = [PRAGMA, "#rack1", "#rack2", "#incomplete"];
    let is_kept = |line: &&str| {
        let name = line.split_whitespace().next().unwrap_or_default();
        !name.is_empty() && !dropped.contains(&name)
    };
    let lines = source.trim_start_matches('\u{feff}').lines().take(kept).filter(is_kept);
    let mut text = ENCODING.to_owned();
    lines.for_each(|line| text += &format!("{}\n", line.trim_end()));
    if next.is_none_or(|turn| turn.line > file.turns[0].line) && !file.turns.is_empty() {
        text += &format!("#note {}\n", one_line(note));
    }
    write_turns(&mut text, &file.given_nicks(), turns);
    text
}

/// The text of a GCG file with a note after the events of these lines, from 1; a note that is there already is
/// continued, unless it ends with the same words. What the text declares of its encoding becomes true.
#[must_use]
pub fn annotate_gcg(source: &str, notes: &BTreeMap<usize, String>) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_declared = false;
    let mut note: Option<&String> = None;
    // whether the last line belongs to a note
    let mut is_note = false;
    for (index, line) in source.trim_start_matches('\u{feff}').lines().enumerate() {
        let starts = line.trim_start().starts_with("#note");
        let continues =
            is_note && !line.trim().is_empty() && !line.trim_start().starts_with(['#', '>']);
        if !starts && !continues {
            add_note(&mut lines, note.take(), is_note);
        }
        is_note = starts || continues;
        let declares = line.trim_start().starts_with(PRAGMA);
        is_declared |= declares;
        lines.push(if declares { ENCODING } else { line }.trim_end().to_owned());
        note = note.or(notes.get(&(index + 1)));
    }
    add_note(&mut lines, note, is_note);
    let text = lines.join("\n") + "\n";
    if is_declared || text.is_ascii() { text } else { ENCODING.to_owned() + &text }
}

fn add_note(lines: &mut Vec<String>, note: Option<&String>, is_note: bool) {
    match (note, lines.last_mut()) {
        (Some(note), Some(last)) if is_note && last.ends_with(&one_line(note)) => {}
        (Some(note), Some(last)) if is_note => *last += &format!(" | {}", one_line(note)),
        (Some(note), _) => lines.push(format!("#note {}", one_line(note))),
        (None, _) => {}
    }
}

/// Distinct full names; the nick for an empty one.
fn full_names(names: &[String; 2], nicks: &[String; 2]) -> [String; 2] {
    let name = |seat: usize| Some(one_line(&names[seat])).filter(|name| !name.is_empty());
    let first = name(0).unwrap_or_else(|| nicks[0].clone());
    let second = name(1).unwrap_or_else(|| nicks[1].clone());
    let second = if second == first { format!("{first}_2") } else { second };
    [first, second]
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Distinct nicks without blanks or colons.
fn nicks(names: &[String; 2]) -> [String; 2] {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let [first, mut second] =
        names.each_ref().map(|name| name.chars().map(plain).collect::<String>());
    let first = if first.is_empty() { "player".to_owned() } else { first };
    if second.is_empty() || second == first {
        second = format!("{first}_2");
    }
    [first, second]
}

fn write_turns(text: &mut String, nicks: &[String; 2], turns: &[GcgTurn]) {
    let before = std::iter::once(None).chain(turns.iter().map(Some));
    turns.iter().zip(before).for_each(|(turn, before)| write_turn(text, nicks, turn, before));
}

fn write_turn(text: &mut String, nicks: &[String; 2], turn: &GcgTurn, before: Option<&GcgTurn>) {
    let mut line = |rack: Rack, seat: Seat, action: &str, gained: Points, points: Points| {
        *text += &event_line(&nicks[seat.index()], &rack, action, gained, points);
    };
    match &turn.event {
        Event::Play { seat, play, score, points } => {
            line(turn.rack, *seat, &format!("{} {}", play.place(), dotted(play)), *score, *points);
        }
        Event::Exchange { seat, tiles, points } => {
            let told = turn.exchanged.map_or_else(|| tiles.to_string(), |rack| rack.to_string());
            line(turn.rack, *seat, &format!("-{told}"), Points::ZERO, *points);
        }
        Event::Pass { seat, points } => line(turn.rack, *seat, "-", Points::ZERO, *points),
        Event::Challenge { seat, invalid, lost_turn, gained, points, .. } => {
            let opponent = seat.opponent();
            let held = before.map_or(turn.rack, |play| play.rack);
            let [gained, sum] = [gained, points].map(|points| points[opponent.index()]);
            if !invalid.is_empty() {
                line(held, opponent, "--", gained, sum);
            } else if gained != Points::ZERO {
                line(Rack::new(held.distribution()), opponent, "(challenge)", gained, sum);
            } else if *lost_turn == Some(*seat) {
                line(turn.rack, *seat, "-", Points::ZERO, points[seat.index()]);
            }
        }
        Event::End { why, left, gained, points } => {
            *text += &ending(nicks, *why, left, gained, points)
        }
    }
}

/// The line of an event: the rack before it, which is left out if it is empty, what happened, the points for it and
/// the total.
#[must_use]
pub fn event_line(nick: &str, rack: &Rack, action: &str, gained: Points, total: Points) -> String {
    let rack = if rack.is_empty() { String::new() } else { format!("{rack} ") };
    format!(">{nick}: {rack}{action} {:+} {total}\n", gained.0)
}

/// The word of a play as in a GCG file: with dots for the letters already on the board.
#[must_use]
pub fn dotted(play: &Play) -> String {
    let shown = |(index, &cell): (usize, &Cell)| {
        if play.new_letters() >> index & 1 == 1 { cell } else { Cell::EMPTY }
    };
    let cells: Vec<Cell> = play.letters().iter().enumerate().map(shown).collect();
    play.distribution().cells_text(&cells)
}

/// A player who goes out gains for the opponent's tiles; otherwise each player loses their own.
fn ending(
    nicks: &[String; 2],
    why: Ending,
    left: &[Rack; 2],
    gained: &[Points; 2],
    points: &[Points; 2],
) -> String {
    let line = |seat: Seat| {
        let index = seat.index();
        let (nick, gained, points) = (&nicks[index], gained[index], points[index]);
        let (own, other) = (left[index], left[seat.opponent().index()]);
        match why {
            Ending::Out if own.is_empty() && !other.is_empty() => {
                let none = Rack::new(other.distribution());
                event_line(nick, &none, &format!("({other})"), gained, points)
            }
            Ending::Scoreless if !own.is_empty() => {
                event_line(nick, &own, &format!("({own})"), gained, points)
            }
            _ => String::new(),
        }
    };
    Seat::first(2).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{GcgHeader, GcgTurn, annotate_gcg, write_gcg};
    use crate::board::Rack;
    use crate::rules::{Ending, Event};
    use lettergame_base::{Points, Seat};

    fn rack(text: &str) -> Rack {
        text.parse().unwrap()
    }

    fn turn(tiles: &str, event: Event) -> GcgTurn {
        GcgTurn { rack: rack(tiles), exchanged: None, event }
    }

    fn end(why: Ending, left: [&str; 2], gained: [i32; 2]) -> GcgTurn {
        let left = left.map(rack);
        turn("", Event::End { why, left, gained: gained.map(Points), points: [7, 8].map(Points) })
    }

    #[test]
    fn notes_go_after_their_events() {
        let source = "#player1 a A\n>a: AB 8G AB +2 2\n#note old\nand more\n>b: - +0 0\n>a: - +0 2\n\n#title x";
        let notes = [(2, "one"), (5, "two"), (6, "three\nlines")];
        let notes = notes.map(|(line, note)| (line, note.to_owned())).into();
        let expected = "#player1 a A\n>a: AB 8G AB +2 2\n#note old\nand more | one\n>b: - +0 0\n#note two\n\
                        >a: - +0 2\n#note three lines\n\n#title x\n";
        assert_eq!(annotate_gcg(source, &notes), expected);
        // the same notes are not written twice
        let again = [(2, "one"), (5, "two"), (7, "three\nlines")];
        let again = again.map(|(line, note)| (line, note.to_owned())).into();
        assert_eq!(annotate_gcg(expected, &again), expected);
        assert_eq!(
            annotate_gcg(">a: - +0 0", &[(1, "x".to_owned())].into()),
            ">a: - +0 0\n#note x\n"
        );
    }

    #[test]
    fn the_declared_encoding_is_that_of_the_text() {
        let annotated = |source: &str| annotate_gcg(source, &[(2, "x".to_owned())].into());
        assert_eq!(
            annotated("#character-encoding ISO-8859-1\n#title é"),
            "#character-encoding UTF-8\n#title é\n#note x\n"
        );
        let named = annotated("#player1 a é\n>a: - +0 0");
        assert_eq!(named, "#character-encoding UTF-8\n#player1 a é\n>a: - +0 0\n#note x\n");
        assert!(annotated("#player1 a b\n>a: - +0 0").starts_with("#player1"));
    }

    #[test]
    fn players_of_one_name_are_told_apart() {
        let players = |names: [&str; 2]| {
            let header = GcgHeader { names: names.map(str::to_owned), ..GcgHeader::default() };
            let text = write_gcg(&header, &[]);
            text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
        };
        let two = ["#player1 equity equity", "#player2 equity_2 equity_2"];
        assert_eq!(players(["equity", "equity"]), two);
        assert_eq!(players(["a b", "a  b"]), ["#player1 a-b a b", "#player2 a--b a b_2"]);
        assert_eq!(players(["", ""]), ["#player1 player player", "#player2 player_2 player_2"]);
        assert_eq!(players(["x", ""]), ["#player1 x x", "#player2 x_2 x_2"]);
    }

    #[test]
    fn each_event_is_a_line() {
        let [one, two] = [Seat::FIRST, Seat::FIRST.opponent()];
        let play = "8D S(CuR)RY".parse().unwrap();
        let mut turns = vec![
            turn("RRSY", Event::Play { seat: one, play, score: Points(20), points: Points(20) }),
            turn("ABC", Event::Exchange { seat: two, tiles: 2, points: Points(0) }),
            turn("ABC", Event::Pass { seat: two, points: Points(0) }),
            end(Ending::Out, ["", "AB"], [8, 0]),
            end(Ending::Scoreless, ["Q", "?"], [-10, 0]),
        ];
        let mut told = turns[1].clone();
        told.exchanged = Some(rack("BC"));
        turns.insert(2, told);
        let names = ["a:b c".to_owned(), "a-b-c".to_owned()];
        let (letters, board) = ("german".to_owned(), "super".to_owned());
        let title = "x\ny".to_owned();
        let header = GcgHeader { names, title, letters, board, ..GcgHeader::default() };
        let expected = "#character-encoding UTF-8\n#player1 a-b-c a:b c\n#player2 a-b-c_2 a-b-c\n\
                        #title x y\n#tile-set german\n#board-layout super\n>a-b-c: RRSY 8D S...RY +20 20\n>a-b-c_2: ABC -2 +0 0\n\
                        >a-b-c_2: ABC -BC +0 0\n>a-b-c_2: ABC - +0 0\n>a-b-c: (AB) +8 7\n\
                        >a-b-c: Q (Q) -10 7\n>a-b-c_2: ? (?) +0 8\n";
        assert_eq!(write_gcg(&header, &turns), expected);
    }
}
