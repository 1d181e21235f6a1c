//! A command `lettergame` with strategies of one's own beside those that ship, in each game: every subcommand knows
//! them. The same file is a crate of its own with `lettergame` among its dependencies.

use std::process::ExitCode;
use std::sync::Arc;

use lettergame::base::Rng;
use lettergame::field;
use lettergame::game::{Enumerate, Fault, Param, Player, Roster, Strategy, Tunable};
use lettergame::games::auction::players::{Bidder, strategy};
use lettergame::games::auction::rules::{Auction, View as AuctionView};
use lettergame::games::marrakech::rules::{self as marrakech, Marrakech};
use lettergame::games::scrabble::rules::{self as scrabble, Scrabble};
use lettergame::games::wordgame::rules::{self as wordgame, Wordgame};
use lettergame::words::Letter;
use lettergame::{Games, main_with};

/// Bids a share of what a letter is worth, half of it unless `half-value:share=30` says otherwise; the best word is
/// found for it.
#[derive(Clone, Copy)]
struct HalfValue {
    /// Per cent.
    share: i64,
}

impl Tunable<Auction> for HalfValue {
    const DEFAULT: HalfValue = HalfValue { share: 50 };
    const PARAMS: &'static [Param<HalfValue>] =
        &[Param::integer("share", [0, 100], "per cent of the value to bid", field!(share))
            .unit("per cent")];

    fn strategy(self, _: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        strategy(move |_, _| self)
    }
}

impl Bidder for HalfValue {
    fn bid(&mut self, view: &AuctionView<'_>, letter: Letter, _: &mut Rng) -> i64 {
        i64::from(view.rules().tiles().value(letter)) * self.share / 100
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
            .with_players([Roster::tunable::<HalfValue>("half-value", "half the letter's value")])
            .with_players([Roster::<Scrabble>::of::<First>("first", "the first move listed")])
            .with_players([Roster::<Wordgame>::of::<First>("first", "the first move listed")])
            .with_players([Roster::<Marrakech>::of::<Last>("last", "the last move listed")]),
    )
}
