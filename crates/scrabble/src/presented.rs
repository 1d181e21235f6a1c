//! How a game of Scrabble is told and shown.

use crate::board::{Rack, Tile};
use crate::picture;
use crate::rules::{Event, Scrabble, State, View};
use lettergame_base::{BySeat, Seat, TileScoring};
use lettergame_game::{
    BoardPicture, Picture, Presented, SeatNames, SeatPicture, TileLook, TilePicture,
};

impl Presented for Scrabble {
    #[inline]
    fn kind(_: &View<'_>) -> &'static str {
        "play"
    }

    #[inline]
    fn scoring(&self) -> Option<TileScoring> {
        let set = self.layout().distribution();
        let letters = set.kinds().filter(|tile| !tile.is_blank());
        let named = letters.map(|tile| (set.tile_name(tile).to_owned(), tile));
        Some(TileScoring {
            values: named.clone().map(|(name, tile)| (name, set.value(tile) as u32)).collect(),
            counts: named.map(|(name, tile)| (name, set.count(tile) as u8)).collect(),
            bonus: self.rules().bingo(),
        })
    }

    /// The racks, shown before every turn.
    fn scene(&self, state: &State) -> Option<String> {
        let seat = state.to_move()?;
        let other = state.rack(seat.opponent());
        let bag = state.bag().len();
        Some(format!(
            "seat {seat} holds {}, the other one {other}; {bag} in the bag",
            state.rack(seat)
        ))
    }

    /// The racks with names; a player sees only its own, before its turns.
    fn scene_for(&self, state: &State, names: &SeatNames) -> Option<String> {
        let seat = state.to_move().filter(|seat| names.shows(*seat))?;
        let other = seat.opponent();
        let own = format!("{} holds {}", &names[seat], state.rack(seat));
        let other = match names.shows(other) {
            true => format!(", {} {}", &names[other], state.rack(other)),
            false => String::new(),
        };
        Some(format!("{own}{other}; {} in the bag", state.bag().len()))
    }

    /// The board with the last play, and the racks.
    fn picture(&self, state: &State, events: &[Event]) -> Option<Picture> {
        let newest = events.iter().find_map(|event| match event {
            Event::Play { play, .. } => Some(play),
            _ => None,
        });
        let layout = self.layout();
        let board = BoardPicture {
            side: picture::side(layout),
            ground: picture::ground(layout),
            pieces: picture::pieces(&state.board().cells(), layout.distribution(), newest),
        };
        let seats = BySeat::from_fn(2, |seat| {
            let note = events.iter().find_map(|event| note(event, seat));
            SeatPicture {
                colour: None,
                points: state.points()[seat],
                tiles: tiles(state.rack(seat)),
                is_lit: note.is_some(),
                note: note.unwrap_or_default(),
            }
        });
        Some(Picture { board: Some(board), shared: Vec::new(), seats })
    }
}

fn tiles(rack: &Rack) -> Vec<TilePicture> {
    let set = rack.distribution();
    let tile = |tile: Tile| TilePicture {
        text: if tile.is_blank() { String::new() } else { set.tile_name(tile).to_owned() },
        value: (!tile.is_blank()).then(|| set.value(tile) as u32),
        look: TileLook::Plain,
    };
    rack.iter().map(tile).collect()
}

/// What a seat has done; nothing if it was the other one.
fn note(event: &Event, own: Seat) -> Option<String> {
    let (seat, note) = match event {
        Event::Play { seat, play, score, .. } => (seat, format!("{play} for {score}")),
        Event::Exchange { seat, tiles, .. } => (seat, format!("exchanges {tiles}")),
        Event::Pass { seat, .. } => (seat, "passes".to_owned()),
        Event::Challenge { seat, play, invalid, .. } => {
            let verdict = if invalid.is_empty() { "valid" } else { "taken back" };
            (seat, format!("challenges {play}: {verdict}"))
        }
        Event::End { .. } => return None,
    };
    (*seat == own).then_some(note)
}
