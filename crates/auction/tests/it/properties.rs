//! Invariants of every Letter Game, whatever the players do: wild bids, illegal moves and failures included.

use std::collections::BTreeSet;

use crate::tables::{Said, asked, bid, ends, gone, is_bidding, late, rules, sales, seat, word};
use lettergame_auction::rules::{Auction, Event, Move};
use lettergame_base::{Points, Rng, Seed};
use lettergame_game::{Fault, Table, Turn};
use lettergame_words::{Letter, LetterCounts, TileSet};
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, proptest};

/// A game to be played at random.
#[derive(Clone, Debug)]
struct Case {
    preset: &'static str,
    hidden: usize,
    seats: usize,
    deal: u64,
    luck: u64,
    /// One move in this many is a failure.
    faults: u32,
}

fn cases() -> impl Strategy<Value = Case> {
    let preset = (0..3usize).prop_map(|index| ["words", "seven", "simulator"][index]);
    (preset, 0..=6usize, 1..=14usize, any::<u64>(), any::<u64>(), 3..60u32).prop_map(
        |(preset, hidden, seats, deal, luck, faults)| Case {
            preset,
            hidden,
            seats,
            deal,
            luck,
            faults,
        },
    )
}

impl Case {
    fn table(&self) -> Table<Auction> {
        let rules = rules(self.preset, &[&format!("hidden={}", self.hidden), "rounds=2"]);
        Table::new(rules, self.seats, Seed(self.deal)).unwrap()
    }

    /// Plays random moves; calls `look` before each turn and after the last.
    fn play(&self, luck: u64, mut look: impl FnMut(&Table<Auction>, &[Event])) -> Table<Auction> {
        let mut table = self.table();
        let mut rng = Seed(luck).rng();
        let mut events = Vec::new();
        while table.turn() != Turn::Over {
            look(&table, &events);
            let bidding = is_bidding(&table);
            events = table
                .step(|_, view| {
                    let best = view.rules().best_word(view.letters()).map(|best| best.word);
                    random_move(bidding, best.unwrap_or(""), self.faults, &mut rng)
                })
                .to_vec();
            assert!(table.plies() < 2 * (8 * 14 + 1), "the game does not end");
        }
        look(&table, &events);
        table
    }

    fn events(&self, luck: u64) -> Vec<Event> {
        let mut all = Vec::new();
        self.play(luck, |_, events| all.extend_from_slice(events));
        all
    }
}

fn random_move(bidding: bool, best: &str, faults: u32, rng: &mut Rng) -> Said {
    if rng.below(faults) == 0 {
        return [gone(), late(None), late(Some(Move::Bid(9))), Err(Fault::Unreadable("x".into()))]
            [rng.below(4) as usize]
            .clone();
    }
    match (bidding, rng.below(8)) {
        (true, 0) => bid(i64::from(rng.below(300)) - 50),
        (true, 1) => bid([i64::MAX, i64::MIN][rng.below(2) as usize]),
        (true, _) => bid(i64::from(rng.below(12))),
        (false, 0) => word("not a word"),
        (false, 1) => word(""),
        (false, _) => word(best),
    }
}

