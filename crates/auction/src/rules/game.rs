//! The Letter Game as a [`Game`].

use std::time::Duration;

use compact_str::CompactString;
use thiserror::Error;

use crate::rules::auction::BONUS;
use crate::rules::picture::picture;
use crate::rules::state::{BAG, Phase, RoundRecord};
use crate::rules::{Auction, Banned, Event, Move, Prompt, State, View};
use lettergame_base::{BySeat, MAX_SEATS, Points, Seat, SeatSet, Seed, TileScoring};
use lettergame_game::{
    Answer, Cells, Column, Fault, Game, Outcome, OwnCells, Picture, Presented, Recorded, Review,
    SeatNames, SeatsError, Turn,
};
use lettergame_words::Letter;

/// Maximum length of a recorded word in characters: more than in any word list.
const LONGEST_RECORDED: usize = 64;

/// A move that is not possible now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// A word was named during an auction.
    #[error("expected a bid for {0}, found a word")]
    WordForBid(Letter),
    /// A bid was made at the end of the round.
    #[error("expected a word, found a bid")]
    BidForWord,
}

impl Auction {
    /// Does this answer count, and as what?
    #[inline]
    fn counts(&self, answer: &Answer<Move>) -> bool {
        match (answer.fault, self.rules.banned) {
            (None, _) | (Some(_), Banned::BidsZero) => true,
            (Some(_), Banned::Out) => false,
        }
    }

    #[inline]
    fn bids(&self, answers: &BySeat<Option<Answer<Move>>>) -> BySeat<Option<Points>> {
        answers.map(|answer| {
            let answer = answer.as_ref().filter(|answer| self.counts(answer))?;
            match *answer.choice {
                Move::Bid(bid) => Some(Points(bid as i32)),
                Move::Word(_) => None,
            }
        })
    }

    #[inline]
    fn words(&self, answers: &BySeat<Option<Answer<Move>>>) -> BySeat<CompactString> {
        answers.map(|answer| match answer.as_ref().filter(|answer| answer.fault.is_none()) {
            Some(answer) => match &*answer.choice {
                Move::Word(word) => word.clone(),
                Move::Bid(_) => CompactString::default(),
            },
            None => CompactString::default(),
        })
    }

    #[inline]
    fn ban(&self, state: &mut State, answers: &BySeat<Option<Answer<Move>>>, out: &mut Vec<Event>) {
        for (seat, answer) in answers.iter() {
            if let Some(fault) = answer.as_ref().and_then(|answer| answer.fault) {
                state.banned.insert(seat);
                out.push(Event::Banned { seat, fault });
            }
        }
    }
}

/// What a bid counts as: at most all points of its player, at least 0.
#[inline]
fn counted(bid: i64, points: Points) -> i64 {
    bid.clamp(0, i64::from(points.0))
}

/// The word in upper case; an invalid word is recorded too, cut to 64 characters and with
/// everything except letters replaced by `_`.
fn for_the_record(word: CompactString) -> CompactString {
    if word.len() <= LONGEST_RECORDED && word.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return word;
    }
    let plain = |c: char| if c.is_ascii_alphabetic() { c.to_ascii_uppercase() } else { '_' };
    word.trim().chars().take(LONGEST_RECORDED).map(plain).collect()
}

impl Game for Auction {
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;
    type Illegal = IllegalMove;

    #[inline]
    fn admit(&self, seats: usize) -> Result<(), SeatsError> {
        let refuse = |wanted| Err(SeatsError { seats, wanted });
        if !(1..=MAX_SEATS).contains(&seats) {
            return refuse(format!("the Letter Game is for 1 to {MAX_SEATS} players"));
        }
        let dealt = seats * self.rules.hidden();
        if dealt > BAG {
            return refuse(format!("they need {dealt} hidden letters, and the bag has {BAG}"));
        }
        Ok(())
    }

    #[inline]
    fn start(&self, seats: usize, deal: Seed) -> State {
        State::new(&self.rules, self.bag, seats, deal)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn(&self.rules)
    }

