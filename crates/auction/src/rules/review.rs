//! A round of the Letter Game in hindsight: the best word of each hand, and the worth of the letters bought.

use serde::Serialize;
use serde_json::json;

use crate::rules::{Auction, RoundEnd, Sale, State, View};
use lettergame_base::{BySeat, Points, Seat};
use lettergame_game::{Game as _, Review, wrapped};
use lettergame_words::{Letter, LetterCounts};

/// Label of points that better words would have earned.
const LEFT: &str = "points left on the table by words";
/// Label of points paid for letters beyond what they added to the best word.
const OVERPAID: &str = "points overpaid for letters";

/// A letter that was bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bought {
    /// The letter.
    pub letter: Letter,
    /// Its price.
    pub paid: Points,
    /// The points of the best word with it, less those of the best word without it.
    pub worth: Points,
}

impl Bought {
    /// Points paid beyond its worth, at least 0.
    #[must_use]
    pub fn overpaid(&self) -> Points {
        (self.paid - self.worth).max(Points::ZERO)
    }
}

/// An auction won by another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Lost {
    letter: Letter,
    bid: Points,
    price: Points,
}

/// A seat's round in hindsight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    letters: LetterCounts,
    word: String,
    gained: Points,
    best: String,
    possible: Points,
    bought: Vec<Bought>,
    lost: Vec<Lost>,
}

impl Auction {
    /// The points of the best word, 0 if there is none.
    fn best_points(&self, letters: &LetterCounts) -> Points {
        self.best_word(letters).map_or(Points::ZERO, |best| best.points.max(Points::ZERO))
    }

    /// The review of each seat's round; `state` is that at its end, before words are named.
    pub(super) fn reviews(
        &self,
        state: &State,
        end: &RoundEnd,
        asked: &BySeat<bool>,
    ) -> Vec<Review> {
        let asked = asked.iter().filter(|(_, asked)| **asked);
        asked.map(|(seat, _)| Hand::of(&self.view(state, seat), end).review(seat)).collect()
    }
}

impl Hand {
    /// The round of a seat, from its view when it is asked for a word, and the end of the round that followed.
    #[must_use]
    pub fn of(view: &View<'_>, end: &RoundEnd) -> Hand {
        let (game, seat, letters) = (view.rules(), view.seat(), *view.letters());
        let sales: Vec<&Sale> =
            view.past_sales().iter().filter(|sale| sale.round == end.round).collect();
        let possible = game.best_points(&letters);
        let best = game.best_word(&letters).filter(|best| best.points > Points::ZERO);
        let won = sales.iter().filter(|sale| sale.winner == Some(seat));
        let bought = won.map(|sale| {
            let mut others = letters;
            others.remove(sale.letter);
            let worth = possible - game.best_points(&others);
            Bought { letter: sale.letter, paid: sale.price, worth }
        });
        let lost = sales.iter().filter_map(|sale| {
            let bid = sale.bids[seat].filter(|_| sale.winner != Some(seat))?;
            Some(Lost { letter: sale.letter, bid, price: sale.price })
        });
        Hand {
            letters,
            word: end.words[seat].to_string(),
            gained: end.gained[seat],
            best: best.map_or(String::new(), |best| best.word.to_owned()),
            possible,
            bought: bought.collect(),
            lost: lost.collect(),
        }
    }

    /// The best word of its letters; empty if none earns points.
    #[must_use]
    pub fn best(&self) -> &str {
        &self.best
    }

    /// The points of the best word, in which the letters bought are valued too.
    #[must_use]
    pub fn possible(&self) -> Points {
        self.possible
    }

    /// The letters it bought, in order.
    #[must_use]
    pub fn bought(&self) -> &[Bought] {
        &self.bought
    }

    /// What the best word would have earned beyond the named word, at least 0.
    #[must_use]
    pub fn left(&self) -> Points {
        (self.possible - self.gained).max(Points::ZERO)
    }

    /// Points paid for letters beyond their worth; cheap letters do not offset others.
    fn overpaid(&self) -> Points {
        self.bought.iter().map(Bought::overpaid).sum()
    }

    fn review(&self, seat: Seat) -> Review {
        let facts = json!({
            "letters": self.letters.to_string(),
            "word": self.word,
            "points": self.gained,
            "best": { "word": self.best, "points": self.possible },
            "left": self.left(),
            "bought": self.bought,
            "overpaid": self.overpaid(),
            "lost": self.lost,
        });
        let totals = [(LEFT, self.left()), (OVERPAID, self.overpaid())];
        let totals = totals.map(|(what, points)| (what, i64::from(points.0))).to_vec();
        Review { seat, lines: self.lines(seat), facts, totals }
    }

