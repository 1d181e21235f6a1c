//! Cross-checks: which letters on an empty square form a word with the tiles across it. One lookup in the
//! index for each letter that may complete a word, and one comparison for each word of the class found.

use crate::board::line::{Crossing, Line};
use lettergame_core::lexicon::{Key, Letter, Lexicon};

/// The cross-check of the empty square at `offset`, from the run of tiles of `across` around it.
pub(crate) fn crossing(lexicon: &Lexicon, across: &Line, offset: usize) -> Crossing {
    let (start, end) = across.run(offset);
    let tiles = end - start - 1;
    if tiles == 0 {
        return Crossing::NONE;
    }
    let run = (start..end).filter_map(|at| Letter::from_ascii(across.cell(at)));
    let key = run.fold(Key::EMPTY, Key::plus);
    let (pattern, filled) = across.pattern_between(start, end);
    let identities = lexicon.identities();
    let mut letters = 0;
    let mut rest = identities.may_complete(key);
    while rest != 0 {
        let letter = Letter::ALL[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        let mut words = identities.find(key.plus(letter)).iter();
        let fits = |word: u128| (word ^ pattern) & filled == 0;
        let is_word =
            words.any(|&word| fits(u128::from_le_bytes(lexicon.words().sixteen_bytes(word))));
        letters |= u32::from(is_word) << letter.index();
    }
    Crossing { letters, points: across.points(start, end) as i16, tiles: tiles as u8 }
}
