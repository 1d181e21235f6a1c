//! Draws a position as text for a terminal, of 80 columns for the usual board: the board with its premium squares, and beside it
//! the points and racks.

use std::fmt;

use anstyle::{Color, RgbColor, Style};

use crate::board::{Cell, Layout, Premium, Rack, Square};
use crate::notation::Position;
use lettergame_base::Seat;

/// Width of the text beside the board, in columns.
const BESIDE: usize = 27;

/// Draws a position: at most 80 columns on the usual board, each line with its line break and without trailing blanks.
///
/// A tile is its letter, a blank its letter in lower case between dots; an empty square shows the sign of its
/// premium: `%`, `$` and `#` for words (four, three and two times), `4`, `3` and `2` for letters. With `colour`, escape
/// codes for 24-bit colours are added; apart from them the text is the same.
#[must_use]
pub fn terminal(position: &Position, layout: &Layout, colour: bool) -> String {
    Drawing { position, layout, colour }.to_string()
}

struct Drawing<'a> {
    position: &'a Position,
    layout: &'a Layout,
    colour: bool,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.layout.side();
        let letters = (b'A'..).take(side).map(|letter| format!(" {} ", letter as char));
        writeln!(f, "   {}", letters.collect::<String>().trim_end())?;
        let mut beside = self.beside().into_iter();
        for row in 0..side {
            write!(f, "{:>2} ", row + 1)?;
            (0..side).try_for_each(|column| self.square(f, Square::at(row, column)))?;
            match beside.next().filter(|text| !text.is_empty()) {
                Some(text) => writeln!(f, " {:<2}  {text}", row + 1)?,
                None => writeln!(f, " {}", row + 1)?,
            }
        }
        Ok(())
    }
}

impl Drawing<'_> {
    /// A square, three columns wide.
    fn square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let cell = self.position.cell(square);
        let name = self.position.distribution().cell_name(cell);
        let text = match cell {
            Cell::EMPTY => format!(" {} ", sign(self.layout.premium(square))),
            _ if name.chars().nth(1).is_some() => format!("{name:<3}"),
            _ if cell.is_blank() => format!("·{name}·"),
            _ => format!(" {name} "),
        };
        let style = if self.colour { self.style(square) } else { Style::new() };
        write!(f, "{style}{text}{style:#}")
    }

    fn style(&self, square: Square) -> Style {
        let rgb = |(red, green, blue)| Some(Color::Rgb(RgbColor(red, green, blue)));
        let painted = |ground, ink| Style::new().bg_color(rgb(ground)).fg_color(rgb(ink));
        const BLACK: (u8, u8, u8) = (0, 0, 0);
        const WHITE: (u8, u8, u8) = (255, 255, 255);
        match (self.position.cell(square), self.layout.premium(square)) {
            (Cell::EMPTY, Premium::None) => Style::new().dimmed(),
            (Cell::EMPTY, Premium::DoubleLetter) => painted((166, 216, 255), BLACK),
            (Cell::EMPTY, Premium::TripleLetter) => painted((0, 92, 168), WHITE),
            (Cell::EMPTY, Premium::QuadrupleLetter) => painted((0, 44, 88), WHITE),
            (Cell::EMPTY, Premium::DoubleWord) => painted((255, 190, 190), BLACK),
            (Cell::EMPTY, Premium::TripleWord) => painted((178, 24, 24), WHITE),
            (Cell::EMPTY, Premium::QuadrupleWord) => painted((96, 0, 48), WHITE),
            (cell, _) if cell.is_blank() => {
                painted((244, 222, 170), (150, 0, 0)).bold().underline()
            }
            _ => painted((244, 222, 170), BLACK).bold(),
        }
    }

    /// The lines beside the board.
    fn beside(&self) -> Vec<String> {
        let position = self.position;
        let mut lines: Vec<String> = Seat::first(2).flat_map(|seat| self.player(seat)).collect();
        let unseen = position.unseen();
        lines.push(format!("{} unseen, {} in the bag", unseen.len(), position.bag()));
        lines.extend(tiles_text(&unseen));
        lines.push(String::new());
        if position.scoreless() > 0 {
            lines.push(format!("turns without points: {}", position.scoreless()));
        }
        lines.extend(position.lexicon().map(|name| {
            format!("words: {}", name.chars().take(BESIDE - 7).collect::<String>().trim_end())
        }));
        lines
    }

    fn player(&self, seat: Seat) -> [String; 3] {
        let (position, number) = (self.position, seat.index() + 1);
        let (arrow, note) =
            if position.to_move() == seat { ("►", "  to move") } else { (" ", "") };
        let rack = position.rack(seat);
        let tiles = if rack.is_empty() { "no tiles known".to_owned() } else { rack.to_string() };
        let points = position.points()[seat];
        [format!("{arrow} player {number}: {points}"), format!("  {tiles}{note}"), String::new()]
    }
}

