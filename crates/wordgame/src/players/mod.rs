//! The strategies that ship with the wordgame, one a file, and their roster.

mod first_word;
mod optimal;
mod random;
mod seed;

use crate::rules::{View, Wordgame};
use lettergame_core::game::Roster;

/// Every strategy of the wordgame, weakest idea first.
pub static ROSTER: [Roster<Wordgame>; 4] =
    [random::ENTRY, first_word::ENTRY, seed::ENTRY, optimal::ENTRY];

/// The words of the list that can be made of what is left of the hand without its wildcard, longest
/// first.
fn playable<'a>(view: &View<'a>) -> Vec<&'a str> {
    view.game().lexicon().sub_anagrams(&view.play().now().letters())
}
