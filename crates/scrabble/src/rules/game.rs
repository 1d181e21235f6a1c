//! The rules as a [`Game`].

use serde_json::json;
use thiserror::Error;

use crate::board::{IllegalPlay, RACK, Rack};
use crate::plays::{All, Generator, Points};
use crate::rules::{ChallengeRule, Event, Move, Scrabble, State, View};
use lettergame_base::{BySeat, Seat, SeatSet, Seed};
use lettergame_game::{
    Answer, Cells, Column, Enumerate, Fault, Game, Outcome, OwnCells, Recorded, Review, SeatsError,
    Turn, are_counts,
};

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// An illegal play.
    #[error(transparent)]
    Play(#[from] IllegalPlay),
    /// Tiles that the seat does not have.
    #[error("the move needs {wanted}, the rack is {rack}")]
    Rack {
        /// The tiles the move needs.
        wanted: Box<Rack>,
        /// The tiles of the seat.
        rack: Box<Rack>,
    },
    /// Too few tiles in the bag for an exchange.
    #[error("an exchange needs at least {wanted} tiles in the bag, which has {bag}")]
    Exchange {
        /// How many are needed.
        wanted: usize,
        /// How many there are.
        bag: usize,
    },
    /// An exchange of no tiles.
    #[error("an exchange needs at least one tile; to do nothing, pass")]
    Nothing,
    /// A challenge where there is nothing to challenge.
    #[error("there is no play to challenge: {0}")]
    Challenge(&'static str),
    /// Another move than a challenge or a pass after the last play of the game.
    #[error("the other player's play ends the game: challenge it, or pass")]
    Closing,
    /// An exchange of more tiles than the bag holds.
    #[error("cannot exchange {wanted} tiles: the bag has {bag}")]
    TooMany {
        /// The number of tiles to be exchanged.
        wanted: usize,
        /// The number of tiles in the bag.
        bag: usize,
    },
}

impl Scrabble {
    fn check_exchange(&self, state: &State, tiles: &Rack) -> Result<(), IllegalMove> {
        let (wanted, bag) = (self.rules.exchange(), state.bag().len());
        if tiles.is_empty() {
            return Err(IllegalMove::Nothing);
        }
        if bag < wanted {
            return Err(IllegalMove::Exchange { wanted, bag });
        }
        if tiles.len() > bag {
            return Err(IllegalMove::TooMany { wanted: tiles.len(), bag });
        }
        Ok(())
    }
}

fn check_rack(rack: &Rack, wanted: &Rack) -> Result<(), IllegalMove> {
    if rack.minus(wanted).is_some() {
        return Ok(());
    }
    Err(IllegalMove::Rack { wanted: Box::new(*wanted), rack: Box::new(*rack) })
}

impl Game for Scrabble {
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;
    type Illegal = IllegalMove;

    #[inline]
    fn admit(&self, seats: usize) -> Result<(), SeatsError> {
        if seats == 2 {
            return Ok(());
        }
        Err(SeatsError { seats, wanted: "Scrabble is for 2 players".to_owned() })
    }

    #[inline]
    fn start(&self, _: usize, deal: Seed) -> State {
        State::deal(self, deal)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.to_move().map_or(Turn::Over, |seat| Turn::Ask(SeatSet::one(seat)))
    }

    #[inline]
    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View::new(self, state, seat)
    }

    #[inline]
    fn check(&self, state: &State, seat: Seat, choice: Move) -> Result<Move, IllegalMove> {
        match choice {
            Move::Challenge if state.contested().is_some() => Ok(choice),
            Move::Challenge => Err(IllegalMove::Challenge(match self.rules.challenge() {
                ChallengeRule::Void => "by these rules a play with an invalid word is illegal",
                _ => "the last turn was not a play of the other player",
            })),
            Move::Pass => Ok(Move::Pass),
            Move::Exchange(_) | Move::Play(_) if state.is_closing(self) => {
                Err(IllegalMove::Closing)
            }
            Move::Exchange(tiles) => {
                self.check_exchange(state, &tiles)?;
                check_rack(state.rack(seat), &tiles)?;
                Ok(choice)
            }
            Move::Play(play) => {
                let play = state.board().read(&play)?;
                check_rack(state.rack(seat), &play.tiles())?;
                match self.rules.challenge() {
                    ChallengeRule::Void => state.board().score(&self.lexicon, &play).map(|_| ())?,
                    _ => state.board().check_place(&play)?,
                }
                Ok(Move::Play(play))
            }
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        Move::read(self.layout.distribution(), text).map_err(|error| error.to_string())
    }

    fn move_from_json(&self, json: &str) -> serde_json::Result<Move> {
        Move::from_json(self.layout.distribution(), json)
    }

    /// A late move counts if it is legal; otherwise the seat passes.
    fn fallback(&self, state: &State, seat: Seat, fault: &Fault<Move>) -> Move {
        match fault {
            Fault::Late(Some(late), _) => self.check(state, seat, *late).unwrap_or(Move::Pass),
            _ => Move::Pass,
        }
    }

    #[inline]
    fn apply(
        &self,
        state: &mut State,
        answers: &BySeat<Option<Answer<Move>>>,
        events: &mut Vec<Event>,
    ) {
        let answer = state.to_move().and_then(|seat| answers[seat].as_ref());
        if let Some(answer) = answer {
            state.take_turn(self, &answer.choice, events);
        }
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_points(state.points().clone())
    }
}

impl Enumerate for Scrabble {
    /// Plays of valid words, highest score first, then exchanges, fewest tiles first, then the pass and the challenge.
    fn choices(view: &View<'_>) -> Vec<Move> {
        let challenge = view.contested().map(|_| Move::Challenge);
        if view.is_closing() {
            return [Move::Pass].into_iter().chain(challenge).collect();
        }
        let mut plays = All::default();
        view.plays(&mut Generator::new(), &mut plays);
        let plays = plays.0.iter().map(|ranked| Move::Play(ranked.play));
        let exchanges = view.exchanges().into_iter().map(Move::Exchange);
        plays.chain(exchanges).chain([Move::Pass]).chain(challenge).collect()
    }
}

impl Recorded for Scrabble {
    fn columns() -> &'static [Column] {
        const {
            &[
                Column::long("turns", "turns taken"),
                Column::long("bingos", "plays of seven tiles"),
                Column::long("exchanges", "turns in which tiles were exchanged"),
                Column::fixed(
                    "score_per_turn",
                    2,
                    "points of plays a turn, without those for tiles left",
                ),
                Column::long("tiles_left", "tiles left at the end"),
            ]
        }
    }

    fn check_cells(row: &dyn OwnCells) -> Option<i64> {
        let (turns, bingos, exchanges) = (row.number(0)?, row.number(1)?, row.number(2)?);
        let is_exact = |value: &f64| *value >= 0.0 && format!("{value:.2}").parse() == Ok(*value);
        row.real(3).filter(is_exact)?;
        let left = row.number(4).filter(|left| (0..=RACK as i64).contains(left));
        (are_counts(row, 3) && bingos.checked_add(exchanges)? <= turns && left.is_some())
            .then_some(0)
    }

    /// The best play by score beside the move made, and the difference in points.
    fn review_move(&self, state: &State, seat: Seat, choice: &Move) -> Option<Review> {
        if *choice == Move::Challenge || state.is_closing(self) {
            return None;
        }
        let (board, rack) = (state.board(), state.rack(seat));
        let best = Generator::new().best(self.lexicon(), board, rack, &Points);
        let score = match choice {
            Move::Play(play) => board.points(play),
            Move::Exchange(_) | Move::Pass | Move::Challenge => 0,
        };
        let possible = best.map_or(0, |best| best.score);
        let left = (possible - score).max(0);
        let line = best.filter(|_| left > 0).map(|best| {
            format!("seat {seat}: best play by score {} for {possible}, {left} more", best.play)
        });
        let best = best.map(|best| json!({ "play": best.play.to_string(), "score": best.score }));
        let facts = json!({ "score": score, "best": best, "left": left });
        let totals = vec![("points below the best plays by score", i64::from(left))];
        Some(Review { seat, lines: line.into_iter().collect(), facts, totals })
    }

    fn cells(&self, state: &State, seat: Seat, cells: &mut dyn Cells) {
        let tally = &state.tallies[seat];
        let per_turn = f64::from(tally.played) / f64::from(tally.turns.max(1));
        cells.number(i64::from(tally.turns));
        cells.number(i64::from(tally.bingos));
        cells.number(i64::from(tally.exchanges));
        cells.real(per_turn);
        cells.number(state.rack(seat).len() as i64);
    }
}