fn sign(premium: Premium) -> char {
    if premium == Premium::None { '·' } else { premium.to_char() }
}

/// The tiles by kind, `A9 B2`, broken into lines.
fn tiles_text(tiles: &Rack) -> Vec<String> {
    let kinds: Vec<String> = tiles
        .kinds()
        .map(|(tile, count)| format!("{}{count}", tiles.distribution().tile_name(tile)))
        .collect();
    let mut lines: Vec<String> = Vec::new();
    for kind in kinds {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + kind.chars().count() <= BESIDE => {
                *line += &format!(" {kind}")
            }
            _ => lines.push(kind),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::terminal;
    use crate::board::{BINGO, Layout};
    use crate::notation::{Cgp, Position};

    fn example() -> Position {
        crate::EXAMPLE.parse().unwrap()
    }

    fn drawn(position: &Position, colour: bool) -> String {
        terminal(position, &Layout::standard(BINGO), colour)
    }

    #[test]
    fn the_example_is_drawn() {
        let expected = "    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O
 1  $  ·  ·  2  ·  ·  ·  $  ·  ·  ·  2  ·  ·  $  1     player 1: 35
 2  ·  #  ·  ·  ·  3  ·  ·  ·  3  ·  ·  ·  #  ·  2     AABILNU
 3  ·  ·  #  ·  ·  ·  2  ·  2  ·  ·  ·  #  ·  ·  3
 4  2  ·  ·  #  ·  ·  ·  2  ·  ·  F  #  ·  ·  2  4   ► player 2: 72
 5  ·  ·  ·  ·  #  ·  ·  ·  ·  ·  O  ·  ·  ·  ·  5     DEGIJKP  to move
 6  ·  3  ·  ·  ·  3  ·  ·  ·  3  O  ·  ·  3  ·  6
 7  ·  ·  2  ·  ·  ·  2  ·  2  ·  T  ·  2  ·  ·  7   68 unseen, 61 in the bag
 8  $  ·  ·  2  ·  ·  S  C ·u· R  R  Y  ·  ·  $  8   A7 B2 C1 D1 E10 F1 G2 H2 I8
";
        let text = drawn(&example(), false);
        let head: String = text.lines().take(9).map(|line| format!("{line}\n")).collect();
        assert_eq!(head, expected, "{text}");
    }

    #[test]
    fn colour_adds_escape_codes_and_nothing_else() {
        let (with, without) = (drawn(&example(), true), drawn(&example(), false));
        assert!(with.contains("\x1b[") && !without.contains('\x1b'));
        let mut parts = with.split('\x1b');
        let first = parts.next().unwrap_or_default().to_owned();
        let stripped = parts.fold(first, |text, part| text + part.split_once('m').unwrap().1);
        assert_eq!(stripped, without);
    }

    #[test]
    fn lines_fit_into_a_terminal() {
        let long = format!("{}15 / -999999/1000000 100 lex {};", "15/".repeat(14), "x".repeat(90));
        for position in [example(), long.parse::<Cgp>().unwrap().0] {
            let text = drawn(&position, false);
            assert_eq!(text.lines().count(), 16, "{text}");
            for line in text.lines() {
                assert!(line.chars().count() <= 80 && line.trim_end() == line, "{line:?}");
            }
        }
    }
}
