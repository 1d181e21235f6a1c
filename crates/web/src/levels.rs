//! Games that guests begin at once, above the form with the whole roster: against easy, medium or hard computers, or
//! with a friend.

use maud::{Markup, html};

use crate::form::clock_options;
use crate::rooms::{LEVEL_NAMES, MAX_NAME};
use crate::setup::GameForm;
use lettergame_plan::PERSON;

/// Where the middle level and the highest one are among them.
pub(crate) const MEDIUM: usize = 1;
pub(crate) const HARD: usize = 2;

/// A button for each level, which starts a game of one person against its players.
pub(crate) fn levels<F: GameForm>() -> Markup {
    html! {
        form.levels method="post" action=(F::PATH) hx-post=(F::PATH) {
            span #levels { "Play against the computer:" }
            @for (name, others) in LEVEL_NAMES.into_iter().zip(F::LEVELS) {
                button.main name="players" value=(players(others)) aria-describedby="levels" title=(others.join(", ")) {
                    (name)
                }
            }
        }
        (play_with_friend::<F>())
    }
}

/// A fold with a name and a clock, whose button begins a game of two persons and leads to the list of its seats, with
/// the links to invite by.
pub(crate) fn play_with_friend<F: GameForm>() -> Markup {
    let id = F::SECTION.class();
    html! {
        details.friend {
            summary.button { "Play with a friend" span.hear { ": " (F::SECTION.title) } }
            form method="post" action=(F::PATH) {
                input type="hidden" name="players" value=(players(&[PERSON]));
                label for={ "friend-name-" (id) } { "Your name" }
                input id={ "friend-name-" (id) } name="name" value="" maxlength=(MAX_NAME) autocomplete="nickname"
                    spellcheck="false";
                label for={ "friend-clock-" (id) } { "Time to think" }
                select id={ "friend-clock-" (id) } name="clock" { (clock_options("")) }
                button.main name="do" value="begin" { "Get the link" }
                p.quiet { "You get a link for each of you, with a QR code where phones can reach this server." }
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
    use std::sync::Arc;

    use super::{levels, play_with_friend, players};
    use crate::app::App;
    use crate::auction::AuctionForm;
    use crate::form::listings;
    use crate::marrakech::MarrakechForm;
    use crate::query::Fields;
    use crate::scrabble::ScrabbleForm;
    use crate::sections;
    use crate::setup::GameForm;
    use crate::terms::Terms;
    use lettergame_game::Listing;
    use lettergame_words::Lexicon;

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

    fn check_friends<F: GameForm>(app: &Arc<App>) {
        let page = play_with_friend::<F>().into_string();
        // the fields as a browser sends them
        assert!(page.contains("name=\"players\" value=\"person,person\""), "{page}");
        let fields = "players=person,person&name=Ann&clock=300%2B5&do=begin";
        let fields = Fields::parse(fields.as_bytes());
        let room = sections::begin(app, F::SECTION.path, &fields).unwrap();
        assert_eq!(room.persons().len(), 2);
        assert!(!room.is_open(), "the deal is secret");
        assert!(room.about.clock.is_some() && room.start_path().contains("/host/"));
    }

    #[tokio::test]
    async fn a_game_with_a_friend_is_one_of_two_persons_with_a_secret_deal() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        check_friends::<AuctionForm>(&app);
        check_friends::<MarrakechForm>(&app);
        check_friends::<ScrabbleForm>(&app);
    }
}
