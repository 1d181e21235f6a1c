//! Computer players for guests: one button each for easy, medium and hard, above the form with the whole roster.

use maud::{Markup, html};

use crate::setup::GameForm;
use lettergame_plan::PERSON;

/// The strengths, as they are called.
const NAMES: [&str; 3] = ["Easy", "Medium", "Hard"];

/// Where the middle level and the highest one are among them.
pub(crate) const MEDIUM: usize = 1;
pub(crate) const HARD: usize = 2;

/// A button for each level, which starts a game of one person against its players.
pub(crate) fn levels<F: GameForm>() -> Markup {
    html! {
        form.levels method="post" action=(F::PATH) hx-post=(F::PATH) {
            span #levels { "Play against the computer:" }
            @for (name, others) in NAMES.into_iter().zip(F::LEVELS) {
                button name="players" value=(players(others)) aria-describedby="levels" title=(others.join(", ")) {
                    (name)
                }
            }
        }
    }
}

/// A person and the players of a level, as in the field of an address.
pub(crate) fn players(others: &[&str]) -> String {
    [&[PERSON], others].concat().join(",")
}

#[cfg(test)]
mod tests {
    use super::{levels, players};
    use crate::auction::AuctionForm;
    use crate::form::listings;
    use crate::marrakech::MarrakechForm;
    use crate::scrabble::ScrabbleForm;
    use crate::setup::GameForm;
    use lettergame_core::game::Listing;

    fn check<F: GameForm>() {
        let roster = listings::<F::Game>();
        let page = levels::<F>().into_string();
        for others in F::LEVELS {
            for player in others {
                assert!(Listing::read(&roster, player).is_ok(), "{player}");
            }
            assert!(page.contains(&format!("value=\"{}\"", players(others))), "{page}");
        }
        assert!(F::LEVELS.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn each_level_has_players_of_the_roster() {
        check::<AuctionForm>();
        check::<MarrakechForm>();
        check::<ScrabbleForm>();
    }
}
