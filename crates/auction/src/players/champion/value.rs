//! The worth of letters: the points that a round is expected to earn with them, less what is still to be
//! paid.
//!
//! A hoarder buys all letters up to some price limit until it can make a seven-letter word. The number of
//! affordable letters in the remaining auctions is binomial; each number of random letters completes a word
//! with some probability ([`Odds`]); and of the letters that come before, it buys the fraction that fits
//! ([`Selection`]). Where a cap leaves room for no wrong letter, letters are chosen one by one
//! ([`Odds::chosen`]), and fewer are bought ([`CHOSEN_FRACTION`]). The best limit gives the worth of hoarding, in closed form.
//!
//! Looking a letter ahead does better: of each letter that may come, buy those that earn more than they cost.
//! This is the Bellman equation of the rest of the round,
//! `V(L, t + 1) = V(L, t) + E[max(0, V(L + letter, t) - V(L, t) - price)]`, whose right side uses the worth
//! of hoarding, or further lookahead, for the letters then held.

use crate::players::BestWord;
use crate::players::champion::odds::Odds;
use crate::players::champion::prices::PriceList;
use crate::players::sevens;
use crate::rules::View;
use lettergame_base::checkpoint;
use lettergame_words::{Branches, Completions, Letter, LetterCounts, Ways};

/// The mean points of a round's seven-letter word: 50 and the letters of the best one.
const SEVEN: f64 = 62.0;

/// Letters won are capped at this: that many almost always complete a word.
const MAX_WON: usize = 16;

/// A number for each number of letters won, from 0.
type ByWon = [f64; MAX_WON + 1];

/// Candidate price limits of a hoarder.
const LIMITS: [usize; 12] = [0, 1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 28];

/// Numbers of auctions left for which the worth of hoarding is computed; in between it is
/// interpolated linearly.
const STOPS: [usize; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// How many of the affordable letters a selective buyer needs to buy. A smaller fraction makes it wait for cheap letters,
/// a larger one makes it take what comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    /// The fraction with one auction left for each player.
    pub(super) fraction: f64,
    /// What it grows by per natural logarithm of their number.
    pub(super) growth: f64,
}

impl Selection {
    /// The fraction when `auctions` are left after the current one.
    fn of(self, auctions: usize, seats: usize) -> f64 {
        let each = (auctions + 1) as f64 / seats as f64;
        self.fraction + self.growth * libm::log(each.clamp(0.5, 20.0))
    }
}

/// The fraction where letters are chosen one by one.
const CHOSEN_FRACTION: f64 = 0.4;

/// How probably a word is completed from more than one chosen letter, as a fraction of what the odds say: they know
/// no rivals, who bid more for the very letters that fit. Like the fraction above it was fitted to games of the
/// preset `seven` with 0 and 4 hidden letters against the held-out field.
const UNCONTESTED: f64 = 0.85;

/// With at most this many auctions left, the best shorter word counts too.
const MAX_EXACT_LETTERS: usize = 4;

/// Everything except the letters held that the worth depends on.
pub(super) struct Market<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) completions: &'a Completions,
    pub(super) odds: &'a Odds,
    pub(super) prices: &'a PriceList,
    pub(super) selection: Selection,
    /// The points that can be spent.
    pub(super) purse: f64,
    /// Number of auctions after the current one.
    pub(super) left: usize,
}

/// The letters held, and the hand with each additional letter.
#[derive(Clone)]
pub(super) struct Holding {
    pub(super) letters: LetterCounts,
    now: Hand,
    /// By letter index.
    with: [Hand; 26],
}

/// Features of a hand that determine its worth.
#[derive(Clone, Copy)]
struct Hand {
    /// Points of the best word.
    best: f64,
    /// Whether seven of them make a word.
    complete: bool,
    /// The probability that this many random letters complete one.
    chances: ByWon,
    /// Number of letters that may still be taken.
    room: usize,
}

/// The number of letters that a hoarder wins, regardless of its hand.
struct Hoarding {
    /// The probabilities of winning exactly this many, and more than this many. The last entry
    /// stands for all above.
    exactly: ByWon,
    more: ByWon,
    /// The most room that can be filled: where letters are chosen one by one, all that is missing must be paid.
    most_room: usize,
    /// The mean cost of an affordable letter: the price of those bought, times their fraction.
    cost: f64,
}

