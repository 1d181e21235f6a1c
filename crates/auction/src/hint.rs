//! A hint for a person: the best word of the letters held, and what the letter on sale would add to it.
//!
//! It looks at these letters only, not at those to come: a letter that adds nothing now may still belong to a
//! better word later.

use crate::rules::Auction;
use lettergame_base::Points;
use lettergame_words::{Best, Letter, LetterCounts};

/// What is known about some letters without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint<'a> {
    /// The best word of the letters held.
    pub now: Option<Best<'a>>,
    /// The letter on sale; `None` if there is none, or no room for it.
    pub offer: Option<Offer<'a>>,
}

/// What a letter on sale would add to the letters held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer<'a> {
    /// The letter.
    pub letter: Letter,
    /// The best word with it, if that is worth more than the best word without it.
    pub better: Option<Best<'a>>,
    /// How much more, in points.
    pub gain: Points,
}

impl<'a> Hint<'a> {
    /// The hint for a player who holds `letters`.
    #[must_use]
    pub fn of(game: &'a Auction, letters: &LetterCounts, on_sale: Option<Letter>) -> Hint<'a> {
        let now = game.best_word(letters);
        let has_room = game.rules().letter_cap().is_none_or(|cap| letters.len() < cap);
        let offer = on_sale.filter(|_| has_room).map(|letter| {
            let mut more = *letters;
            more.add(letter);
            let then = game.best_word(&more);
            let gain = points(then) - points(now);
            Offer { letter, better: then.filter(|_| gain > Points::ZERO), gain }
        });
        Hint { now, offer }
    }
}

fn points(best: Option<Best<'_>>) -> Points {
    best.map_or(Points::ZERO, |best| best.points)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Hint, points};
    use crate::rules::{Auction, AuctionRules, Event, Move, Prompt};
    use lettergame_base::{Points, Seed};
    use lettergame_game::{Rules, Settings, Table, Turn};
    use lettergame_words::{Letter, LetterCounts, Lexicon, WordList};

    fn game(preset: &str) -> Auction {
        let list = WordList::parse(b"AT\nTEA\nQUARTER\nQUARTERS\n", "test").unwrap().words;
        let rules = AuctionRules::read(preset, Settings::default()).unwrap();
        Auction::new(rules, Arc::new(Lexicon::new(list).unwrap()))
    }

    fn letters(text: &str) -> LetterCounts {
        text.parse().unwrap()
    }

    #[test]
    fn the_letter_on_sale_is_worth_what_it_adds_to_the_best_word() {
        let game = game("words");
        for (held, on_sale, now, better, gain) in [
            ("", 'A', None, None, 0),
            ("A", 'T', None, Some("AT"), 2),
            ("AT", 'E', Some("AT"), Some("TEA"), 1),
            ("ATE", 'E', Some("TEA"), None, 0),
            // 16 points of letters and the bonus for seven of them, less the 3 of TEA
            ("QUATER", 'R', Some("TEA"), Some("QUARTER"), 63),
            // a word of eight letters does not count
            ("QUARTER", 'S', Some("QUARTER"), None, 0),
        ] {
            let on_sale = Letter::from_char(on_sale).unwrap();
            let hint = Hint::of(&game, &letters(held), Some(on_sale));
            let offer = hint.offer.unwrap();
            assert_eq!(hint.now.map(|best| best.word), now, "{held}");
            assert_eq!(offer.better.map(|best| best.word), better, "{held}");
            assert_eq!((offer.letter, offer.gain), (on_sale, Points(gain)), "{held}");
        }
    }

    #[test]
    fn without_a_letter_on_sale_or_room_for_it_nothing_is_added() {
        let on_sale = Letter::from_char('S');
        assert_eq!(Hint::of(&game("words"), &letters("TEA"), None).offer, None);
        assert_eq!(Hint::of(&game("seven"), &letters("QUARTER"), on_sale).offer, None);
        assert!(Hint::of(&game("seven"), &letters("QUATER"), on_sale).offer.is_some());
    }

    /// In drawn games: every letter bought raises the points of the best word by the gain that was shown, and who
    /// names the best word that was shown earns its points.
    #[test]
    fn what_a_hint_promises_is_earned() {
        for (preset, seed) in [("words", 1), ("simulator", 2), ("seven", 3)] {
            let rules = AuctionRules::read(preset, Settings::default()).unwrap();
            let game = Arc::new(Auction::new(rules, Arc::new(Lexicon::shipped())));
            let mut table = Table::new(game, 4, Seed(seed)).unwrap();
            let mut draws = seed;
            let (mut bought, mut named) = (0, 0);
            while matches!(table.turn(), Turn::Ask(_)) && named < 40 {
                let before = table.clone();
                let events = table.step(|_, view| {
                    draws = draws.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let hint = Hint::of(view.rules(), view.letters(), None);
                    Ok(match view.asked() {
                        Prompt::Bid(_) => Move::Bid((draws >> 40) as i64 % 3),
                        Prompt::Word => Move::Word(hint.now.map_or("", |best| best.word).into()),
                    })
                });
                let events = events.to_vec();
                for event in &events {
                    match event {
                        Event::Auction(sale) => {
                            let Some(winner) = sale.winner else { continue };
                            let view = before.view(winner);
                            let hint = Hint::of(view.rules(), view.letters(), Some(sale.letter));
                            let held = *table.view(winner).letters();
                            let mut more = *view.letters();
                            more.add(sale.letter);
                            // the last player with room is given the other letters in the same turn
                            if held != more {
                                continue;
                            }
                            let now = Hint::of(view.rules(), &held, None).now;
                            let gain = points(now) - points(hint.now);
                            assert_eq!(hint.offer.unwrap().gain, gain, "{preset} {held}");
                            bought += 1;
                        }
                        Event::Round(end) => {
                            for (seat, gained) in end.gained.iter() {
                                let view = before.view(seat);
                                let shown = Hint::of(view.rules(), view.letters(), None).now;
                                assert_eq!(*gained, points(shown), "{preset} {}", view.letters());
                                named += 1;
                            }
                        }
                        Event::Banned { .. } => {}
                    }
                }
            }
            assert!(bought > 20 && named > 10, "{preset}: {bought} letters, {named} words");
        }
    }
}
