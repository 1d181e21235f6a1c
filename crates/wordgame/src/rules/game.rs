//! The wordgame as a [`Game`].

use compact_str::CompactString;
use serde_json::json;
use thiserror::Error;

use crate::rules::hand::WILDCARD;
use crate::rules::picture::picture;
use crate::rules::scoring;
use crate::rules::state::Phase;
use crate::rules::{Event, Move, Prompt, Rejected, State, View, Wordgame};
use lettergame_base::{BySeat, MAX_SEATS, Points, Seat, Seed, TileScoring};
use lettergame_game::{
    Answer, Cells, Column, Enumerate, Fault, Game, Outcome, OwnCells, Picture, Presented, Recorded,
    Review, SeatsError, Turn, are_counts,
};
use lettergame_words::{Letter, TileSet};

/// Maximum length of a recorded word in characters: more than a hand has letters.
const LONGEST_RECORDED: usize = 64;

/// A move that is not possible now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The word is invalid and would burn nothing.
    #[error(transparent)]
    Word(#[from] Rejected),
    /// The question is whether to replay the hand.
    #[error("the hand has ended: expected replay or stop")]
    HandEnded,
    /// The hand is not finished.
    #[error("a hand can be replayed only after it has ended")]
    HandGoesOn,
    /// No substitution is left, or the hand has begun, or does not contain the letter.
    #[error("{0} cannot be substituted: {1}")]
    Substitution(char, &'static str),
}

impl Wordgame {
    fn check_substitution(
        &self,
        state: &State,
        seat: Seat,
        letter: Letter,
    ) -> Result<(), IllegalMove> {
        let own = &state.seats[seat];
        let lower = letter.to_char().to_ascii_lowercase();
        let reason = if own.substitutions == 0 {
            "no substitutions are left"
        } else if !own.play.is_fresh() {
            "the hand has begun"
        } else if !own.play.now().tiles().any(|tile| tile == lower) {
            "it is not in the hand"
        } else {
            return Ok(());
        };
        Err(IllegalMove::Substitution(lower, reason))
    }
}

/// The word in lower case, with anything but letters and the wildcard replaced by `_`, cut to 64
/// characters.
fn for_the_record(word: &str) -> CompactString {
    let plain = |c: char| match c.to_ascii_lowercase() {
        c if c.is_ascii_alphabetic() || c == WILDCARD => c,
        _ => '_',
    };
    word.chars().take(LONGEST_RECORDED).map(plain).collect()
}

impl Game for Wordgame {
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;
    type Illegal = IllegalMove;

    #[inline]
    fn admit(&self, seats: usize) -> Result<(), SeatsError> {
        if (1..=MAX_SEATS).contains(&seats) {
            return Ok(());
        }
        Err(SeatsError { seats, wanted: format!("the wordgame is for 1 to {MAX_SEATS} players") })
    }

    #[inline]
    fn start(&self, seats: usize, deal: Seed) -> State {
        State::new(&self.rules, seats, deal)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        let asked = state.asked();
        if asked.is_empty() { Turn::Over } else { Turn::Ask(asked) }
    }

    #[inline]
    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View { game: self, state, seat }
    }

    #[inline]
    fn check(&self, state: &State, seat: Seat, choice: Move) -> Result<Move, IllegalMove> {
        let own = &state.seats[seat];
        match (own.phase, &choice) {
            (Phase::Words, Move::Word(word)) => {
                self.check_word(own.play.now(), word)?;
                return Ok(Move::Word(for_the_record(word)));
            }
            (Phase::Words, Move::Substitute(letter)) => {
                self.check_substitution(state, seat, *letter)?;
            }
            (Phase::Words, Move::Replay) => return Err(IllegalMove::HandGoesOn),
            (_, Move::Stop) | (Phase::Again, Move::Replay) => {}
            _ => return Err(IllegalMove::HandEnded),
        }
        Ok(choice)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        text.parse().map_err(|error: <Move as std::str::FromStr>::Err| error.to_string())
    }

    fn move_from_json(&self, json: &str) -> serde_json::Result<Move> {
        serde_json::from_str(json)
    }

    /// A late move counts if it is legal; otherwise the hand ends.
    fn fallback(&self, state: &State, seat: Seat, fault: &Fault<Move>) -> Move {
        match fault {
            Fault::Late(Some(late), _) => {
                self.check(state, seat, late.clone()).unwrap_or(Move::Stop)
            }
            _ => Move::Stop,
        }
    }

    #[inline]
    fn apply(
        &self,
        state: &mut State,
        answers: &BySeat<Option<Answer<Move>>>,
        events: &mut Vec<Event>,
    ) {
        for (seat, answer) in answers.iter() {
            if let Some(answer) = answer {
                state.apply(self, seat, &answer.choice);
            }
        }
        state.go_on(&self.rules, events);
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_points(state.points())
    }
}