impl Hoarding {
    fn new(market: &Market<'_>, limit: usize, auctions: usize) -> Hoarding {
        let (chance, price) = market.prices.of_last(auctions).won_with(limit);
        let affordable = if price > 0.0 { (market.purse / price) as usize } else { MAX_WON };
        let exactly = binomial(auctions, chance.min(0.999), affordable.min(MAX_WON));
        let mut more = [0.0; MAX_WON + 1];
        for won in (0..MAX_WON).rev() {
            more[won] = more[won + 1] + exactly[won + 1];
        }
        let (fraction, most_room) = match market.is_tight() {
            true => (CHOSEN_FRACTION, affordable),
            false => (market.selection.of(auctions, market.view.all_points().len()), usize::MAX),
        };
        Hoarding { exactly, more, most_room, cost: fraction * price }
    }

    /// The worth of this hand: its word at the end minus what is paid until a word is complete.
    fn worth(&self, hand: &Hand) -> f64 {
        if hand.complete || hand.room == 0 || hand.room > self.most_room {
            return hand.best;
        }
        let (mut complete, mut bought) = (0.0, 0.0);
        for (won, chance) in hand.chances.iter().enumerate() {
            complete += self.exactly[won] * chance;
            bought += self.more[won] * (1.0 - chance);
        }
        let word = complete * SEVEN.max(hand.best) + (1.0 - complete) * hand.best;
        word - self.cost * bought.min(hand.room as f64)
    }
}

/// The probabilities of exactly each number of successes in `auctions`, up to `most`.
fn binomial(auctions: usize, chance: f64, most: usize) -> ByWon {
    let mut exactly = [0.0; MAX_WON + 1];
    // (1 - chance)^auctions by squaring: plain products are identical on every machine
    let (mut none, mut square, mut times) = (1.0, 1.0 - chance, auctions);
    while times > 0 {
        if times % 2 == 1 {
            none *= square;
        }
        square *= square;
        times /= 2;
    }
    let (mut won_so_many, mut sum) = (none, 0.0);
    for (won, exactly) in exactly.iter_mut().enumerate().take(most.min(auctions)) {
        *exactly = won_so_many;
        sum += won_so_many;
        let next = (auctions - won) as f64 / (won + 1) as f64;
        won_so_many *= next * chance / (1.0 - chance);
    }
    exactly[most.min(auctions)] = (1.0 - sum).max(0.0);
    exactly
}

