//! `draft`: takes part in the round as in a draft, where each player picks its letters in turn.
//!
//! The tiles it has not seen and the letter on sale are ranked by how many seven-letter words, lacking at most
//! `depth` letters more than the nearest ones, each would bring within reach. With `lacks` letters lacking and
//! some auctions left, it picks only letters among the best `lacks / auctions`, times `slack`, of these tiles,
//! and the best of all in any case. For a pick it pays up to `stake` points divided by the letters lacking; for
//! any other that is of use `spare` points. With a seven-letter word a letter is worth what it adds. Source:
//! picking by rank, as in the secretary problem with several choices, Gilbert and Mosteller, "Recognizing the
//! Maximum of a Sequence" (1966).

use std::sync::Arc;

use crate::players::sevens::{SEVEN, Sevens};
use crate::players::{Bidder, added, points, strategy};
use crate::rules::{Auction, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<DraftParams>(
    "draft",
    "ranks the letters to come by the words they bring nearer, and pays only for the best",
);

#[derive(Clone, Copy)]
struct DraftParams {
    depth: usize,
    slack: usize,
    stake: i64,
    spare: i64,
}

impl Tunable<Auction> for DraftParams {
    const DEFAULT: DraftParams = DraftParams { depth: 1, slack: 8, stake: 30, spare: 2 };
    const PARAMS: &'static [Param<DraftParams>] = &[
        Param::integer(
            "depth",
            [0, 6],
            "letters that words may lack beyond the nearest",
            field!(depth),
        )
        .unit("letters"),
        Param::integer("slack", [1, 100], "picks for each letter lacking", field!(slack))
            .unit("letters"),
        points("stake", "points it would pay for the lacking letters", field!(stake)),
        points("spare", "points for a useful letter that it does not pick", field!(spare)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |_, _| Draft { params: self, sevens: Sevens::new(&reach) })
    }
}

struct Draft {
    params: DraftParams,
    sevens: Sevens,
}

impl Bidder for Draft {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        let DraftParams { depth, slack, stake, spare } = self.params;
        self.sevens.catch_up(view);
        let lacks = self.sevens.lacks();
        if lacks == 0 {
            return added(view, letter);
        }
        let most = if lacks == 1 { 0 } else { (lacks - 1 + depth).min(SEVEN - 1) };
        let brought = Letter::ALL.map(|letter| self.sevens.brings(letter, most));
        let own = brought[letter.index()];
        let unseen = view.unseen();
        let better = unseen.letters().filter(|letter| brought[letter.index()] > own).count();
        if own == 0 {
            0
        } else if better * view.auctions_left() <= slack * lacks * unseen.len() {
            stake / lacks as i64
        } else {
            spare
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn it_pays_its_share_for_the_best_letters_and_little_for_others() {
        let bid = |letters| Situation::new("draft:slack=1:stake=40:spare=2", 3, 1, letters).bid();
        // RET lacks four letters; many words with S are within reach, few with J
        assert_eq!((bid("RETS"), bid("RETJ")), (10, 2));
    }

    #[test]
    fn for_the_last_letter_only_those_that_complete_a_word_count() {
        let bid = |letters| Situation::new("draft:slack=100:stake=40", 6, 1, letters).bid();
        assert_eq!((bid("QUARTER"), bid("QUARTEV")), (40, 0));
    }
}