fn counts<'a>(letters: impl IntoIterator<Item = &'a Letter>) -> LetterCounts {
    letters.into_iter().copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn points_are_conserved(case in cases()) {
        let events = case.events(case.luck);
        let mut owned = vec![100; case.seats];
        for event in &events {
            match event {
                Event::Auction(sale) => {
                    if let Some(winner) = sale.winner {
                        owned[winner.index()] -= sale.price.0;
                    }
                }
                Event::Round(end) => {
                    end.gained.iter().for_each(|(seat, gained)| owned[seat.index()] += gained.0);
                    let told: Vec<i32> = end.all_points.values().map(|points| points.0).collect();
                    prop_assert_eq!(&told, &owned);
                }
                Event::Banned { .. } => {}
            }
        }
        let table = case.play(case.luck, |_, _| {});
        prop_assert_eq!(crate::tables::points(&table), owned);
    }

    #[test]
    fn no_one_overpays_and_the_price_is_the_second_highest_bid(case in cases()) {
        let mut owned = vec![100; case.seats];
        for event in case.events(case.luck) {
            if let Event::Round(end) = &event {
                owned = end.all_points.values().map(|points| points.0).collect();
            }
            let Event::Auction(sale) = event else { continue };
            let mut bids: Vec<i32> = sale.bids.values().flatten().map(|bid| bid.0).collect();
            for (seat, bid) in sale.bids.iter() {
                prop_assert!(bid.is_none_or(|bid| (0..=owned[seat.index()]).contains(&bid.0)));
            }
            bids.sort_unstable_by(|a, b| b.cmp(a));
            let lone = if case.preset == "simulator" { bids.first() } else { None };
            let price = bids.get(1).or(lone).copied().unwrap_or(0);
            prop_assert_eq!(sale.price, Points(price));
            let Some(winner) = sale.winner else {
                prop_assert!(bids.is_empty(), "a letter that somebody bids for is sold");
                continue;
            };
            prop_assert_eq!(sale.bids[winner].map(|bid| bid.0), bids.first().copied());
            owned[winner.index()] -= price;
            prop_assert!(owned[winner.index()] >= 0);
        }
    }

    #[test]
    fn letters_are_conserved_and_views_show_no_secrets(case in cases()) {
        let all = TileSet::SCRABBLE_98.letters();
        let (mut shown, mut sold) = (LetterCounts::default(), LetterCounts::default());
        let mut round = 0;
        case.play(case.luck, |table, events| {
            let over = table.turn() == Turn::Over;
            let view = table.view(seat(0));
            if view.round() != round {
                round = view.round();
                (shown, sold) = (LetterCounts::default(), LetterCounts::default());
            }
            let this_round = |event: &&Event| matches!(event, Event::Auction(sale) if sale.round == round);
            for event in events.iter().filter(this_round) {
                if let Event::Auction(sale) = event {
                    shown.add(sale.letter);
                    sold.extend(sale.winner.map(|_| sale.letter));
                }
            }
            let mut held = LetterCounts::default();
            for index in 0..case.seats {
                let view = table.view(seat(index));
                held = held.plus(view.letters());
                let json = serde_json::to_value(view).unwrap();
                // what a seat can see: its own hidden letters, and all letters won
                let open: Vec<LetterCounts> =
                    (0..case.seats).map(|other| counts(view.won(seat(other)))).collect();
                let told: Vec<LetterCounts> = json["held"].as_array().unwrap().iter()
                    .map(|letters| letters.as_array().unwrap().iter()
                        .map(|letter| letter.as_str().unwrap().chars().next().unwrap())
                        .filter_map(Letter::from_char).collect())
                    .collect();
                assert_eq!(told, open);
                assert_eq!(json["hidden"].as_array().unwrap().len(), case.hidden);
                assert_eq!(counts(view.hidden()).plus(&open[index]), *view.letters());
                let keys: BTreeSet<&str> =
                    json.as_object().unwrap().keys().map(String::as_str).collect();
                assert!(keys.len() <= 11 && !keys.contains("seed"), "{keys:?}");
                // unseen, own hidden and sold letters plus the one on sale make up the whole bag
                let on_sale = usize::from(json.get("letter").is_some());
                assert_eq!(view.unseen().len() + case.hidden + shown.len() + on_sale, 98);
                assert!(all.contains(&view.unseen().plus(&shown)));
            }
            let hidden: LetterCounts = (0..case.seats)
                .flat_map(|index| table.view(seat(index)).hidden().to_vec())
                .collect();
            assert_eq!(hidden.plus(&sold), held, "what is held was hidden or sold");
            assert!(all.contains(&held));
            let left = view.unseen().minus(&hidden.minus(&counts(view.hidden())).unwrap());
            assert!(over || left.is_some(), "the rest is still in the bag");
        });
    }

    #[test]
    fn all_seats_receive_the_same_public_facts(case in cases()) {
        case.play(case.luck, |table, _| {
            let public = |index: usize| {
                let mut json = serde_json::to_value(table.view(seat(index))).unwrap();
                for private in ["seat", "hidden", "points", "won"] {
                    json.as_object_mut().unwrap().remove(private);
                }
                json
            };
            assert!((1..case.seats).all(|index| public(index) == public(0)));
        });
    }

    #[test]
    fn the_same_deal_and_moves_give_the_same_game(case in cases()) {
        prop_assert_eq!(case.events(case.luck), case.events(case.luck));
    }

    #[test]
    fn what_players_do_never_changes_what_is_dealt(case in cases()) {
        let dealt = |luck: u64, faults: u32| {
            let mut dealt: Vec<Vec<String>> = vec![Vec::new(); 3];
            let case = Case { faults, ..case.clone() };
            case.play(luck, |table, _| {
                if table.turn() == Turn::Over { return; }
                let round = usize::from(table.view(seat(0)).round());
                if dealt[round].is_empty() {
                    dealt[round] = (0..case.seats)
                        .map(|index| counts(table.view(seat(index)).hidden()).to_string())
                        .collect();
                }
            });
            let sold: Vec<(u16, String)> = sales(&case.events(luck)).iter()
                .map(|sale| (sale.round, sale.letter.to_string())).collect();
            (dealt, sold)
        };
        let (hidden, sold) = dealt(case.luck, u32::MAX);
        let (other_hidden, other_sold) = dealt(case.luck ^ 1, u32::MAX);
        prop_assert_eq!(hidden, other_hidden);
        if case.preset != "seven" {
            prop_assert_eq!(sold, other_sold);
        }
    }

    #[test]
    fn banned_seats_are_never_asked_again(case in cases()) {
        let mut banned = BTreeSet::new();
        case.play(case.luck, |table, events| {
            for event in events {
                if let Event::Banned { seat, .. } = event {
                    assert!(banned.insert(seat.index()), "banned once");
                }
            }
            assert!(asked(table).iter().all(|index| !banned.contains(index)));
            assert_eq!(table.banned().len(), banned.len());
        });
    }

    #[test]
    fn only_words_of_ones_own_letters_earn_points(case in cases()) {
        let mut held: Vec<LetterCounts> = Vec::new();
        case.play(case.luck, |table, events| {
            for end in ends(events) {
                for (seat, word) in end.words.iter() {
                    let used: Option<LetterCounts> = word.parse().ok();
                    let made = used.is_some_and(|used| held[seat.index()].contains(&used));
                    assert!(end.gained[seat] == Points(0) || made, "{word}");
                }
            }
            held = (0..case.seats).map(|index| *table.view(seat(index)).letters()).collect();
        });
    }
}
