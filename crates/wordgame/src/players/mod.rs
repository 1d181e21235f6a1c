//! The strategies shipped with the wordgame, one per file, and their roster.

mod encoding;
mod first_word;
mod optimal;
mod policy;
mod random;
mod seed;

pub(crate) use encoding::encoding;

use crate::rules::{View, Wordgame};
use lettergame_game::Roster;

/// All strategies of the wordgame, by increasing sophistication.
pub static ROSTER: [Roster<Wordgame>; 5] =
    [random::ENTRY, first_word::ENTRY, seed::ENTRY, policy::ENTRY, optimal::ENTRY];

/// The words of the list that can be made from the letters left, without the wildcard, longest
/// first.
fn playable<'a>(view: &View<'a>) -> Vec<&'a str> {
    view.game().lexicon().sub_anagrams(&view.play().now().letters())
}
