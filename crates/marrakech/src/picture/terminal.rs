//! A position as text for a terminal of 80 columns.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use anstyle::{Color, RgbColor};

use crate::picture::{Paint, Rgb, assam_text, either, paint};
use crate::rules::{Colour, Facing, Merchant, Position, SIDE, Square};

/// How [`terminal`] draws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// With escape codes for 24-bit colours; without, the text is plain.
    pub colour: bool,
    /// Labels in squares, such as the numbers of choices.
    pub marks: BTreeMap<Square, Label>,
}

/// A mark on a square: one or two visible ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label(String);

impl Label {
    /// The label with that text, or `None` if it is too long, empty, or not visible ASCII.
    #[must_use]
    pub fn new(text: &str) -> Option<Label> {
        let fits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        fits.then(|| Label(text.into()))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Draws the board with the players beside it: 16 lines of at most 80 columns, each with its line break and
/// without trailing blanks.
///
/// A square shows the letter of its colour or a middle dot, and an arrow if Assam is there. Where the line
/// between two squares is left out, they show halves of one rug. A mark is in brackets, after the arrow on
/// Assam's square. Apart from the escape codes, the text is the same with and without colour.
///
/// ```
/// use lettergame_marrakech::picture::{Label, Style, terminal};
/// use lettergame_marrakech::rules::Position;
///
/// let text = format!("Pc03015iPy03015iA33NB{}", "n00".repeat(49));
/// let position: Position = text.parse()?;
/// let mut style = Style::default();
/// style.marks.extend(Label::new("1").map(|label| ("34".parse().unwrap(), label)));
/// let drawn = terminal(&position, style);
/// assert!(drawn.contains("3 │  ·  │  ·  │  ·  │  ▲  │  ·  │  ·  │  ·  │"));
/// assert!(drawn.contains("4 │  ·  │  ·  │  ·  │ [1] │  ·  │  ·  │  ·  │"));
/// assert!(drawn.contains("Assam on 33, looks north"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn terminal(position: &Position, style: Style) -> String {
    Drawing { position, style }.to_string()
}

/// Width of a square between its lines, in columns.
const WIDTH: usize = 5;

struct Drawing<'a> {
    position: &'a Position,
    style: Style,
}

/// Text in one style.
struct Span {
    text: String,
    style: anstyle::Style,
}

impl Span {
    fn plain(text: impl Into<String>) -> Span {
        Span { text: text.into(), style: anstyle::Style::new() }
    }
}

/// Escape codes surround the text they change; plain or empty text has none.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text.is_empty() {
            return Ok(());
        }
        write!(f, "{}{}{:#}", self.style, self.text, self.style)
    }
}