impl Market<'_> {
    /// Evaluates a hand, given the unseen letters. Takes tens of microseconds: one pass over the
    /// word classes.
    pub(super) fn holding(&self, letters: &LetterCounts, unseen: &LetterCounts) -> Holding {
        let Branches { now, with } = self.completions.branches(letters, unseen);
        let best = self.best(letters);
        let draws = Draws::new(unseen.len());
        let (held, room) = (letters.len(), self.room(letters));
        let now = self.hand(&now, &draws, held, room, best);
        let with = Letter::ALL.map(|letter| {
            let ways = &with[letter.index()];
            let best = if self.left <= MAX_EXACT_LETTERS || ways[0] > 0.5 {
                self.best(&one_more(letters, letter))
            } else {
                best
            };
            self.hand(ways, &draws, held + 1, room.saturating_sub(1), best)
        });
        Holding { letters: *letters, now, with }
    }

    fn best(&self, letters: &LetterCounts) -> f64 {
        BestWord::of(self.view, letters).points as f64
    }

    /// Number of letters that may be taken in addition to these.
    fn room(&self, letters: &LetterCounts) -> usize {
        let cap = self.view.rules().rules().letter_cap();
        cap.map_or(usize::MAX, |cap| cap.saturating_sub(letters.len()))
    }

    fn hand(&self, ways: &Ways, draws: &Draws, held: usize, room: usize, best: f64) -> Hand {
        let complete = ways[0] > 0.5;
        let mut chances = [1.0; MAX_WON + 1];
        if self.is_tight() && !complete {
            let uncontested = if room > 1 { UNCONTESTED } else { 1.0 };
            for (offered, chance) in chances.iter_mut().enumerate() {
                let expected = draws.expected_of_all(ways, offered, room, held);
                let odds = Odds::chosen();
                *chance = uncontested * odds.chance(expected, held as f64, offered as f64);
            }
        } else if !complete {
            for (won, chance) in chances.iter_mut().enumerate() {
                let expected = draws.expected(ways, won, room);
                *chance = self.odds.chance(expected, held as f64, won as f64);
                if *chance > 0.998 {
                    break;
                }
            }
        }
        Hand { best, complete, chances, room }
    }

    /// Whether a word of seven letters takes all that may be held.
    fn is_tight(&self) -> bool {
        self.view.rules().rules().letter_cap().is_some_and(|cap| cap <= sevens::SEVEN)
    }

    /// The worth of a holding with this many letters of lookahead; 0 means hoarding.
    pub(super) fn worth(&self, holding: &Holding, unseen: &LetterCounts, letters: u32) -> f64 {
        if letters == 0 {
            return self.hoarding(&holding.now, self.left).0;
        }
        self.ahead(holding, unseen, letters)[self.left]
    }

    /// The worth of a holding to a hoarder with the best limit, and that limit.
    fn hoarding(&self, hand: &Hand, auctions: usize) -> (f64, usize) {
        let worth = |limit| Hoarding::new(self, limit, auctions).worth(hand);
        let limits = LIMITS.iter().map(|&limit| (worth(limit), limit));
        limits.fold((f64::NEG_INFINITY, 0), |best, next| if next.0 > best.0 { next } else { best })
    }

    /// The worth of a holding with this many letters of lookahead (1 or more), by the number of
    /// auctions left. Each additional letter takes about twenty times as long.
    fn ahead(&self, holding: &Holding, unseen: &LetterCounts, letters: u32) -> Vec<f64> {
        checkpoint();
        let mut worth = vec![holding.now.best; self.left + 1];
        if holding.now.room == 0 {
            return worth;
        }
        let stops = self.stops(&holding.now);
        let kinds = Letter::ALL.into_iter().filter(|&letter| unseen.count(letter) > 0);
        let next: Vec<(f64, usize, Vec<f64>)> = kinds
            .map(|letter| {
                let chance = f64::from(unseen.count(letter)) / unseen.len() as f64;
                let hand = &holding.with[letter.index()];
                let then = if hand.complete || hand.room == 0 {
                    vec![hand.best; self.left + 1]
                } else if letters > 1 {
                    let mut rest = *unseen;
                    rest.remove(letter);
                    let more = self.holding(&one_more(&holding.letters, letter), &rest);
                    self.ahead(&more, &rest, letters - 1)
                } else {
                    self.hoarded(&stops, hand)
                };
                (chance, letter.index(), then)
            })
            .collect();
        for left in 0..self.left {
            let (now, prices) = (worth[left], self.prices.at(left));
            let gain = |(chance, letter, then): &(f64, usize, Vec<f64>)| {
                chance * prices[*letter].surplus((then[left] - now).min(self.purse))
            };
            worth[left + 1] = now + next.iter().map(gain).sum::<f64>();
        }
        worth
    }

    /// Hoarding with the best limit for a hand, by auctions left.
    fn stops(&self, hand: &Hand) -> Vec<(usize, Hoarding)> {
        let mut stops: Vec<usize> = STOPS.iter().map(|&stop| stop.min(self.left)).collect();
        stops.dedup();
        let hoarding = |auctions| {
            let (_, limit) = self.hoarding(hand, auctions + 1);
            Hoarding::new(self, limit, auctions)
        };
        stops.into_iter().map(|auctions| (auctions, hoarding(auctions))).collect()
    }

    /// The worth of a hand to a hoarder, by the number of auctions left.
    fn hoarded(&self, stops: &[(usize, Hoarding)], hand: &Hand) -> Vec<f64> {
        let mut worth = vec![hand.best; self.left + 1];
        let mut from = 0;
        for (to, hoarding) in stops {
            let (start, end) = (worth[from], hoarding.worth(hand));
            let steps = (to - from) as f64;
            for (step, worth) in worth[from + 1..=*to].iter_mut().enumerate() {
                *worth = start + (end - start) * (step + 1) as f64 / steps;
            }
            from = *to;
        }
        worth
    }
}

