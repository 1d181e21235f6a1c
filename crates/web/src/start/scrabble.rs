//! The picture of Scrabble: the board after some plays.

use std::sync::LazyLock;

use lettergame_scrabble::board::Layout;
use lettergame_scrabble::notation::Cgp;
use lettergame_scrabble::picture::{ground, pieces, side};
use lettergame_scrabble::rules::ScrabbleRules;

/// The position, with the racks and points left out.
const POSITION: &str = "15/15/15/11C3/9W1L3/8BANI3/3E1EMBOX1F3/3L1AUA3T3/3U1UnHAIRS3/3A6A4/1GATVOL3Z4/\
    3E1SOJA1E4/6PoINDERS1/5NEEDY5/15 / 0/0 0";

/// The picture; an empty board if the position is invalid, which a test excludes.
pub(super) static PICTURE: LazyLock<String> = LazyLock::new(|| {
    let layout = Layout::standard(ScrabbleRules::standard().bingo());
    let scale = 300.0 / side(&layout) as f64;
    let pieces = POSITION
        .parse::<Cgp>()
        .map_or_else(|_| String::new(), |cgp| pieces(cgp.0.cells(), layout.distribution(), None));
    format!("<g transform=\"scale({scale:.4})\">{}{pieces}</g>", ground(&layout))
});

#[cfg(test)]
mod tests {
    use super::PICTURE;

    #[test]
    fn the_picture_shows_tiles() {
        assert!(PICTURE.contains(">Z<"));
    }
}
