//! The contract of every game and every player, and the table where moves are applied.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! A game is immutable rules and a state; a player decides for one seat, from what that seat may know:
//!
//! ```
//! use std::sync::Arc;
//!
//! use lettergame_base::{BySeat, Points, Seat, SeatSet, Seed};
//! use lettergame_game::{Answer, Fault, Game, Outcome, SeatsError, Table, Turn};
//!
//! /// Two seats add 1, 2 or 3 in turn; whoever reaches ten wins.
//! struct Race;
//!
//! #[derive(Clone)]
//! struct State {
//!     total: u32,
//!     last: Seat,
//! }
//!
//! impl Game for Race {
//!     type State = State;
//!     type View<'a> = u32;
//!     type Move = u32;
//!     type Event = u32;
//!     type Illegal = std::fmt::Error;
//!
//!     fn admit(&self, seats: usize) -> Result<(), SeatsError> {
//!         let wanted = "2 players".to_owned();
//!         if seats == 2 { Ok(()) } else { Err(SeatsError { seats, wanted }) }
//!     }
//!     fn start(&self, _seats: usize, _deal: Seed) -> State {
//!         State { total: 0, last: Seat::FIRST.opponent() }
//!     }
//!     fn turn(&self, state: &State) -> Turn {
//!         match state.total {
//!             10.. => Turn::Over,
//!             _ => Turn::Ask(SeatSet::one(state.last.opponent())),
//!         }
//!     }
//!     fn view<'a>(&'a self, state: &'a State, _seat: Seat) -> u32 {
//!         state.total
//!     }
//!     fn check(&self, _state: &State, _seat: Seat, choice: u32) -> Result<u32, std::fmt::Error> {
//!         if (1..=3).contains(&choice) { Ok(choice) } else { Err(std::fmt::Error) }
//!     }
//!     fn read_move(&self, text: &str) -> Result<u32, String> {
//!         text.parse().map_err(|error| format!("{error}"))
//!     }
//!     fn move_from_json(&self, json: &str) -> serde_json::Result<u32> {
//!         serde_json::from_str(json)
//!     }
//!     fn fallback(&self, _state: &State, _seat: Seat, _fault: &Fault<u32>) -> u32 {
//!         1
//!     }
//!     fn apply(
//!         &self,
//!         state: &mut State,
//!         answers: &BySeat<Option<Answer<u32>>>,
//!         events: &mut Vec<u32>,
//!     ) {
//!         for (seat, answer) in answers.iter() {
//!             if let Some(answer) = answer {
//!                 *state = State { total: state.total + *answer.choice, last: seat };
//!             }
//!         }
//!         events.push(state.total);
//!     }
//!     fn outcome(&self, state: &State) -> Outcome {
//!         let has_won = |seat| state.total >= 10 && seat == state.last;
//!         Outcome::by_points(BySeat::from_fn(2, |seat| Points(i32::from(has_won(seat)))))
//!     }
//! }
//!
//! let mut table = Table::new(Arc::new(Race), 2, Seed(7))?;
//! while table.turn() != Turn::Over {
//!     table.step(|_seat, total| Ok(((10 - total) % 4).max(1)));
//! }
//! assert_eq!(table.outcome().places[Seat::FIRST], 1);
//! # Ok::<(), SeatsError>(())
//! ```
//!
//! | | |
//! | --- | --- |
//! | [`Game`], [`Player`], [`Strategy`] | the rules, who decides for one seat of one game, who makes such players |
//! | [`Table`] | binds a state to its rules; the only place where a move is applied |
//! | [`Session`] | plays a table to the end with its occupants: players, or seats that decide outside |
//! | [`Fault`], [`FaultKind`] | why a decision failed; the game's fallback replaces it |
//! | [`Presented`], [`Picture`], [`Review`] | how a game is told, drawn and judged |
//! | [`Recorded`], [`Column`] | a game whose results are rows |
//! | [`Enumerate`], [`Encoding`] | a game whose legal moves can be listed; which programs that learn get as numbers |
//! | [`Rules`], [`Roster`], [`Settings`], [`Param`] | rules and strategies that are named and configured as text, in the same way for all games |
//! | [`Configurable`] | a game that a config can name |

mod answer;
mod column;
mod configurable;
mod console;
mod contract;
mod encoding;
mod enumerate;
#[macro_use]
mod parameters;
mod picture;
mod presented;
mod recorded;
mod review;
mod roster;
mod rules;
mod seat_names;
mod session;
mod settings;
mod table;

pub use answer::{Answer, Checked, Fault, FaultKind, Offence};
pub use column::{CellKind, Column};
pub use configurable::{Configurable, GameInfo, Shortcut, Trial};
pub use console::Console;
pub use contract::{Game, Outcome, Player, SeatsError, Strategy, Turn};
pub use encoding::{Actions, Encoder, Encoding, Feature, MakeEncoding};
pub use enumerate::{Choices, Enumerate};
pub use parameters::{
    CONTENT_RULES, FILE_PARAMETERS, Field, Param, Parameter, ParameterRange, SHIPPED, is_content,
};
pub use picture::{BoardPicture, Picture, SeatPicture, TileLook, TilePicture};
pub use presented::Presented;
pub use recorded::{Cells, FindShape, OwnCells, Recorded, RowShape, are_counts};
pub use review::Review;
pub use roster::{Listing, Roster, RosterError, Tunable, per_seat};
pub use rules::{Preset, Rules};
pub use seat_names::{SeatNames, wrapped};
pub use session::{Occupant, Session, Step};
pub use settings::{SettingError, Settings};
pub use table::Table;