fn one_more(letters: &LetterCounts, letter: Letter) -> LetterCounts {
    let mut more = *letters;
    more.add(letter);
    more
}

/// The probability that a given set of tiles is in a random draw, by the size of both.
struct Draws([Ways; MAX_WON + 1]);

impl Draws {
    /// For a bag of this size.
    fn new(bag: usize) -> Draws {
        Draws(std::array::from_fn(|drawn| {
            let mut chance = 1.0;
            std::array::from_fn(|tiles| {
                let now = chance;
                let left = bag.saturating_sub(tiles).max(1);
                chance *= drawn.saturating_sub(tiles) as f32 / left as f32;
                now
            })
        }))
    }

    /// The expected number of ways in which a draw of `drawn` tiles completes a word, using at most
    /// `room` tiles.
    fn expected(&self, ways: &Ways, drawn: usize, room: usize) -> f64 {
        let products = ways.iter().zip(&self.0[drawn]).map(|(ways, chance)| ways * chance);
        f64::from(products.take(room.saturating_add(1)).sum::<f32>())
    }

    /// The same for words with all letters held, which take all the room.
    fn expected_of_all(&self, ways: &Ways, drawn: usize, room: usize, held: usize) -> f64 {
        let fits = held + room == sevens::SEVEN;
        if fits { f64::from(ways[room] * self.0[drawn][room]) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::{Hand, Market, Selection, binomial};
    use crate::players::champion::odds::Odds;
    use crate::players::champion::prices::PriceList;
    use crate::players::situation::Situation;
    use lettergame_words::{Completions, Letter, LetterCounts};

    const SELECTION: Selection = Selection { fraction: 0.62, growth: 0.13 };

    /// The market at a two-player table when every letter costs `price`, with `left` auctions left.
    fn market<T>(left: usize, price: usize, test: impl Fn(&Market<'_>, &LetterCounts) -> T) -> T {
        let table = Situation::new("zero", 0, 2, "E");
        let view = table.view();
        let unseen = view.unseen();
        let always = std::array::from_fn(|level| f64::from(u8::from(level >= price)));
        let prices = PriceList::new(left, &unseen, |_, _| always);
        let completions = Completions::new(view.rules().lexicon(), 7);
        let odds = Odds::shipped();
        let (view, completions, prices) = (&view, &completions, &prices);
        let selection = SELECTION;
        test(&Market { view, completions, odds, prices, selection, purse: 100.0, left }, &unseen)
    }

    fn letter(letter: char) -> Letter {
        Letter::from_char(letter).unwrap()
    }

    /// The worth of these letters to a hoarder, without and with one more.
    fn plain(letters: &str, more: char, left: usize, price: usize) -> (f64, f64) {
        market(left, price, |market, unseen| {
            let holding = market.holding(&letters.parse().unwrap(), unseen);
            let worth = |hand| market.hoarding(hand, left).0;
            (worth(&holding.now), worth(&holding.with[letter(more).index()]))
        })
    }

    /// The worth of these letters with this lookahead, by auctions left.
    fn ahead(letters: &str, left: usize, price: usize, effort: u32) -> Vec<f64> {
        market(left, price, |market, unseen| {
            market.ahead(&market.holding(&letters.parse().unwrap(), unseen), unseen, effort)
        })
    }

    fn grows(numbers: &[f64]) -> bool {
        numbers.windows(2).all(|pair| pair[0] < pair[1])
    }

    #[test]
    fn the_number_won_is_binomial() {
        assert_eq!(binomial(4, 0.5, 16)[..5], [1.0, 4.0, 6.0, 4.0, 1.0].map(|ways| ways / 16.0));
        for (auctions, chance) in [(0, 0.3), (1, 0.999), (9, 0.2), (16, 0.7)] {
            let exactly = binomial(auctions, chance, 16);
            assert!((exactly.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let terms = exactly.iter().enumerate().map(|(won, chance)| won as f64 * chance);
            assert!((terms.sum::<f64>() - auctions as f64 * chance).abs() < 1e-9, "{auctions}");
        }
    }

    #[test]
    fn the_more_letters_are_to_come_the_larger_the_fraction_bought() {
        assert_eq!(SELECTION.of(8, 9), 0.62, "one for each player");
        let more = [0, 8, 26, 71].map(|auctions| SELECTION.of(auctions, 9));
        assert!(grows(&more), "{more:?}");
    }

    #[test]
    fn no_more_letters_are_won_than_can_be_afforded() {
        let exactly = binomial(4, 0.5, 1);
        assert_eq!(exactly[..3], [1.0 / 16.0, 15.0 / 16.0, 0.0]);
        let exactly = binomial(112, 0.999, 16);
        assert!((exactly[16] - 1.0).abs() < 1e-12, "{exactly:?}");
    }

    #[test]
    fn with_no_auctions_left_letters_are_worth_their_best_word() {
        // CAT is worth 5 points, CATS one more; RETAINS has the bonus of 50
        assert_eq!(plain("CAT", 'S', 0, 3), (5.0, 6.0));
        assert_eq!(plain("RETAIN", 'S', 0, 3), (6.0, 57.0));
        assert_eq!(ahead("CAT", 0, 3, 1), [5.0]);
    }

    #[test]
    fn letters_are_worth_more_with_more_auctions_left_and_at_lower_prices() {
        let by_left = [0, 1, 2, 4, 8].map(|left| plain("RETAIN", 'S', left, 3).0);
        assert!(grows(&by_left), "{by_left:?}");
        let by_price = [20, 10, 5, 1].map(|price| plain("RETAIN", 'S', 8, price).0);
        assert!(grows(&by_price), "{by_price:?}");
        for effort in [1, 2] {
            let by_left = ahead("RETAIN", 8, 3, effort);
            assert!(grows(&by_left), "{by_left:?}");
            let by_price = [20, 10, 5, 1].map(|price| ahead("RETAIN", 8, price, effort)[8]);
            assert!(grows(&by_price), "{by_price:?}");
        }
    }

    /// One auction from the end the worth with lookahead is the mean over the letters of what each
    /// adds beyond its price.
    #[test]
    fn one_auction_ahead_is_worth_the_mean_gain_over_letters() {
        let (left, price) = (1, 3);
        let found = ahead("RETAIN", left, price, 1)[1];
        let wanted = market(left, price, |market, unseen| {
            let held: LetterCounts = "RETAIN".parse().unwrap();
            let adds = |letter: Letter| {
                let mut more = held;
                more.add(letter);
                let surplus = market.best(&more) - market.best(&held) - price as f64;
                f64::from(unseen.count(letter)) / unseen.len() as f64 * surplus.max(0.0)
            };
            market.best(&held) + Letter::ALL.map(adds).iter().sum::<f64>()
        });
        assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
    }

    #[test]
    fn a_complete_hand_is_worth_its_word() {
        for left in [0, 5, 40] {
            assert_eq!(plain("RETAINS", 'Q', left, 1).0, 57.0);
        }
    }

    #[test]
    fn the_letter_that_completes_a_word_is_worth_most() {
        for left in [1, 2] {
            let (now, with_s) = plain("RETAIN", 'S', left, 4);
            let (_, with_v) = plain("RETAIN", 'V', left, 4);
            assert!(with_s > with_v && with_s > now, "{left}: {now} {with_s} {with_v}");
            assert_eq!(with_s, 57.0);
        }
    }

    #[test]
    fn a_full_hand_is_worth_the_word_of_its_letters() {
        let hand = Hand { best: 8.0, complete: false, chances: [1.0; 17], room: 0 };
        assert_eq!(market(9, 1, |market, _| market.hoarding(&hand, 9).0), 8.0);
        let hand = Hand { room: 1, ..hand };
        assert!(market(9, 1, |market, _| market.hoarding(&hand, 9).0) > 50.0);
    }
}
