//! The parts of the page of a Letter Game, each in a file of its own.

use std::sync::Arc;

use maud::{Markup, html};

use crate::auction::bag::bag;
use crate::auction::bids::last;
use crate::auction::board::{Board, SeatState};
use crate::auction::hand::hand;
use crate::auction::rounds::rounds;
use crate::auction::sale::{sale, verdict};
use crate::auction::seats::{self, seats};
use crate::rooms::{Names, Part, Picture, Score, Standing, Viewer, seat_class};
use crate::rules;
use lettergame_base::{Seat, SeatSet};

/// The announcements, newest first.
fn log(board: &Board) -> Markup {
    html! {
        @if !board.log.is_empty() {
            details data-keep="log" {
                summary { "Log" }
                div.log tabindex="0" role="log" aria-live="off" aria-label="Announcements, newest first" {
                    ol { @for event in &board.log { li class=[board.winner(event).map(seat_class)] { (board.line(event)) } } }
                }
            }
        }
    }
}

impl Picture for Board {
    fn standing(&self) -> Standing {
        self.standing
    }

    fn headline(&self) -> String {
        let rounds = self.game.rules().rounds();
        match (self.standing, self.on_sale) {
            (Standing::Over, _) => match self.past.len() {
                1 => "The game is over after 1 round".to_owned(),
                rounds => format!("The game is over after {rounds} rounds"),
            },
            (_, Some(_)) => {
                format!(
                    "Round {} of {rounds} · letter {} of {}",
                    self.round, self.number, self.letters
                )
            }
            (_, None) => format!("Round {} of {rounds} · words", self.round),
        }
    }

    fn progress(&self) -> String {
        self.headline()
    }

    fn call(&self) -> String {
        self.on_sale.map_or("Your word".to_owned(), |letter| format!("Your bid for {letter}"))
    }

    fn acting(&self) -> SeatSet {
        let seats = self.places.seats().filter(|seat| self.said[*seat].is_none());
        seats.filter(|seat| !self.banned.contains(*seat)).collect()
    }

    fn score(&self, seat: Seat) -> Score {
        let SeatState { points, place, .. } = &self.places[seat];
        Score { points: *points, place: *place }
    }

    fn card(&self, seat: Seat, viewer: Viewer<'_>) -> Markup {
        seats::on_card(self, seat, viewer)
    }

    fn renamed(&self, names: Names) -> Arc<dyn Picture> {
        let mut board = self.clone();
        board.names = names;
        Arc::new(board)
    }

    fn own_status(&self, viewer: Viewer<'_>) -> Option<String> {
        let points = self.places[viewer.seat?].points;
        (self.standing != Standing::Over).then(|| match points.0 {
            1 => "1 point left".to_owned(),
            _ => format!("{points} points left"),
        })
    }

    fn rules(&self) -> Option<Vec<String>> {
        Some(rules::auction(self.game.rules()))
    }

    fn news(&self) -> String {
        if self.standing == Standing::Over {
            return verdict(self);
        }
        self.log.front().map_or_else(String::new, |event| self.headed(event))
    }

