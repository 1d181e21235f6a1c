//! How well the Letter Game was played: the price of each letter against what it was worth at the end of its
//! round, letters that were let go for less than that, and each word against the best one.
//!
//! Each letter is judged alone, with the others as they were in the end.

use crate::review::{CostScale, Judge, Verdict};
use crate::transcript::Transcript;
use lettergame_auction::hint::Hint;
use lettergame_auction::rules::{Auction, Bought, Event, Hand, Prompt, Sale, View};
use lettergame_base::{Points, Seat, SeatSet};
use lettergame_game::{Presented as _, SeatNames, Table};
use lettergame_words::{Letter, LetterCounts};

/// How the Letter Game is judged.
pub(super) static JUDGE: Judge<Auction> = Judge {
    cost: CostScale { unit: "points", decimals: 0, mistakes: [3.0, 10.0, 30.0] },
    verdicts,
    tried,
    lines,
    drawn: |_, _| None,
    elsewhere: |_| Vec::new(),
};

/// What is said of each turn.
fn verdicts(transcript: &Transcript<Auction>) -> Vec<Vec<Verdict>> {
    let mut all: Vec<Vec<Verdict>> = Vec::with_capacity(transcript.plies());
    let mut sold: Vec<Sold> = Vec::new();
    transcript.each(|before, after| {
        let turn = all.len();
        all.push(Vec::new());
        for event in after.events() {
            match event {
                Event::Auction(sale) => sold.extend(Sold::of(turn, sale, before)),
                Event::Round(end) => {
                    let asked = after.answers().iter().filter(|(_, answer)| answer.is_some());
                    for seat in asked.map(|(seat, _)| seat) {
                        let hand = Hand::of(&before.view(seat), end);
                        let own = sold.iter().filter(|sold| sold.buyer == seat);
                        for (bought, sold) in hand.bought().iter().zip(own) {
                            all[sold.turn].push(buy(seat, bought));
                        }
                        for sold in sold.iter().filter(|sold| sold.buyer != seat) {
                            let view = before.view(seat);
                            all[sold.turn].extend(let_go(&view, view.letters(), sold));
                        }
                        all[turn].push(word(seat, &hand));
                    }
                    sold.clear();
                }
                Event::Banned { .. } => {}
            }
        }
    });
    all
}

/// What is said of another bid, with the others' bids and the letters at the end of the round as they were; or of
/// another word.
fn tried(whole: &Transcript<Auction>, tried: &Transcript<Auction>, seat: Seat) -> Option<Verdict> {
    let turn = tried.plies().checked_sub(1)?;
    let (before, after) = (tried.at(turn), tried.at(turn + 1));
    let sale = after.events().iter().find_map(|event| match event {
        Event::Auction(sale) => Some(sale),
        _ => None,
    });
    let Some(sale) = sale else {
        let ended = after.events().iter().find_map(|event| match event {
            Event::Round(end) => Some(word(seat, &Hand::of(&before.view(seat), end))),
            _ => None,
        });
        return ended;
    };
    let words_due = |plies: &usize| whole.at(*plies).view(seat).asked() == Prompt::Word;
    let end = whole.at((turn + 1..whole.plies()).find(words_due)?);
    let view = end.view(seat);
    let mut others = *view.letters();
    if whole.at(turn + 1).view(seat).letters().len() > before.view(seat).letters().len() {
        others.remove(sale.letter);
    }
    if sale.winner == Some(seat) {
        let worth = Hint::of(view.rules(), &others, Some(sale.letter)).offer?.gain;
        return Some(buy(seat, &Bought { letter: sale.letter, paid: sale.price, worth }));
    }
    let fair = Verdict { seat, cost: 0.0, better: None, note: String::new(), chance: None };
    let sold = Sold::of(turn, sale, &before);
    Some(sold.and_then(|sold| let_go(&view, &others, &sold)).unwrap_or(fair))
}