    fn lines(&self, seat: Seat) -> Vec<String> {
        let shown = |word: &str| if word.is_empty() { "-".to_owned() } else { word.to_owned() };
        let mut lines = vec![format!(
            "seat {seat}: {} from {}; best {}{}",
            earned(&shown(&self.word), self.gained),
            shown(&self.letters.to_string()),
            earned(&shown(&self.best), self.possible),
            match self.left() {
                Points::ZERO => String::new(),
                left => format!(": {left} left on the table"),
            }
        )];
        if !self.bought.is_empty() {
            let items = self
                .bought
                .iter()
                .map(|own| format!("{} paid {}, worth {}", own.letter, own.paid, own.worth));
            lines.push(wrapped("bought", &items.collect::<Vec<_>>(), ";"));
        }
        // a bid of 0 does not count as wanting the letter
        let wanted = self.lost.iter().filter(|lost| lost.bid > Points::ZERO);
        let items: Vec<String> = wanted
            .map(|lost| format!("{} bid {}, price {}", lost.letter, lost.bid, lost.price))
            .collect();
        if !items.is_empty() {
            lines.push(wrapped("lost", &items, ";"));
        }
        lines
    }
}

fn earned(word: &str, points: Points) -> String {
    format!("{word} {points}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::rules::{Auction, AuctionRules, Move};
    use lettergame_base::{BySeat, Seat, Seed};
    use lettergame_game::{Game, Recorded, Review, Rules, Settings, Table, Turn};
    use lettergame_words::{Lexicon, WordList};

    /// The first round of two seats without hidden letters: the letters sold, with the bids of both; and the
    /// words.
    fn played(sold: &[(char, i64, i64)], words: [&str; 2]) -> Vec<Review> {
        let list = WordList::parse(b"AT\nTEA\nQAT\nZEAL\n", "test").unwrap().words;
        let lexicon = Arc::new(Lexicon::new(list).unwrap());
        let mut settings = Settings::default();
        settings.set("hidden", "0");
        let rules = AuctionRules::read("words", settings).unwrap();
        let auction = Arc::new(Auction::new(rules, lexicon));
        let mut state = auction.start(2, Seed(3));
        let letters: String = sold.iter().map(|(letter, ..)| letter).collect();
        state.stack(auction.rules(), &letters);
        let mut table = Table::at(Arc::clone(&auction), state, 2);
        let mut next = 0;
        loop {
            let before = table.clone();
            assert!(matches!(table.turn(), Turn::Ask(_)));
            table.step(|seat, view| {
                let second = seat != Seat::FIRST;
                Ok(match (view.rules().rules(), view.asked()) {
                    (_, crate::rules::Prompt::Word) => {
                        Move::Word(words[usize::from(second)].into())
                    }
                    _ => sold.get(next).map_or(Move::Bid(0), |&(_, one, other)| {
                        Move::Bid(if second { other } else { one })
                    }),
                })
            });
            next += 1;
            let reviews = table.review(&before);
            if !reviews.is_empty() {
                return reviews;
            }
        }
    }

    /// TEA is worth 3 points, QAT 12, ZEAL 13, AT 2, by Scrabble values. Letters sold for nothing go to
    /// either seat, so the list has only four words.
    #[test]
    fn words_and_letters_are_compared_with_the_best_word() {
        let sold = [('T', 9, 1), ('A', 9, 2), ('Q', 20, 15), ('E', 0, 6), ('Z', 3, 7)];
        let reviews = played(&sold, ["at", "zeal"]);
        assert_eq!(reviews.len(), 2);
        let one = &reviews[0].facts;
        assert_eq!((&one["word"], &one["points"]), (&"AT".into(), &2.into()));
        assert_eq!(one["best"]["word"], "QAT");
        assert_eq!((&one["best"]["points"], &one["left"]), (&12.into(), &10.into()));
        let bought = &one["bought"];
        assert_eq!(bought[2]["letter"], "Q");
        assert_eq!((&bought[2]["paid"], &bought[2]["worth"]), (&15.into(), &10.into()));
        assert_eq!(one["lost"][0]["letter"], "E", "a bid of 0 is one");
        assert_eq!(one["lost"][1]["letter"], "Z");
        let lines = reviews[0].lines.join("\n");
        assert!(lines.contains("best QAT 12: 10 left on the table"), "{lines}");
        assert!(lines.contains("Q paid 15, worth 10"), "{lines}");
        assert!(lines.contains("lost Z bid 3, price 3"), "{lines}");
        let totals = Review::totals(2, &reviews);
        assert_eq!(totals[0].0, "points left on the table by words");
        let sums: &BySeat<i64> = &totals[0].1;
        assert_eq!(sums[Seat::FIRST], 10);
    }

    #[test]
    fn the_review_does_not_cover_auctions() {
        let auction = |state: &Auction| state.start(2, Seed(1));
        let rules = AuctionRules::read("words", Settings::default()).unwrap();
        let list = WordList::parse(b"AT\n", "test").unwrap().words;
        let game = Auction::new(rules, Arc::new(Lexicon::new(list).unwrap()));
        let state = auction(&game);
        assert!(game.review(&state, &BySeat::filled(2, None), &[]).is_empty());
    }
}