    fn parts(&self, viewer: Viewer<'_>) -> Vec<Part> {
        let ask = |seat| Part { name: "ask", html: hand(self, seat, viewer) };
        // at a table of persons bids and letters are on the cards
        let has_cards = !self.persons.is_empty() && !viewer.sees_all;
        let mut all = vec![Part { name: "sale", html: sale(self) }];
        all.extend(viewer.seat.map(ask));
        all.push(Part { name: "bids", html: last(self, viewer, has_cards) });
        if !has_cards {
            all.push(Part { name: "seats", html: seats(self, viewer) });
        }
        all.push(Part { name: "bag", html: bag(self, viewer) });
        all.push(Part { name: "rounds", html: rounds(self, viewer) });
        all.push(Part { name: "log", html: log(self) });
        all
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use crate::auction::board::{BestWord, Board};
    use crate::rooms::{Picture as _, Standing, Viewer};
    use lettergame_auction::hint::Hint;
    use lettergame_auction::rules::{Auction, AuctionRules, Move, Prompt};
    use lettergame_base::{BySeat, Points, Seat, SeatSet, Seed};
    use lettergame_game::{Rules as _, Settings, Table};
    use lettergame_words::{Letter, Lexicon};

    static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

    /// Two persons and a computer after this many turns, in which seat 0 bids 2, seat 1 bids 1 and so on.
    fn after(turns: usize, preset: &str) -> (Table<Auction>, Board) {
        let settings = Settings::parse(["rounds=3", "hidden=3"]).unwrap();
        let rules = AuctionRules::read(preset, settings).unwrap();
        let game = Arc::new(Auction::new(rules, Arc::clone(&LEXICON)));
        let mut table = Table::new(game, 3, Seed(11)).unwrap();
        let players = ["person", "person", "zero"].map(str::to_owned);
        let mut board = Board::new(&table, &players);
        let standing = Standing::Waits(board.persons);
        for _ in 0..turns {
            let best = best_words(&table);
            let bid = |seat: Seat| 2 - seat.index() as i64;
            let events = table.step(|seat, view| {
                Ok(match view.asked() {
                    Prompt::Bid(_) => Move::Bid(bid(seat)),
                    Prompt::Word => Move::Word("".into()),
                })
            });
            events.to_vec().iter().for_each(|event| board.note(event, &best));
            board.look(&table, standing);
        }
        board.look(&table, standing);
        (table, board)
    }

    fn best_words(table: &Table<Auction>) -> BySeat<Option<BestWord>> {
        BySeat::from_fn(table.seats(), |seat| {
            let view = table.view(seat);
            let due = view.asked() == Prompt::Word;
            let best = due.then(|| view.rules().best_word(view.letters())).flatten()?;
            Some(BestWord { word: best.word.to_owned(), points: best.points })
        })
    }

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    /// Everything on the page of this viewer.
    fn page(board: &Board, viewer: Option<Seat>) -> String {
        let viewer = Viewer { seat: viewer, sees_all: false, path: "/room" };
        let parts = board.parts(viewer).into_iter();
        let parts = parts.map(|part| format!("{}: {}\n", part.name, part.html.into_string()));
        let cards = board.places.seats().map(|seat| board.card(seat, viewer).into_string());
        format!(
            "{} {:?}\n{}{}",
            board.headline(),
            board.own_status(viewer),
            parts.collect::<String>(),
            cards.collect::<String>()
        )
    }

    /// Gives a seat other hidden letters, also in what is known about its past rounds.
    fn change(board: &mut Board, seat: Seat) {
        let place = &mut board.places[seat];
        for letter in &mut place.hidden {
            place.letters.remove(*letter);
            *letter = Letter::ALL[(letter.index() + 1) % Letter::ALL.len()];
            place.letters.add(*letter);
        }
        for past in &mut board.past {
            let past = Arc::make_mut(past);
            past.best[seat] = Some(BestWord { word: "SECRETS".to_owned(), points: Points(99) });
        }
    }

    /// In bids, words and later rounds alike.
    #[test]
    fn no_part_of_a_page_depends_on_hidden_letters_of_others() {
        for turns in [0, 1, 9, 15, 16, 20, 40] {
            let board = after(turns, "words").1;
            for changed in [0, 1, 2].map(seat) {
                let mut other = board.clone();
                change(&mut other, changed);
                for viewer in [None, Some(seat(0)), Some(seat(1))] {
                    let same = page(&board, viewer) == page(&other, viewer);
                    assert_eq!(same, viewer != Some(changed), "{turns} {changed} {viewer:?}");
                }
            }
        }
    }

    #[test]
    fn a_person_who_waits_sees_the_own_bid_and_no_one_else_does() {
        let mut board = after(3, "words").1;
        board.standing = Standing::Waits([seat(1)].into_iter().collect());
        let before = [None, Some(seat(1))].map(|viewer| page(&board, viewer));
        board.said[seat(0)] = Some(Move::Bid(37));
        assert_eq!([None, Some(seat(1))].map(|viewer| page(&board, viewer)), before);
        let own = page(&board, Some(seat(0)));
        assert!(own.contains("You bid <strong>37</strong>. Wait for Player 2"), "{own}");
        board.said[seat(0)] = Some(Move::Word("QUART".into()));
        assert!(page(&board, Some(seat(0))).contains("Your word is <strong>QUART</strong>. Wait"));
    }

    #[test]
    fn letters_are_shown_to_all_when_the_game_is_over_or_has_no_persons() {
        for open in [false, true] {
            let mut board = after(3, "words").1;
            if open {
                board.persons = SeatSet::EMPTY;
            } else {
                board.standing = Standing::Over;
            }
            let mut other = board.clone();
            change(&mut other, seat(2));
            assert_ne!(page(&board, None), page(&other, None));
        }
    }

    #[test]
    fn the_hint_is_that_of_the_library_for_the_viewers_letters() {
        for turns in 0..15 {
            let (table, board) = after(turns, "words");
            let Prompt::Bid(letter) = table.view(seat(0)).asked() else { panic!("no auction") };
            for own in [0, 1].map(seat) {
                let page = page(&board, Some(own));
                let view = table.view(own);
                let hint = Hint::of(view.rules(), view.letters(), Some(letter));
                let best = view.rules().best_word(view.letters());
                assert_eq!(hint.now, best);
                let now = best.map_or("none yet".to_owned(), |best| {
                    format!("<strong>{}</strong> {}", best.word, best.points)
                });
                assert!(page.contains(&format!("<dt>Best word now</dt><dd>{now}</dd>")), "{page}");
                let offer = hint.offer.unwrap();
                let with = offer.better.map_or("no better word yet".to_owned(), |best| {
                    let gain = format!("<span class=\"gain\">+{}</span>", offer.gain);
                    format!("<strong>{}</strong> {} {gain}", best.word, best.points)
                });
                assert!(page.contains(&format!("<dt>With {letter}</dt><dd>{with}</dd>")), "{page}");
            }
            assert!(!page(&board, None).contains("Best word"), "spectators get no hint");
        }
    }

    #[test]
    fn unseen_letters_are_those_of_the_rules() {
        for turns in [0, 4, 15, 17] {
            let (table, board) = after(turns, "words");
            for own in [0, 1].map(seat) {
                let viewer = Viewer { seat: Some(own), sees_all: false, path: "" };
                assert_eq!(board.unseen(viewer), table.view(own).unseen(), "{turns}");
            }
            // a spectator does not know the hidden letters of any seat
            let watched = board.unseen(Viewer { seat: None, sees_all: false, path: "" });
            assert_eq!(watched.len(), table.view(seat(0)).unseen().len() + 3);
        }
    }

    #[test]
    fn a_full_player_is_told_that_there_is_no_room() {
        let (table, mut board) = after(1, "seven");
        assert!(!page(&board, Some(seat(0))).contains("no room"));
        let more = 7 - table.view(seat(0)).letters().len();
        (0..more).for_each(|_| board.places[seat(0)].letters.add(Letter::ALL[0]));
        assert!(page(&board, Some(seat(0))).contains("You have no room for more letters."));
    }

    #[test]
    fn a_card_of_a_past_round_has_what_each_seat_paid() {
        let (table, board) = after(16, "words");
        assert_eq!(board.past.len(), 1);
        let spent = |own: Seat| {
            let sales = table.view(own).past_sales().iter();
            sales.filter(|sale| sale.winner == Some(own)).map(|sale| sale.price).sum::<Points>()
        };
        // seat 0 always wins and pays the 1 of seat 1
        assert_eq!([0, 1, 2].map(|index| spent(seat(index))), [15, 0, 0].map(Points));
        for own in board.places.seats() {
            assert_eq!(board.past[0].paid[own], spent(own));
        }
        let card = page(&board, None);
        assert!(card.contains("<small>paid 15"), "{card}");
    }
}
