//! How a table fits the width of a terminal: which columns are shown, and how wide.
//!
//! A number is never broken. What does not fit is tried in this order: headings in several lines, columns
//! left out that the table can do without, cells in several lines, both. A table that is still too wide is
//! stacked: a paragraph for each row.

use unicode_width::UnicodeWidthStr;

/// A text is not folded into a column narrower than this.
const MIN_FOLDED: usize = 14;

/// The border and the padding of a column.
const FRAME: usize = 3;

/// The border at the end of a row.
const LAST_BORDER: usize = 1;

/// The texts of a column.
pub(super) struct ColumnText<'a> {
    pub(super) heading: &'a str,
    pub(super) cells: Vec<&'a str>,
    /// The order in which columns are left out, the first one first; `None` for one that has to be shown.
    pub(super) expendable: Option<usize>,
}

/// How a table is shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// The widths of the columns; `None` for one that is left out.
    Columns(Vec<Option<usize>>),
    /// A paragraph for each row.
    Stacked,
}

/// How much is folded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Folding {
    Nothing,
    Headings,
    Cells,
}

/// The layout within a number of columns of a terminal.
pub(super) fn layout(columns: &[ColumnText<'_>], available: usize) -> Layout {
    let widths = |folding| columns.iter().map(|column| column.width(folding)).collect::<Vec<_>>();
    let natural = widths(Folding::Headings);
    for folding in [Folding::Nothing, Folding::Headings, Folding::Cells] {
        let least = widths(folding);
        // without folded headings, no column is left out
        let most_left_out = match folding {
            Folding::Nothing => 0,
            Folding::Headings | Folding::Cells => columns.len(),
        };
        for left_out in 0..=most_left_out {
            let shown: Vec<bool> = columns
                .iter()
                .map(|of| of.expendable.is_none_or(|rank| rank >= left_out))
                .collect();
            let frames = shown.iter().filter(|shown| **shown).count() * FRAME + LAST_BORDER;
            let kept = |widths: &[usize]| -> Vec<Option<usize>> {
                widths.iter().zip(&shown).map(|(width, shown)| shown.then_some(*width)).collect()
            };
            let least = kept(&least);
            let total = least.iter().flatten().sum::<usize>() + frames;
            if total <= available {
                let natural =
                    if folding == Folding::Nothing { least.clone() } else { kept(&natural) };
                return Layout::Columns(widened(least, &natural, available - total));
            }
        }
    }
    Layout::Stacked
}

/// The widths with the space that is left given to the columns that need more, the one that needs least first.
fn widened(
    mut widths: Vec<Option<usize>>,
    natural: &[Option<usize>],
    mut left: usize,
) -> Vec<Option<usize>> {
    let mut needs: Vec<(usize, usize)> = widths
        .iter()
        .zip(natural)
        .enumerate()
        .filter_map(|(index, (least, natural))| {
            Some((natural.as_ref()?.saturating_sub(*least.as_ref()?), index))
        })
        .filter(|(need, _)| *need > 0)
        .collect();
    needs.sort_unstable();
    for (done, (need, index)) in needs.iter().enumerate() {
        let more = (*need).min(left / (needs.len() - done));
        left -= more;
        widths[*index] = widths[*index].map(|width| width + more);
    }
    widths
}

impl ColumnText<'_> {
    fn width(&self, folding: Folding) -> usize {
        let heading = match folding {
            Folding::Nothing => self.heading.width(),
            Folding::Headings | Folding::Cells => longest(pieces(self.heading, PARTS)),
        };
        let cell = |text: &&str| match folding {
            Folding::Nothing | Folding::Headings => text.width(),
            Folding::Cells => text.width().min(longest(pieces(text, WORDS)).max(MIN_FOLDED)),
        };
        self.cells.iter().map(cell).max().unwrap_or(0).max(heading)
    }
}

