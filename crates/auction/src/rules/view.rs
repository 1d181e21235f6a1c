//! What one seat of the Letter Game may know.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::rules::{Auction, Sale, State};
use lettergame_base::{BySeat, Points, Seat, SeatSet};
use lettergame_words::{Letter, LetterCounts};

/// The kind of decision requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// A bid for this letter.
    Bid(Letter),
    /// A word from its letters.
    Word,
}

/// Everything that one seat may know; free to create.
///
/// As JSON it is the `view` of the player protocol, without the past bids (programs get them as
/// events).
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) rules: &'a Auction,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
}

impl<'a> View<'a> {
    /// The rules of this game, with its word list and best words.
    #[must_use]
    pub fn rules(&self) -> &'a Auction {
        self.rules
    }

    /// The requested decision.
    #[must_use]
    pub fn asked(&self) -> Prompt {
        self.state.on_sale().map_or(Prompt::Word, Prompt::Bid)
    }

    /// The round, from 1.
    #[must_use]
    pub fn round(&self) -> u16 {
        self.state.round
    }

    /// This seat.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of players.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.state.points.len()
    }

    /// This seat's points.
    #[must_use]
    pub fn points(&self) -> Points {
        self.state.points[self.seat]
    }

    /// All seats' points: prices are public, so these are too.
    #[must_use]
    pub fn all_points(&self) -> &'a BySeat<Points> {
        &self.state.points
    }

    /// This seat's hidden letters of the round, as dealt.
    #[must_use]
    pub fn hidden(&self) -> &'a [Letter] {
        self.state.hidden_letters(self.rules.rules(), self.seat)
    }

    /// The letters that a seat won at auction this round, in order.
    #[must_use]
    pub fn won(&self, seat: Seat) -> &'a [Letter] {
        &self.state.won[seat]
    }

    /// All letters of this seat in the round, hidden and won.
    #[must_use]
    pub fn letters(&self) -> &'a LetterCounts {
        &self.state.held[self.seat]
    }

    /// The letters whose location is unknown to this seat: the whole bag without its hidden
    /// letters, those sold this round, and the one on sale. They are in the bag or hidden with
    /// others.
    #[must_use]
    pub fn unseen(&self) -> LetterCounts {
        let shown = self.state.shown();
        let mut unseen = self.rules.tiles().letters();
        for &letter in self.hidden().iter().chain(shown) {
            unseen.remove(letter);
        }
        unseen
    }

    /// Number of letters still to be sold this round, including the one on sale; fewer are sold if
    /// all players become full.
    #[must_use]
    pub fn auctions_left(&self) -> usize {
        self.state.auctions_left()
    }

    /// The banned seats.
    #[must_use]
    pub fn banned(&self) -> SeatSet {
        self.state.banned
    }

    /// All auctions of the game so far, over all rounds, in order.
    #[must_use]
    pub fn past_sales(&self) -> &'a [Sale] {
        &self.state.sales
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut view = serializer.serialize_struct("View", 11)?;
        view.serialize_field("round", &self.round())?;
        view.serialize_field("rounds", &self.rules.rules().rounds())?;
        view.serialize_field("seat", &self.seat)?;
        match self.asked() {
            Prompt::Bid(letter) => view.serialize_field("letter", &letter)?,
            Prompt::Word => view.skip_field("letter")?,
        }
        view.serialize_field("points", &self.points())?;
        view.serialize_field("hidden", self.hidden())?;
        view.serialize_field("won", self.won(self.seat))?;
        let held: BySeat<&[Letter]> = self.state.won.values().map(|won| won.as_slice()).collect();
        view.serialize_field("held", &held)?;
        view.serialize_field("all_points", self.all_points())?;
        view.serialize_field("auctions_left", &self.auctions_left())?;
        view.serialize_field("banned", &self.banned())?;
        view.end()
    }
}

#[cfg(test)]
mod tests {
    use super::View;
    use crate::rules::{Auction, AuctionRules, Event};
    use lettergame_base::{Points, Seat, Seed};
    use lettergame_game::{Game, Rules, Settings};
    use lettergame_words::{Lexicon, WordList};

    /// Two states that differ only in others' hidden letters and in the rest of the bag look identical from a
    /// seat, through every method of the view.
    #[test]
    fn a_view_is_blind_to_others_hidden_letters() {
        let list = WordList::parse(b"TEA\nAT\n", "test").unwrap().words;
        let lexicon = std::sync::Arc::new(Lexicon::new(list).unwrap());
        for preset in AuctionRules::presets() {
            let rules = AuctionRules::read(preset, Settings::default()).unwrap();
            let auction = Auction::new(rules, lexicon.clone());
            let mut state = auction.start(4, Seed(1));
            let mut bids = [3, 1, 4, 1].map(|bid| Some(Points(bid))).into_iter().collect();
            state.sell(auction.rules(), &mut bids, &mut Vec::<Event>::new());
            let own = Seat::new(1).unwrap();
            let mut other = state.clone();
            let known = other.own_and_shown(auction.rules(), own);
            let secret: Vec<usize> =
                (0..other.bag.len()).filter(|place| !known.contains(place)).collect();
            for pair in secret.windows(2) {
                other.bag.swap(pair[0], pair[1]);
            }
            assert_ne!(state.bag, other.bag);
            let shown = |state| facts(&View { rules: &auction, state, seat: own });
            assert_eq!(shown(&state), shown(&other), "{preset}");
        }
    }

    fn facts(view: &View<'_>) -> String {
        let json = serde_json::to_string(view).unwrap();
        let sales = format!("{:?}", view.past_sales());
        format!("{json} {sales} {:?} {} {}", view.asked(), view.unseen(), view.letters())
    }
}