/// A letter of the round that was sold.
struct Sold {
    turn: usize,
    letter: Letter,
    buyer: Seat,
    /// The bid of the buyer, which anyone else would have had to pay.
    bid: Points,
    /// The seats that could have paid it and had room for the letter.
    could_buy: SeatSet,
}

impl Sold {
    fn of(turn: usize, sale: &Sale, before: &Table<Auction>) -> Option<Sold> {
        let buyer = sale.winner?;
        let bid = sale.bids[buyer]?;
        let cap = before.rules().rules().letter_cap();
        let could_buy = |seat: &Seat| {
            let view = before.view(*seat);
            let has_room = cap.is_none_or(|cap| view.letters().len() < cap);
            sale.bids[*seat].is_some() && has_room && view.points() > bid
        };
        let could_buy = Seat::first(before.seats()).filter(could_buy).collect();
        Some(Sold { turn, letter: sale.letter, buyer, bid, could_buy })
    }
}

/// A letter that another player got for less than it would have been worth to this one with these letters, by the
/// view when words are due.
fn let_go(view: &View<'_>, letters: &LetterCounts, sold: &Sold) -> Option<Verdict> {
    let Sold { letter, bid, .. } = *sold;
    let offer = Hint::of(view.rules(), letters, Some(letter)).offer?;
    let missed = (offer.gain - bid).0;
    if missed <= 0 || !sold.could_buy.contains(view.seat()) {
        return None;
    }
    let note = format!(
        "{letter} went to a bid of {bid} and would have been worth {} at the end of the round.",
        offer.gain
    );
    let better = Some(format!("bid more than {bid} for {letter}"));
    Some(Verdict { seat: view.seat(), cost: f64::from(missed), better, note, chance: None })
}

fn lines(after: &Table<Auction>, names: &SeatNames) -> Vec<String> {
    let lines = |event: &Event| match event {
        Event::Auction(sale) => vec![sold(sale, names), bids(sale, names)],
        _ => after
            .rules()
            .announcement(event, names)
            .lines()
            .map(|line| line.trim().to_owned())
            .collect(),
    };
    after.events().iter().flat_map(lines).collect()
}

/// Who has bought a letter, and its price.
fn sold(sale: &Sale, names: &SeatNames) -> String {
    let letter = sale.letter;
    match sale.winner {
        Some(winner) => format!("{letter} to {} for {}", &names[winner], sale.price),
        None => format!("{letter} is not sold"),
    }
}

fn bids(sale: &Sale, names: &SeatNames) -> String {
    let bids =
        sale.bids.iter().filter_map(|(seat, bid)| Some(format!("{} {}", &names[seat], (*bid)?)));
    format!("Bids: {}", bids.collect::<Vec<_>>().join(", "))
}

/// A letter against what it added to the best word of the round.
fn buy(seat: Seat, bought: &Bought) -> Verdict {
    let Bought { letter, paid, worth } = bought;
    let overpaid = bought.overpaid();
    let note = format!("{letter} was bought for {paid} and worth {worth} at the end of the round.");
    let better = (overpaid > Points::ZERO).then(|| format!("bid at most {}", worth.0.max(0)));
    Verdict { seat, cost: f64::from(overpaid.0), better, note, chance: None }
}

