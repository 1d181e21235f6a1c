//! Cross-checks: which letters on an empty square form a word with the tiles across it. 26 keys with one
//! index lookup each, and a comparison for the few that pass.

use crate::board::SIDE;
use crate::board::line::{Crossing, Line};
use lettergame_core::lexicon::{Key, Letter, Lexicon};

/// The cross-check of the empty square at `offset`, from the run of tiles of `across` around it.
pub(crate) fn crossing(lexicon: &Lexicon, across: &Line, offset: usize) -> Crossing {
    let (start, end) = across.run(offset);
    let tiles = end - start - 1;
    if tiles == 0 {
        return Crossing::NONE;
    }
    let mut word = [0; SIDE];
    let word = &mut word[..end - start];
    for (letter, at) in word.iter_mut().zip(start..end) {
        *letter = across.cell(at).to_ascii_uppercase();
    }
    let key = word.iter().filter_map(|&byte| Letter::from_ascii(byte)).fold(Key::EMPTY, Key::plus);
    let mut letters = 0;
    for letter in Letter::ALL {
        if let Some(class) = lexicon.identities().class(key.plus(letter)) {
            word[offset - start] = letter.to_char() as u8;
            let is_word = lexicon.words_of(class).any(|other| other.as_bytes() == word);
            letters |= u32::from(is_word) << letter.index();
        }
    }
    Crossing { letters, points: across.points(start, end) as i16, tiles: tiles as u8 }
}
