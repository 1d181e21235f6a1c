//! Games that guests begin at once, above the form with the whole roster: against easy, medium or hard computers, or
//! with a friend.

use maud::{Markup, html};

use crate::rooms::LEVEL_NAMES;
use crate::section::Section;
use crate::setup::GameForm;
use lettergame_plan::PERSON;

/// Where the middle level and the highest one are among them.
pub(crate) const MEDIUM: usize = 1;
pub(crate) const HARD: usize = 2;

/// A button for each level, which starts a game of one person against its players.
pub(crate) fn levels<F: GameForm>() -> Markup {
    html! {
        form.levels method="post" action=(F::PATH) hx-post=(F::PATH) {
            @for (name, value) in F::SHORT { input type="hidden" name=(name) value=(value); }
            span #levels { "Play against the computer:" }
            @for (name, others) in LEVEL_NAMES.into_iter().zip(F::LEVELS) {
                button.main name="players" value=(players(others)) aria-describedby="levels" title=(others.join(", ")) {
                    (name)
                }
            }
            (play_with_friend(F::SECTION))
        }
    }
}

/// The way to a game with a friend.
pub(crate) fn play_with_friend(section: &Section) -> Markup {
    html! {
        a.button href={ "/friend" (section.path) } { "Play with a friend" span.hear { ": " (section.title) } }
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
    use lettergame_game::Listing;

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
        let short = r#"<input type="hidden" name="rounds" value="3">"#;
        assert!(levels::<AuctionForm>().into_string().contains(short));
    }
}
