//! The picture of Marrakech: the board in the middle of a game.

use std::sync::LazyLock;

use lettergame_marrakech::picture::{BOARD_SIDE, figure, ground, rugs};
use lettergame_marrakech::rules::Position;

/// A game of four.
const STATE: &str = "Pc02107iPy02208iPp04508iPr02108iA53SB\
    n00r03c12n00n00n00n00n00y06c12n00n00r10n00p13c09p10p05r13r13r00p13c04p10p05n00n00\
    n00p04p04p02c05c05n00n00y04y10p14p14c10n00n00y09y09r04r02p07n00n00";

/// The picture; an empty board if the state string is invalid, which a test excludes.
pub(super) static PICTURE: LazyLock<String> = LazyLock::new(|| {
    let scale = 300.0 / BOARD_SIDE as f64;
    let pieces = STATE.parse::<Position>().map_or_else(
        |_| String::new(),
        |position| rugs(position.board(), None) + &figure(position.assam()),
    );
    format!(
        "<g class=\"market\" fill=\"#2b2118\" transform=\"scale({scale:.4})\">{}{pieces}</g>",
        ground()
    )
});

#[cfg(test)]
mod tests {
    use super::PICTURE;

    #[test]
    fn the_picture_shows_rugs_and_assam() {
        assert!(PICTURE.contains("class=\"assam\""));
    }
}