/// A word against the best one.
fn word(seat: Seat, hand: &Hand) -> Verdict {
    let left = hand.left();
    let better = (left > Points::ZERO).then(|| format!("{} for {}", hand.best(), hand.possible()));
    Verdict { seat, cost: f64::from(left.0), better, note: String::new(), chance: None }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Sold, let_go, tried, verdicts};
    use crate::transcript::Transcript;
    use lettergame_auction::rules::{Auction, AuctionRules, Event, Move, Prompt};
    use lettergame_base::{Seat, Seed};
    use lettergame_game::{Rules as _, Settings, Table, Turn};
    use lettergame_words::Lexicon;

    #[test]
    fn what_was_done_costs_the_same_when_it_is_tried() {
        let settings = Settings::parse(["rounds=2", "hidden=2"]).unwrap();
        let rules = AuctionRules::read("words", settings).unwrap();
        let game = Arc::new(Auction::new(rules, Arc::new(Lexicon::shipped())));
        let mut table = Table::new(game, 3, Seed(4)).unwrap();
        let (mut whole, mut bids) = (Transcript::new(&table), Seed(1).rng());
        while let Turn::Ask(_) = table.turn() {
            table.step(|_, view| match view.asked() {
                Prompt::Bid(_) => Ok(Move::Bid(bids.below(9).into())),
                Prompt::Word => Ok(Move::Word("".into())),
            });
            whole.note(&table);
        }
        let all = verdicts(&whole);
        let mut costly = [0; 2];
        for (turn, verdicts) in all.iter().enumerate() {
            let after = whole.at(turn + 1);
            for (seat, answer) in after.answers().iter() {
                let choice = &*answer.as_ref().unwrap().choice;
                let own = verdicts.iter().find(|verdict| verdict.seat == seat);
                let game = whole.tried(turn, seat, choice).unwrap();
                let tried = tried(&whole, &game, seat).unwrap();
                assert_eq!(tried.cost, own.map_or(0.0, |own| own.cost), "{turn}: {choice}");
                costly[usize::from(matches!(choice, Move::Word(_)))] +=
                    usize::from(tried.cost > 0.0);
            }
            // not to bid costs nothing that was paid
            let bids = verdicts.iter().filter(|said| said.note.contains(" was bought for "));
            for bought in bids.filter(|said| said.cost > 0.0) {
                let game = whole.tried(turn, bought.seat, &Move::Bid(0)).unwrap();
                assert!(tried(&whole, &game, bought.seat).unwrap().cost < bought.cost, "{turn}");
            }
        }
        assert!(costly[0] > 5 && costly[1] > 1, "{costly:?}");
    }

    #[test]
    fn a_letter_that_was_let_go_costs_its_worth_beyond_the_bid_of_its_buyer() {
        let settings = Settings::parse(["rounds=1", "hidden=2"]).unwrap();
        let rules = AuctionRules::read("words", settings).unwrap();
        let game = Arc::new(Auction::new(rules, Arc::new(Lexicon::shipped())));
        let mut table = Table::new(game, 2, Seed(4)).unwrap();
        let (first, second) = (Seat::FIRST, Seat::FIRST.opponent());
        let mut sold = Vec::new();
        while matches!(table.view(first).asked(), Prompt::Bid(_)) {
            let before = table.clone();
            // the second seat buys every letter for nothing
            let events = table.step(|seat, _| Ok(Move::Bid(i64::from(seat == second))));
            let sale = events.iter().find_map(|event| match event {
                Event::Auction(sale) => Some(sale.clone()),
                _ => None,
            });
            sold.extend(sale.and_then(|sale| Sold::of(sold.len(), &sale, &before)));
        }
        let view = table.view(first);
        let now = view.rules().best_word(view.letters()).map_or(0, |best| best.points.0);
        let mut missed = 0;
        for sold in &sold {
            let mut more = *view.letters();
            more.add(sold.letter);
            let then = view.rules().best_word(&more).map_or(0, |best| best.points.0);
            let verdict = let_go(&view, view.letters(), sold);
            // more than the 1 that was bid
            let cost = verdict.as_ref().map_or(0.0, |verdict| verdict.cost);
            assert_eq!(cost, f64::from((then - now - 1).max(0)), "{}", sold.letter);
            missed += usize::from(verdict.is_some());
            let broke = Sold { could_buy: [second].into_iter().collect(), ..*sold };
            assert_eq!(let_go(&view, view.letters(), &broke), None);
        }
        assert!(missed > 0 && missed < sold.len(), "{missed} of {}", sold.len());
    }
}