fn longest<'a>(pieces: impl Iterator<Item = &'a str>) -> usize {
    pieces.map(|piece| piece.trim_end().width()).max().unwrap_or(0)
}

/// Where a text may be broken.
pub(super) const WORDS: &[char] = &[' '];

/// Where a heading may be broken, such as `win_error`.
pub(super) const PARTS: &[char] = &[' ', '_'];

/// The parts between which a text may be broken, each with the sign after which it ends; an interval such as
/// `(1.2 to 3.4)` is one part, and so is a command in backticks.
fn pieces<'a>(text: &'a str, breaks: &'static [char]) -> impl Iterator<Item = &'a str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let is_figure = |c: char| c.is_ascii_digit() || "+-".contains(c);
        let closing = match rest.strip_prefix('(') {
            Some(inner) if inner.starts_with(is_figure) => rest.find(')'),
            Some(_) => None,
            None => rest.strip_prefix('`').and_then(|inner| inner.find('`')).map(|at| at + 1),
        };
        let from = closing.unwrap_or(0);
        let end = rest[from..].find(breaks).map_or(rest.len(), |at| from + at + 1);
        let (piece, others) = rest.split_at(end);
        rest = others;
        Some(piece)
    })
}

/// The lines of a text within a width; a part that is longer stays whole.
pub(super) fn folded(text: &str, width: usize, breaks: &'static [char]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split('\n') {
        let mut line = String::new();
        for piece in pieces(part, breaks) {
            if !line.is_empty() && (line.width() + piece.trim_end().width()) > width {
                lines.push(line.trim_end().to_owned());
                line.clear();
            }
            line += piece;
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{ColumnText, Layout, PARTS, WORDS, folded, layout};

    fn column<'a>(heading: &'a str, cell: &'a str, expendable: Option<usize>) -> ColumnText<'a> {
        ColumnText { heading, cells: vec![cell], expendable }
    }

    #[test]
    fn a_table_gives_way_step_by_step() {
        let columns = [
            column("player", "letter-value", None),
            column("win share", "50.3 % (49.1 to 51.5)", None),
            column("answer_bingos", "12.3", Some(1)),
            column("faults", "0", Some(0)),
        ];
        let fits = |width| layout(&columns, width);
        let widths = |widths: [usize; 4]| {
            Layout::Columns(widths.map(|width| (width > 0).then_some(width)).to_vec())
        };
        assert_eq!(fits(65), widths([12, 21, 13, 6]));
        assert_eq!(fits(64), widths([12, 21, 7, 6]), "the heading in two lines");
        assert_eq!(fits(58), widths([12, 21, 7, 0]), "the first column left out");
        assert_eq!(fits(49), widths([12, 21, 0, 0]), "the second one, too");
        assert_eq!(fits(39), widths([12, 20, 0, 0]), "cells in two lines");
        assert_eq!(fits(33), widths([12, 14, 0, 0]));
        assert_eq!(fits(32), Layout::Stacked);
    }

    #[test]
    fn numbers_and_intervals_are_never_broken() {
        let words = |text, width| folded(text, width, WORDS);
        assert_eq!(words("50.3 % (49.1 to 51.5)", 14), ["50.3 %", "(49.1 to 51.5)"]);
        assert_eq!(words("-123.4", 2), ["-123.4"]);
        assert_eq!(words("a word (or two) more", 9), ["a word", "(or two)", "more"]);
        assert_eq!(folded("answer_bingos", 8, PARTS), ["answer_", "bingos"]);
        assert_eq!(words("one\ntwo three", 20), ["one", "two three"]);
        assert_eq!(words("李李 李李", 4), ["李李", "李李"]);
        assert_eq!(
            words("go on with `lettergame report x`", 12),
            ["go on with", "`lettergame report x`"]
        );
        assert_eq!(words("answer_bingos", 8), ["answer_bingos"]);
        assert_eq!(words("", 4), [""]);
    }
}
