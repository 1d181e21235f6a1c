//! Tiles as text: a letter by its name, a blank on the board by the lower case of its letter, on a rack by `?`. A
//! name of several characters is in brackets, `[CH]`; when read, the brackets may be left out, and the longest
//! name is meant.

use std::fmt::{self, Write};

use crate::board::{Cell, Distribution, Tile};

/// What texts have for a blank on a rack.
const BLANKS: [char; 4] = ['?', '_', '*', '['];

/// The number of characters of a text before its rest.
pub(crate) fn characters_before(text: &str, rest: &str) -> usize {
    text[..text.len() - rest.len()].chars().count()
}

impl Distribution {
    /// The tile at the start of a rack's text, and the number of its bytes.
    pub(crate) fn read_tile(&self, text: &str) -> Option<(Tile, usize)> {
        let letter = self.read_cell(text).filter(|(cell, _)| !cell.is_blank());
        letter.map(|(cell, len)| (cell.tile(), len)).or_else(|| {
            let first = text.chars().next().filter(|first| BLANKS.contains(first))?;
            Some((Tile::BLANK, first.len_utf8()))
        })
    }

    /// The letter or blank at the start of a text as on the board, and the number of its bytes.
    pub(crate) fn read_cell(&self, text: &str) -> Option<(Cell, usize)> {
        let bracketed = text.strip_prefix('[');
        let read = self.alphabet().read(bracketed.unwrap_or(text))?;
        let cell = Cell::letter(read.letter).as_blank(read.is_lower);
        match bracketed {
            Some(inner) => inner[read.len..].starts_with(']').then_some((cell, read.len + 2)),
            None => Some((cell, read.len)),
        }
    }

    /// The name of a tile: its letter, `?` for a blank.
    #[must_use]
    pub fn tile_name(&self, tile: Tile) -> &'static str {
        let letter = tile.place().and_then(|place| self.alphabet().letters().get(place));
        letter.map_or("?", |name| &name.upper)
    }

    /// The name of what a square holds, in lower case for a blank; `.` if it holds nothing.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> &'static str {
        let letter = cell.place().and_then(|place| self.alphabet().letters().get(place));
        letter.map_or(".", |name| if cell.is_blank() { &name.lower } else { &name.upper })
    }

    /// Writes tiles as they are read.
    pub(crate) fn write_tiles(&self, f: &mut impl Write, tiles: &[Tile]) -> fmt::Result {
        let names = tiles.iter().map(|&tile| self.tile_name(tile));
        self.write_names(f, names)
    }

    /// Writes what squares hold as it is read, a dot for an empty one.
    pub(crate) fn write_cells(&self, f: &mut impl Write, cells: &[Cell]) -> fmt::Result {
        self.write_names(f, cells.iter().map(|&cell| self.cell_name(cell)))
    }

    /// What squares hold, as text.
    #[must_use]
    pub fn cells_text(&self, cells: &[Cell]) -> String {
        let mut text = String::with_capacity(cells.len());
        // writing to a string cannot fail
        let _ = self.write_cells(&mut text, cells);
        text
    }

    fn write_names<'a>(
        &self,
        f: &mut impl Write,
        mut names: impl Iterator<Item = &'a str> + Clone,
    ) -> fmt::Result {
        if !self.alphabet().has_digraphs() {
            return names.try_for_each(|name| f.write_str(name));
        }
        while let Some(name) = names.next() {
            // of two letters that look like one, the first is in brackets
            let run: String = std::iter::once(name).chain(names.clone().take(3)).collect();
            let read = self.alphabet().read(&run).map_or(name.len(), |read| read.len);
            if name.chars().nth(1).is_some() || read != name.len() {
                write!(f, "[{name}]")?;
            } else {
                f.write_str(name)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Cell, Distribution, Tile};

    #[test]
    fn digraphs_are_in_brackets_and_read_without() {
        let spanish = Distribution::named("spanish").unwrap();
        let cells = |mut text: &str| {
            let mut cells = Vec::new();
            while let Some((cell, len)) = spanish.read_cell(text) {
                cells.push(cell);
                text = &text[len..];
            }
            assert_eq!(text, "");
            cells
        };
        for (text, shown) in [
            ("CHICO", "[CH]ICO"),
            ("[CH]ICO", "[CH]ICO"),
            ("[C]HICO", "[C]HICO"),
            ("[C][H][I]CO", "[C]HICO"),
            ("chRRoñ", "[ch][RR]oñ"),
            ("c[H]", "c[H]"),
            ("LLL", "[LL]L"),
        ] {
            let shown = shown.replace("c[H]", "cH");
            assert_eq!(spanish.cells_text(&cells(text)), shown, "{text}");
            assert_eq!(cells(&shown), cells(text), "{text}");
        }
        assert_eq!(cells("ch")[0], Cell::blank(3));
        assert_eq!(spanish.read_cell("[CHICO"), None);
        assert_eq!(spanish.read_tile("[CH]A"), Some((Tile::letter(3), 4)));
        assert_eq!(spanish.read_tile("[CH"), Some((Tile::BLANK, 1)));
        assert_eq!(spanish.read_tile("ch"), None);
        assert_eq!(spanish.read_tile("_"), Some((Tile::BLANK, 1)));
    }
}
