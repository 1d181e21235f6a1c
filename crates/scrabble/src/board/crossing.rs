//! Cross-checks: which letters on an empty square form a word with the tiles across it. Beside a single tile,
//! a table knows; otherwise one lookup in the index for each letter that may complete a word, and one
//! comparison for each word of the class found.

use crate::board::line::{Crossing, Line};
use crate::board::line_id::offsets;
use lettergame_core::lexicon::{Key, Letter, Lexicon};

/// The cross-check of the empty square at `offset`, from the run of tiles of `across` around it.
pub(crate) fn crossing(lexicon: &Lexicon, across: &Line, offset: usize) -> Crossing {
    let (start, end) = across.run(offset);
    let letter = |at| Letter::from_ascii(across.cell(at));
    let letters = match (end - start, letter(start), letter(end - 1)) {
        (1, ..) => return Crossing::NONE,
        (2, Some(before), _) => lexicon.letters_after(before),
        (2, _, Some(after)) => lexicon.letters_before(after),
        _ => completing(lexicon, across, (start, end)),
    };
    let (points, tiles) = (across.points(start, end) as i16, (end - start - 1) as u8);
    Crossing { letters, points, tiles }
}

/// The letters that form a word between these offsets, on the only empty square there.
fn completing(lexicon: &Lexicon, across: &Line, (start, end): (usize, usize)) -> u32 {
    let run = (start..end).filter_map(|at| Letter::from_ascii(across.cell(at)));
    let key = run.fold(Key::EMPTY, Key::plus);
    let (pattern, filled) = across.pattern_between(start, end);
    let (words, identities) = (lexicon.words(), lexicon.identities());
    let fits = |word: u128| (word ^ pattern) & filled == 0;
    offsets(identities.may_complete(key)).fold(0, |letters, index| {
        let class = identities.find(key.plus(Letter::ALL[index]));
        let is_word = class.iter().any(|&id| fits(u128::from_le_bytes(words.sixteen_bytes(id))));
        letters | u32::from(is_word) << index
    })
}