impl Presented for Wordgame {
    #[inline]
    fn kind(view: &View<'_>) -> &'static str {
        view.asked().name()
    }

    #[inline]
    fn scoring(&self) -> Option<TileScoring> {
        Some(TileSet::SCRABBLE_98.scoring(scoring::WHOLE_HAND))
    }

    /// The hand, if it was just dealt.
    fn scene(&self, state: &State) -> Option<String> {
        let fresh = state.seats.values().all(|seat| seat.play.is_fresh());
        let first = state.seats.values().next().filter(|_| fresh)?;
        Some(format!("hand {}: {}", state.hand + 1, first.play.dealt().spaced()))
    }

    fn picture(&self, state: &State, events: &[Event]) -> Option<Picture> {
        Some(picture(state, events))
    }
}

impl Enumerate for Wordgame {
    /// Words of the hand, by descending points and then alphabetically, the stop, then the letters that may
    /// be substituted; or the replay and the stop. Words that would burn letters are not listed.
    fn choices(view: &View<'_>) -> Vec<Move> {
        if view.asked() == Prompt::Again {
            let replay = (view.replays() > 0).then_some(Move::Replay);
            return replay.into_iter().chain([Move::Stop]).collect();
        }
        let substitutions = view.substitutes().into_iter().map(Move::Substitute);
        let words = view.words().into_iter().map(|word| Move::Word(word.into()));
        words.chain([Move::Stop]).chain(substitutions).collect()
    }
}

impl Recorded for Wordgame {
    fn columns() -> &'static [Column] {
        const {
            &[
                Column::long("words", "words played"),
                Column::long("letters_left", "letters not used"),
            ]
        }
    }

    fn check_cells(row: &dyn OwnCells) -> Option<i64> {
        are_counts(row, 2).then_some(0)
    }

    fn cells(&self, state: &State, seat: Seat, cells: &mut dyn Cells) {
        let words: usize = state.records.iter().map(|record| record.words[seat].len()).sum();
        let left: usize = state.records.iter().map(|record| record.left[seat]).sum();
        cells.number(words as i64);
        cells.number(left as i64);
    }

    fn round_columns() -> &'static [Column] {
        const {
            &[
                Column::text("dealt", "the hand"),
                Column::text("words", "the words played, with spaces between"),
                Column::long("points_gained", "points of the hand"),
                Column::long("letters_left", "letters of the hand not used"),
                Column::long("score", "points after the hand"),
                Column::long("rank", "the place after the hand; equal scores share the better one"),
            ]
        }
    }

    /// Compares the move with the highest-scoring word from the letters held. Points of several words are not
    /// added up: a word with fewer points may leave better letters.
    fn review_move(&self, state: &State, seat: Seat, choice: &Move) -> Option<Review> {
        let view = self.view(state, seat);
        let word = match choice {
            Move::Word(word) => word.as_str(),
            Move::Stop if view.asked() == Prompt::Word => "",
            _ => return None,
        };
        let held = view.play().now();
        let points = |word: &str| self.rules().word_points(word, held.len());
        let best = view.words().into_iter().next()?;
        let (earned, possible) = match self.valid(held, word) {
            Ok(_) => (points(word), points(&best)),
            Err(_) => (Points::ZERO, points(&best)),
        };
        let left = (possible - earned).max(Points::ZERO);
        let done =
            if word.is_empty() { "stops with".to_owned() } else { format!("{word} {earned} from") };
        let line = (left > Points::ZERO)
            .then(|| format!("seat {seat}: {done} {held}; best word {best} {possible}"));
        let facts = json!({
            "letters": held,
            "word": word,
            "points": earned,
            "best": { "word": best, "points": possible },
            "left": left,
        });
        Some(Review { seat, lines: line.into_iter().collect(), facts, totals: Vec::new() })
    }

    #[inline]
    fn rounds_done(&self, state: &State) -> usize {
        state.records.len()
    }

    fn round_cells(&self, state: &State, round: usize, seat: Seat, out: &mut dyn Cells) {
        let record = &state.records[round];
        let words: Vec<&str> = record.words[seat].iter().map(|played| &*played.word).collect();
        let outcome = Outcome::by_points(state.points_after(round + 1));
        out.text(&record.dealt.to_string());
        out.text(&words.join(" "));
        out.number(i64::from(record.earned[seat].0));
        out.number(record.left[seat] as i64);
        out.number(i64::from(outcome.points[seat].0));
        out.number(i64::from(outcome.places[seat]));
    }
}
