//! Marrakech as a [`Game`].

use serde_json::json;
use thiserror::Error;

use crate::rules::position::MAX_PLAYERS;
use crate::rules::{
    Colour, Event, MarrakechRules, Move, Phase, PlacementError, Rotation, Stage, State, View,
};
use lettergame_base::{BySeat, Points, Seat, SeatSet, Seed};
use lettergame_game::{
    Answer, Cells, Column, Enumerate, Fault, Game, Outcome, OwnCells, Recorded, Review, SeatsError,
    Turn, are_counts,
};

/// Marrakech with given rules, ready to play.
#[derive(Clone, Debug)]
pub struct Marrakech {
    rules: MarrakechRules,
}

/// Why a move is illegal now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A rug is to be laid.
    #[error("expected a placement, found a rotation")]
    NotRotating,
    /// Assam is to be rotated.
    #[error("expected a rotation, found a placement")]
    NotPlacing,
    /// A rug may not be laid there.
    #[error(transparent)]
    Placement(#[from] PlacementError),
}

impl Marrakech {
    /// The game with these rules.
    #[must_use]
    pub fn new(rules: MarrakechRules) -> Marrakech {
        Marrakech { rules }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &MarrakechRules {
        &self.rules
    }
}

impl Stage {
    /// Checks that the player to move may make this move now.
    ///
    /// # Errors
    /// [`IllegalMove`]: what is expected instead, or why no rug may be laid there.
    pub fn admits(&self, choice: Move) -> Result<(), IllegalMove> {
        match (self.phase(), choice) {
            (Phase::Over, _) => Err(IllegalMove::Over),
            (Phase::Rotate, Move::Rotate(_)) => Ok(()),
            (_, Move::Rotate(_)) => Err(IllegalMove::NotRotating),
            (Phase::Place, Move::Place(squares)) => Ok(self.check(squares)?),
            (_, Move::Place(_)) => Err(IllegalMove::NotPlacing),
        }
    }
}

/// Dirhams and visible squares of a seat.
fn total(state: &State, seat: usize) -> u32 {
    u32::from(state.stage.purse(seat).dirhams) + state.stage.squares(seat)
}

impl Game for Marrakech {
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;
    type Illegal = IllegalMove;

    #[inline]
    fn admit(&self, seats: usize) -> Result<(), SeatsError> {
        let two_colours = self.rules.colours == 2;
        let wanted = match seats {
            2 => return Ok(()),
            3..=MAX_PLAYERS if !two_colours => return Ok(()),
            _ if two_colours => "Marrakech with two colours each is for 2 players",
            _ => "Marrakech is for 2 to 4 players",
        };
        Err(SeatsError { seats, wanted: wanted.to_owned() })
    }

    #[inline]
    fn start(&self, seats: usize, deal: Seed) -> State {
        State::new(&self.rules, seats, deal)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match (state.stage.phase(), Seat::new(state.stage.seat())) {
            (Phase::Over, _) | (_, None) => Turn::Over,
            (_, Some(seat)) => Turn::Ask(SeatSet::one(seat)),
        }
    }

    #[inline]
    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View { state, seat }
    }

    #[inline]
    fn check(&self, state: &State, _seat: Seat, choice: Move) -> Result<Move, IllegalMove> {
        state.stage.admits(choice).map(|()| choice)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        text.parse().map_err(|error: <Move as std::str::FromStr>::Err| error.to_string())
    }

    fn move_from_json(&self, json: &str) -> serde_json::Result<Move> {
        serde_json::from_str(json)
    }

    /// A late move counts if it is legal; otherwise Assam keeps his facing, and a rug goes to the first legal
    /// placement.
    #[inline]
    fn fallback(&self, state: &State, seat: Seat, fault: &Fault<Move>) -> Move {
        if let Fault::Late(Some(late), _) = fault
            && let Ok(choice) = self.check(state, seat, *late)
        {
            return choice;
        }
        let first = state.stage.placements().next();
        first.map_or(Move::Rotate(Rotation::Ahead), Move::Place)
    }

    #[inline]
    fn apply(
        &self,
        state: &mut State,
        answers: &BySeat<Option<Answer<Move>>>,
        events: &mut Vec<Event>,
    ) {
        for answer in answers.values().flatten() {
            state.apply(*answer.choice, events);
        }
    }

    /// Points are dirhams plus visible squares. Players still in rank before those who went out (later is
    /// better), then by points, then by dirhams.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        let seats = state.stage.seats();
        let points = BySeat::from_fn(seats, |seat| Points(total(state, seat.index()) as i32));
        let keys = BySeat::from_fn(seats, |seat| {
            let purse = state.stage.purse(seat.index());
            let out_in = state.books[seat.index()].out_in;
            (purse.is_in, out_in, points[seat], purse.dirhams)
        });
        Outcome::by_keys(points, &keys)
    }
}

impl Enumerate for Marrakech {
    /// The rotations, or the placements.
    fn choices(view: &View<'_>) -> Vec<Move> {
        let stage = view.stage();
        match stage.phase() {
            Phase::Rotate => Rotation::ALL.into_iter().map(Move::Rotate).collect(),
            _ => stage.placements().map(Move::Place).collect(),
        }
    }
}

impl Recorded for Marrakech {
    fn columns() -> &'static [Column] {
        const {
            &[
                Column::long("dirhams", "money at the end; `score` is the sum of it and `squares`"),
                Column::long("squares", "visible squares at the end"),
                Column::long("paid", "dirhams paid to the others"),
                Column::long("received", "dirhams received from the others"),
                Column::long(
                    "eliminated",
                    "the turn in which the player went out, from 1; 0 if it did not",
                ),
            ]
        }
    }

    fn check_cells(row: &dyn OwnCells) -> Option<i64> {
        let (dirhams, squares) = (row.number(0)?, row.number(1)?);
        (are_counts(row, 5) && dirhams.checked_add(squares)? == row.points()).then_some(0)
    }

    fn place_key(row: &dyn OwnCells) -> [i64; 4] {
        let [dirhams, out_in] = [0, 4].map(|column| row.number(column).unwrap_or_default());
        [i64::from(out_in == 0), out_in, row.points(), dirhams]
    }

    /// What a turn cost its player and earned another player.
    fn review(
        &self,
        state: &State,
        _: &BySeat<Option<Answer<Move>>>,
        events: &[Event],
    ) -> Vec<Review> {
        let seat = |colour: Colour| Seat::new(state.stage.owner(colour)?);
        let payment = |from: Seat, to: Seat, paid: u16| {
            let review = |seat: Seat, facts, what| Review {
                seat,
                lines: Vec::new(),
                facts,
                totals: vec![(what, i64::from(paid))],
            };
            [
                review(from, json!({ "paid": paid, "to": to }), "dirhams paid"),
                review(to, json!({ "received": paid, "from": from }), "dirhams received"),
            ]
        };
        let payments = events.iter().filter_map(|event| match event {
            Event::Paid { colour, to, paid, .. } => {
                Some(payment(seat(*colour)?, seat(*to)?, *paid))
            }
            _ => None,
        });
        payments.flatten().collect()
    }

    fn cells(&self, state: &State, seat: Seat, cells: &mut dyn Cells) {
        let book = state.books[seat.index()];
        cells.number(i64::from(state.stage.purse(seat.index()).dirhams));
        cells.number(i64::from(state.stage.squares(seat.index())));
        cells.number(i64::from(book.paid));
        cells.number(i64::from(book.received));
        cells.number(i64::from(book.out_in));
    }
}
