//! A command `lettergame` with strategies of one's own beside those that ship, in each game: every subcommand knows
//! them. The same file is a crate of its own with `lettergame` among its dependencies.

use std::process::ExitCode;

use lettergame::base::Rng;
use lettergame::game::{Enumerate, Fault, Player, Roster};
use lettergame::games::auction::players::{Bidder, Seated};
use lettergame::games::auction::rules::View as AuctionView;
use lettergame::games::marrakech::rules::{self as marrakech, Marrakech};
use lettergame::games::scrabble::rules::{self as scrabble, Scrabble};
use lettergame::games::wordgame::rules::{self as wordgame, Wordgame};
use lettergame::lexicon::Letter;
use lettergame::{Games, main_with};

/// Bids half of what a letter is worth; the best word is found for it.
#[derive(Default)]
struct HalfValue;

impl Bidder for HalfValue {
    fn bid(&mut self, view: &AuctionView<'_>, letter: Letter, _: &mut Rng) -> i64 {
        i64::from(view.rules().tiles().value(letter)) / 2
    }
}

/// Takes the first or the last of the moves that its game lists.
#[derive(Default)]
struct First;

#[derive(Default)]
struct Last;

impl Player<Scrabble> for First {
    fn choose(
        &mut self,
        view: &scrabble::View<'_>,
        _: &mut Rng,
    ) -> Result<scrabble::Move, Fault<scrabble::Move>> {
        Ok(Scrabble::choices(view)[0])
    }
}

impl Player<Wordgame> for First {
    fn choose(
        &mut self,
        view: &wordgame::View<'_>,
        _: &mut Rng,
    ) -> Result<wordgame::Move, Fault<wordgame::Move>> {
        Ok(Wordgame::choices(view).swap_remove(0))
    }
}

impl Player<Marrakech> for Last {
    fn choose(
        &mut self,
        view: &marrakech::View<'_>,
        _: &mut Rng,
    ) -> Result<marrakech::Move, Fault<marrakech::Move>> {
        let choices = Marrakech::choices(view);
        Ok(choices[choices.len() - 1])
    }
}

fn main() -> ExitCode {
    main_with(
        Games::shipped()
            .with_players([Roster::of::<Seated<HalfValue>>(
                "half-value",
                "half the letter's value",
            )])
            .with_players([Roster::<Scrabble>::of::<First>("first", "the first move listed")])
            .with_players([Roster::<Wordgame>::of::<First>("first", "the first move listed")])
            .with_players([Roster::<Marrakech>::of::<Last>("last", "the last move listed")]),
    )
}
