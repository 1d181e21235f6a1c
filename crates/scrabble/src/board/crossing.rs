//! Cross-checks: which letters on an empty square form a word with the tiles across it. Beside a single tile,
//! a table knows; otherwise one lookup in the index for each letter that may complete a word, and one
//! comparison for each word of the class found.

use crate::board::Distribution;
use crate::board::line::{CHUNK, Crossing, Line, sixteen_letters};
use crate::board::line_id::offsets;
use lettergame_words::{Key, Lexicon};

/// The cross-check of the empty square at `offset`, from the run of tiles of `across` around it.
pub(crate) fn crossing(
    lexicon: &Lexicon,
    distribution: &Distribution,
    across: &Line,
    offset: usize,
) -> Crossing {
    let (start, end) = across.run(offset);
    let letter = |at: usize| across.cell(at).place();
    let letters = match (end - start, letter(start), letter(end - 1)) {
        (1, ..) => return Crossing::NONE,
        (2, Some(before), _) => lexicon.letters_after(before),
        (2, _, Some(after)) => lexicon.letters_before(after),
        _ => completing(lexicon, across, (start, end)),
    };
    let points = across.points(distribution, start, end) as i16;
    Crossing { letters, points, tiles: (end - start - 1) as u8 }
}

/// The letters that form a word between these offsets, on the only empty square there.
fn completing(lexicon: &Lexicon, across: &Line, (start, end): (usize, usize)) -> u64 {
    let run = (start..end).filter_map(|at| across.cell(at).place());
    let key = run.fold(Key::EMPTY, Key::plus_nth);
    let (pattern, rest) = (across.pattern(start, end), across.rest(start, end));
    let (words, identities) = (lexicon.words(), lexicon.identities());
    let fits = |id| {
        let text = words.text_from(id);
        pattern.fits(sixteen_letters(text, 0))
            && rest.is_none_or(|rest| rest.fits(sixteen_letters(text, CHUNK)))
    };
    offsets(identities.may_complete(key)).fold(0, |letters, letter| {
        let class = identities.probe(key.plus_nth(letter));
        let is_word = class.is_some_and(|class| identities.words_of(class).any(fits));
        letters | u64::from(is_word) << letter
    })
}