fn painted(Paint { rug, ink }: Paint) -> anstyle::Style {
    let colour = |[red, green, blue]: Rgb| Some(Color::Rgb(RgbColor(red, green, blue)));
    anstyle::Style::new().bg_color(colour(rug)).fg_color(colour(ink))
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut beside = self.players().into_iter();
        f.write_str(" ")?;
        for x in 0..SIDE {
            write!(f, "{x:>0$}", WIDTH + usize::from(x != 0))?;
        }
        f.write_char('\n')?;
        for line in 0..=2 * SIDE {
            let y = line / 2;
            let board = if line % 2 == 0 { self.wall(y) } else { self.row(y) };
            board.iter().try_for_each(|span| span.fmt(f))?;
            if let Some(spans) = beside.next().filter(|spans| !spans.is_empty()) {
                f.write_str("  ")?;
                spans.iter().try_for_each(|span| span.fmt(f))?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

impl Drawing<'_> {
    /// The style if colours are on, else the plain one.
    fn styled(&self, style: anstyle::Style) -> anstyle::Style {
        if self.style.colour { style } else { anstyle::Style::new() }
    }

    fn dim(&self) -> anstyle::Style {
        self.styled(anstyle::Style::new().dimmed())
    }

    /// The style of an otherwise empty part of a square.
    fn ground(&self, colour: Option<Colour>) -> anstyle::Style {
        colour.map_or_else(|| self.dim(), |colour| self.styled(painted(paint(colour))))
    }

    fn square(x: usize, y: usize) -> Option<Square> {
        Square::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
    }

    /// The colour of the rug whose two halves these squares show; `None` if they do not, or one is off the
    /// board.
    fn joint(&self, one: Option<Square>, other: Option<Square>) -> Option<Colour> {
        let squares = [one?, other?];
        let board = self.position.board();
        if board.same_rug(squares) { board.colour_at(squares[0]) } else { None }
    }

    /// The colour that joins square (x,y) with the one above.
    fn joint_above(&self, x: usize, y: usize) -> Option<Colour> {
        self.joint(Self::square(x, y), Self::square(x, y.wrapping_sub(1)))
    }

    /// The colour that joins square (x,y) with the one to the left.
    fn joint_left(&self, x: usize, y: usize) -> Option<Colour> {
        self.joint(Self::square(x, y), Self::square(x.wrapping_sub(1), y))
    }

    /// Part of the grid lines, or of a rug where they are interrupted.
    fn net(&self, line: impl Into<String>, joint: Option<Colour>) -> Span {
        match joint {
            None => Span { text: line.into(), style: self.dim() },
            Some(_) => {
                let blank = " ".repeat(line.into().chars().count());
                Span { text: blank, style: self.ground(joint) }
            }
        }
    }

    /// The line above row `y`.
    fn wall(&self, y: usize) -> Vec<Span> {
        let mut spans = vec![Span::plain("  ")];
        for x in 0..SIDE {
            spans.push(self.corner(x, y));
            spans.push(self.net("─".repeat(WIDTH), self.joint_above(x, y)));
        }
        spans.push(self.corner(SIDE, y));
        spans
    }

    /// The corner where four squares meet, with (x,y) at the bottom right.
    fn corner(&self, x: usize, y: usize) -> Span {
        // indexed by the lines that meet: 1 up, 2 right, 4 down, 8 left
        const MEETING: [char; 16] =
            [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
        let rounded = match (x, y) {
            (0, 0) => Some('╭'),
            (SIDE, 0) => Some('╮'),
            (0, SIDE) => Some('╰'),
            (SIDE, SIDE) => Some('╯'),
            _ => None,
        };
        let up = y > 0 && self.joint_left(x, y - 1).is_none();
        let right = x < SIDE && self.joint_above(x, y).is_none();
        let down = y < SIDE && self.joint_left(x, y).is_none();
        let left = x > 0 && self.joint_above(x - 1, y).is_none();
        let lines = [up, right, down, left].into_iter().rev();
        let meeting = lines.fold(0, |bits, line| 2 * bits + usize::from(line));
        let inside = self.joint_left(x, y).filter(|_| meeting == 0);
        self.net(rounded.unwrap_or(MEETING[meeting]), inside)
    }

    fn row(&self, y: usize) -> Vec<Span> {
        let mut spans = vec![Span::plain(format!("{y} "))];
        for x in 0..=SIDE {
            spans.push(self.net('│', self.joint_left(x, y)));
            spans.extend(Self::square(x, y).into_iter().flat_map(|square| self.content(square)));
        }
        spans
    }

    /// The content of a square, exactly as wide as the square.
    fn content(&self, square: Square) -> Vec<Span> {
        let colour = self.position.board().colour_at(square);
        let ground = self.ground(colour);
        let Some(chip) = self.chip(square) else {
            let text = colour.map_or('·', Colour::letter);
            return vec![Span { text: format!("{text:^WIDTH$}"), style: ground }];
        };
        let free = WIDTH - chip.text.chars().count();
        let before = match colour {
            Some(colour) => format!("{:>free$}", colour.letter()),
            None => " ".to_owned(),
        };
        let after = " ".repeat(free - before.len());
        vec![Span { text: before, style: ground }, chip, Span { text: after, style: ground }]
    }

    /// Assam, a mark or both: 3 or 4 columns.
    fn chip(&self, square: Square) -> Option<Span> {
        const ASSAM: Paint = Paint { rug: [0, 0, 0], ink: [255, 255, 255] };
        const MARK: Paint = Paint { rug: [255, 255, 255], ink: [0, 0, 0] };
        let assam = self.position.assam();
        let arrow = match assam.facing {
            Facing::North => '▲',
            Facing::East => '►',
            Facing::South => '▼',
            Facing::West => '◄',
        };
        let label = self.style.marks.get(&square);
        let (text, paint) = match label {
            None if assam.square == square => (format!(" {arrow} "), ASSAM),
            Some(label) if assam.square == square => (format!(" {arrow}{label}"), ASSAM),
            Some(label) => (format!("[{label}]"), MARK),
            None => return None,
        };
        Some(Span { text, style: self.styled(painted(paint).bold()) })
    }

    /// The lines beside the board.
    fn players(&self) -> Vec<Vec<Span>> {
        let merchants = self.position.merchants().iter();
        let mut lines: Vec<Vec<Span>> = merchants.flat_map(|m| self.player(m)).collect();
        lines.push(vec![Span::plain(format!(" {}", assam_text(self.position.assam())))]);
        lines
    }

    fn player(&self, merchant: &Merchant) -> [Vec<Span>; 3] {
        let Merchant { colour, dirhams, rugs, is_in } = *merchant;
        let squares = self.position.board().squares_of(colour).len();
        let total = self.position.total(merchant);
        let badge = Span {
            text: format!(" {} ", colour.letter()),
            style: self.styled(painted(paint(colour))),
        };
        let rest = format!(
            " {colour:<6}  {rugs:>2} {:<4} in hand   {}",
            either(rugs.into(), "rug", "rugs"),
            if is_in { "in" } else { "out" }
        );
        let sum = format!(
            "  {dirhams:>3} {:<7} + {squares:>2} {:<7} = {total:>3}",
            either(dirhams.into(), "dirham", "dirhams"),
            either(squares, "square", "squares"),
        );
        [vec![badge, Span::plain(rest)], vec![Span::plain(sum)], vec![]]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Label, Style, terminal};
    use crate::picture::tests::{MIDDLE, two};
    use crate::rules::{Position, Square};

    fn marks(all: &[(&str, &str)]) -> BTreeMap<Square, Label> {
        let mark = |&(square, label): &(&str, &str)| -> (Square, Label) {
            (square.parse().unwrap(), Label::new(label).unwrap())
        };
        all.iter().map(mark).collect()
    }

    fn plain(position: &Position) -> String {
        terminal(position, Style::default())
    }

    /// The text without escape codes.
    fn stripped(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
    }

    #[test]
    fn a_small_position_is_drawn() {
        // a joined rug downwards and one to the right, a lone half, halves that are apart
        let rugs = "c01c01n00y02n00y02n00r03p04n00n00n00n00n00n00p04";
        let drawn = plain(&two("21E", rugs));
        let expected = "     0     1     2     3     4     5     6
  ╭─────┬─────┬─────┬─────┬─────┬─────┬─────╮   c  cyan    15 rugs in hand   in
0 │  c  │  r  │  ·  │  ·  │  ·  │  ·  │  ·  │     30 dirhams +  2 squares =  32
  │     ├─────┴─────┼─────┼─────┼─────┼─────┤
1 │  c  │  p    p ► │  ·  │  ·  │  ·  │  ·  │   y  yellow   7 rugs in hand   out
  ├─────┼─────┬─────┼─────┼─────┼─────┼─────┤      1 dirham  +  2 squares =   3
2 │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤   Assam on 21, looks east
3 │  y  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
4 │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
5 │  y  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
6 │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │
  ╰─────┴─────┴─────┴─────┴─────┴─────┴─────╯
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn three_or_four_squares_of_one_number_are_joined_too() {
        let drawn = plain(&two("66N", "c01c01n00n00n00n00n00c01c01"));
        let lines: Vec<String> =
            drawn.lines().map(|line| line.chars().take(21).collect()).take(6).collect();
        let expected = [
            "     0     1     2   ",
            "  ╭───────────┬─────┬",
            "0 │  c     c  │  ·  │",
            "  │           ├─────┼",
            "1 │  c     c  │  ·  │",
            "  ├─────┬─────┼─────┼",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn marks_appear_beside_letters_and_assam() {
        let position = two("33S", "c01c01");
        let marks = marks(&[("00", "1"), ("01", "12"), ("10", "a"), ("11", "ab"), ("33", "7")]);
        let drawn = terminal(&position, Style { marks, ..Style::default() });
        for row in ["0 │ c[1]│ [a] │  ·  │", "1 │c[12]│ [ab]│  ·  │", "│  ·  │  ▼7 │  ·  │"]
        {
            assert!(drawn.contains(row), "{row}\n{drawn}");
        }
        assert!(!drawn.contains('\x1b'));
    }

    #[test]
    fn labels_are_one_or_two_visible_characters() {
        assert_eq!(Label::new("12").unwrap().to_string(), "12");
        for text in ["", "123", " 1", "é", "\x1b[", "\n"] {
            assert_eq!(Label::new(text), None, "{text:?}");
        }
    }

    #[test]
    fn colour_adds_escape_codes_and_nothing_else() {
        let position: Position = MIDDLE.parse().unwrap();
        let marks = marks(&[("43", "1"), ("63", "12"), ("53", "x"), ("45", "4")]);
        let drawn = |colour| terminal(&position, Style { colour, marks: marks.clone() });
        let (with, without) = (drawn(true), drawn(false));
        assert!(!without.contains('\x1b'));
        assert_eq!(stripped(&with), without);
        // every line resets the terminal's style and has no trailing blanks
        for line in with.lines() {
            assert!(
                line.rsplit('\x1b').next().is_some_and(|end| end == line || end.starts_with("[0m"))
            );
            assert!(!line.ends_with([' ', '\t']), "{line:?}");
        }
        // cyan: black on its background; the gap of a joined rug has the background too
        assert!(with.contains("\x1b[38;2;0;0;0m\x1b[48;2;86;180;233m  c  \x1b[0m"), "{with:?}");
        assert!(with.contains("\x1b[48;2;86;180;233m \x1b[0m"), "{with:?}");
    }

    #[test]
    fn lines_fit_into_a_terminal() {
        let rich = format!("Pp99999oPy99999iA06WB{}", "p01".repeat(49));
        for text in [MIDDLE, rich.as_str()] {
            let drawn = plain(&text.parse().unwrap());
            assert_eq!(drawn.lines().count(), 16);
            assert!(drawn.ends_with('\n'));
            for line in drawn.lines() {
                assert!(line.chars().count() <= 80, "{line}");
                assert_eq!(line.trim_end(), line);
            }
        }
    }

    #[test]
    fn every_player_is_listed() {
        for (players, count) in [("", 2), ("Pr00401i", 3), ("Pr00401iPp00000o", 4)] {
            let empty = "n00".repeat(49);
            let text = format!("Pc03015iPy03015i{players}A60EB{empty}");
            let drawn = plain(&text.parse().unwrap());
            assert_eq!(drawn.matches("in hand").count(), count);
            assert_eq!(drawn.contains("red      1 rug  in hand   in\n"), count > 2);
            assert_eq!(drawn.contains("purple   0 rugs in hand   out\n"), count > 3);
            assert!(drawn.contains("   Assam on 60, looks east\n"));
        }
    }
}
