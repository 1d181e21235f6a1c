//! How a game of Marrakech is told and shown.

use crate::picture;
use crate::rules::{Colour, Event, Marrakech, Merchant, Phase, State, View};
use lettergame_base::{BySeat, Seat};
use lettergame_game::{BoardPicture, Game, Picture, Presented, SeatNames, SeatPicture};

/// The seat that lays a colour: seats take the colours in order; with two players, each takes two.
fn seat_of(colour: Colour, names: &SeatNames) -> Seat {
    Seat::new(colour as usize % names.seats()).unwrap_or(Seat::FIRST)
}

impl Presented for Marrakech {
    #[inline]
    fn kind(view: &View<'_>) -> &'static str {
        view.stage().phase().name()
    }

    /// Colours with the names of players; of other players' turns only what they pay to the players shown.
    fn announcement(&self, event: &Event, names: &SeatNames) -> String {
        if !event.colours().any(|colour| names.shows(seat_of(colour, names))) {
            return String::new();
        }
        event.text(&|colour| format!("{} ({colour})", &names[seat_of(colour, names)]))
    }

    /// The state string, shown before every turn.
    fn scene(&self, state: &State) -> Option<String> {
        (state.stage().phase() == Phase::Rotate).then(|| state.stage().position().to_string())
    }

    /// The board with the newest rug, and what each seat has.
    fn picture(&self, state: &State, events: &[Event]) -> Option<Picture> {
        let (stage, position) = (state.stage(), state.stage().position());
        let newest = events.iter().rev().find_map(|event| match event {
            Event::Placed { rug } => Some(rug.id),
            _ => None,
        });
        let board = BoardPicture {
            side: picture::BOARD_SIDE,
            ground: picture::ground(),
            pieces: picture::rugs(position.board(), newest) + &picture::figure(position.assam()),
        };
        let mover = events.first().and_then(|event| stage.owner(event.colours().next()?));
        let points = self.outcome(state).points;
        let seat_picture = |seat: Seat| {
            let (dirhams, squares) =
                (stage.purse(seat.index()).dirhams, stage.squares(seat.index()));
            let colours = position.merchants().iter().skip(seat.index()).step_by(stage.seats());
            let colour = colours.clone().next().map(|own| own.colour.name());
            let counted = |own: &Merchant| {
                let s = if own.rugs == 1 { "" } else { "s" };
                format!("{} {} rug{s}", own.rugs, own.colour)
            };
            let rugs: Vec<String> = colours.map(counted).collect();
            SeatPicture {
                colour,
                points: points[seat],
                tiles: Vec::new(),
                note: format!(
                    "{dirhams} dirhams, {squares} squares; in hand: {}",
                    rugs.join(" and ")
                ),
                is_lit: mover == Some(seat.index()),
            }
        };
        let seats = BySeat::from_fn(stage.seats(), seat_picture);
        Some(Picture { board: Some(board), shared: Vec::new(), seats })
    }
}