    #[inline]
    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View { rules: self, state, seat }
    }

    #[inline]
    fn check(&self, state: &State, seat: Seat, choice: Move) -> Result<Move, IllegalMove> {
        match (state.on_sale(), choice) {
            (Some(_), Move::Bid(bid)) => Ok(Move::Bid(counted(bid, state.points[seat]))),
            (None, Move::Word(word)) => Ok(Move::Word(for_the_record(word))),
            (Some(letter), Move::Word(_)) => Err(IllegalMove::WordForBid(letter)),
            (None, Move::Bid(_)) => Err(IllegalMove::BidForWord),
        }
    }

    fn correction(view: &View<'_>, choice: &Move) -> Option<String> {
        let (Prompt::Bid(letter), &Move::Bid(bid)) = (view.asked(), choice) else { return None };
        let (round, points) = (view.round(), view.points());
        let counted = counted(bid, points);
        let text = || {
            format!(
                "bid {bid} for {letter} in round {round}, with {points} points: counted as {counted}"
            )
        };
        (counted != bid).then(text)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        text.parse().map_err(|error: <Move as std::str::FromStr>::Err| error.to_string())
    }

    fn move_from_json(&self, json: &str) -> serde_json::Result<Move> {
        serde_json::from_str(json)
    }

    fn fallback(&self, state: &State, seat: Seat, fault: &Fault<Move>) -> Move {
        if let Fault::Late(Some(late), _) = fault
            && let Ok(choice) = self.check(state, seat, late.clone())
        {
            return choice;
        }
        if state.on_sale().is_some() { Move::Bid(0) } else { Move::Word(CompactString::default()) }
    }

    #[inline]
    fn apply(
        &self,
        state: &mut State,
        answers: &BySeat<Option<Answer<Move>>>,
        events: &mut Vec<Event>,
    ) {
        if state.phase == Phase::Bidding {
            self.ban(state, answers, events);
            state.sell(&self.rules, &mut self.bids(answers), events);
        } else {
            let words = self.words(answers);
            let gained = BySeat::from_fn(words.len(), |seat| {
                self.too_long.count(&self.rules, &self.lexicon, &words[seat], &state.held[seat]);
                self.word_points(&words[seat], &state.held[seat])
            });
            self.ban(state, answers, events);
            state.end_round(&self.rules, words, &gained, events);
        }
        state.go_on(&self.rules, events);
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_points(state.points.clone())
    }

    #[inline]
    fn banned(&self, state: &State) -> SeatSet {
        state.banned
    }
}

impl Presented for Auction {
    #[inline]
    fn kind(view: &View<'_>) -> &'static str {
        match view.asked() {
            Prompt::Bid(_) => "bid",
            Prompt::Word => "word",
        }
    }

    fn move_limit(&self) -> Duration {
        Duration::from_secs(self.rules.move_seconds.into())
    }

    #[inline]
    fn scoring(&self) -> Option<TileScoring> {
        Some(self.tiles().scoring(BONUS))
    }

    fn scene(&self, state: &State) -> Option<String> {
        state.scene(&self.rules)
    }

    fn picture(&self, state: &State, events: &[Event]) -> Option<Picture> {
        Some(picture(self, state, events))
    }

    fn announcement(&self, event: &Event, names: &SeatNames) -> String {
        match event {
            Event::Auction(sale) => sale.named(names),
            Event::Round(_) | Event::Banned { .. } => names.text(&event.to_string()),
        }
    }

    fn shortage(&self, seats: usize) -> Option<String> {
        self.rules.shortage(seats, self.tiles.total())
    }

    fn remark(&self) -> Option<String> {
        self.too_long.remark()
    }
}

impl Recorded for Auction {
    const RELATED: Option<[&'static str; 2]> = Some(["spent", "word_points"]);

    fn columns() -> &'static [Column] {
        const {
            &[
                Column::long(
                    "word_points",
                    "points from words; `score` = start + `word_points` - `spent`",
                ),
                Column::long("spent", "points paid for letters"),
                Column::long("letters", "letters won in auctions"),
            ]
        }
    }

    fn cells(&self, state: &State, seat: Seat, cells: &mut dyn Cells) {
        let total = |points: fn(&RoundRecord) -> &BySeat<Points>| -> i64 {
            state.records.iter().map(|record| i64::from(points(record)[seat].0)).sum()
        };
        cells.number(total(|record| &record.gained));
        cells.number(total(|record| &record.spent));
        let won =
            |record: &RoundRecord| record.letters[seat].len().saturating_sub(self.rules.hidden());
        cells.number(state.records.iter().map(won).sum::<usize>() as i64);
    }

    /// Points are the initial points, which are the same for all, plus what was earned minus what was spent.
    fn check_cells(row: &dyn OwnCells) -> Option<i64> {
        let (earned, spent, _letters) = (row.number(0)?, row.number(1)?, row.number(2)?);
        row.points().checked_sub(earned)?.checked_add(spent)
    }

    fn round_columns() -> &'static [Column] {
        const {
            &[
                Column::text("letters", "all letters held at the end of the round"),
                Column::text("word", "the word, as named"),
                Column::long("points_gained", "points from the word"),
                Column::long("points_spent", "points paid in the round's auctions"),
                Column::long("score", "points after the round"),
                Column::long(
                    "rank",
                    "the place after the round; equal scores share the better one",
                ),
            ]
        }
    }

    fn review(
        &self,
        state: &State,
        answers: &BySeat<Option<Answer<Move>>>,
        events: &[Event],
    ) -> Vec<Review> {
        let end = events.iter().find_map(|event| match event {
            Event::Round(end) => Some(end),
            Event::Auction(_) | Event::Banned { .. } => None,
        });
        // a round may end without words if everyone is out of the game
        let asked = answers.map(Option::is_some);
        end.map_or(Vec::new(), |end| self.reviews(state, end, &asked))
    }

    #[inline]
    fn rounds_done(&self, state: &State) -> usize {
        state.records.len()
    }

    fn round_cells(&self, state: &State, round: usize, seat: Seat, out: &mut dyn Cells) {
        let record = &state.records[round];
        out.text(&record.letters[seat].to_string());
        out.text(&record.words[seat]);
        out.number(i64::from(record.gained[seat].0));
        out.number(i64::from(record.spent[seat].0));
        out.number(i64::from(record.points[seat].0));
        let places = Outcome::by_points(record.points.clone()).places;
        out.number(i64::from(places[seat]));
    }
}
