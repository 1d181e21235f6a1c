//! What one player may know: the board, the points, its own rack, and the numbers of tiles elsewhere.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::board::{Board, Play, Rack};
use crate::plays::{All, Generator, Points as ByPoints};
use crate::rules::{Move, Scrabble, State};
use lettergame_base::{BySeat, Points, Seat};

/// A game from one seat.
///
/// As JSON: `seat`, `board` (a line for each row: `.` empty, lower case a blank, a letter of several characters in brackets), `rack`,
/// `points` (of both seats), `bag` (how many tiles), `other_rack` (how many tiles), `unseen` (the tiles
/// in the bag and on the other rack together), `scoreless` (turns without points in a row), `challenge`
/// (whether the other's last play may be challenged), `closing` (whether it ends the game unless it is).
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Scrabble,
    state: &'a State,
    seat: Seat,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Scrabble, state: &'a State, seat: Seat) -> View<'a> {
        View { game, state, seat }
    }

    /// The rules and the lexicon.
    #[must_use]
    pub fn game(&self) -> &'a Scrabble {
        self.game
    }

    /// The player's own seat.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.state.board()
    }

    /// The player's own tiles; after a play that may be challenged, those kept, as the new ones are seen later.
    #[must_use]
    pub fn rack(&self) -> &'a Rack {
        self.state.seen_rack(self.seat)
    }

    /// The points of both players.
    #[must_use]
    pub fn points(&self) -> &'a BySeat<Points> {
        self.state.points()
    }

    /// The player's lead in points.
    #[must_use]
    pub fn lead(&self) -> i32 {
        let points = self.points();
        points[self.seat].0 - points[self.seat.opponent()].0
    }

    /// The number of tiles in the bag.
    #[must_use]
    pub fn bag(&self) -> usize {
        self.state.bag().len()
    }

    /// The number of tiles on the other rack.
    #[must_use]
    pub fn other_rack(&self) -> usize {
        self.state.rack(self.seat.opponent()).len()
    }

    /// The tiles in the bag and on the other rack together.
    #[must_use]
    pub fn unseen(&self) -> Rack {
        self.board().unseen(self.rack())
    }

    /// Puts all legal plays into `plays`, most points first.
    pub(crate) fn plays(&self, generator: &mut Generator, plays: &mut All) {
        plays.0.clear();
        generator.search(self.game.lexicon(), self.board(), self.rack(), &ByPoints, plays);
        plays.sort();
    }

    /// Whether tiles may be exchanged now.
    #[must_use]
    pub fn may_exchange(&self) -> bool {
        self.game.may_exchange(self.bag(), 1)
    }

    /// The tiles that may be exchanged now, each multiset once: fewest tiles first, then by text.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Rack> {
        if !self.may_exchange() {
            return Vec::new();
        }
        let tiles: Vec<_> = self.rack().iter().collect();
        let subset = |bits: u32| {
            let chosen = tiles.iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1);
            Rack::of(self.board().distribution(), chosen.map(|(_, &tile)| tile))
        };
        let fits = |rack: &Rack| rack.len() <= self.bag();
        let mut racks: Vec<Rack> = (1..1 << tiles.len()).map(subset).filter(fits).collect();
        racks.sort_by_cached_key(|rack| (rack.len(), rack.to_string()));
        racks.dedup();
        racks
    }

    /// The other player's last play, if it may be challenged now.
    #[must_use]
    pub fn contested(&self) -> Option<&'a Play> {
        self.state.contested()
    }

    /// Whether the other player's last play ends the game unless it is challenged: then a pass accepts it.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.state.is_closing(self.game)
    }

    /// The answer to the other player's last play that needs no thought: a challenge if it has an invalid word, a pass if
    /// it is valid and ends the game.
    #[must_use]
    pub fn answer_to_play(&self) -> Option<Move> {
        let invalid = self.state.invalid_words(self.game)?;
        match invalid.is_empty() {
            false => Some(Move::Challenge),
            true => self.is_closing().then_some(Move::Pass),
        }
    }

    /// Consecutive scoreless turns.
    #[must_use]
    pub fn scoreless(&self) -> u8 {
        self.state.scoreless()
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("View", 10)?;
        fields.serialize_field("seat", &self.seat)?;
        fields.serialize_field("board", &self.board().rows())?;
        fields.serialize_field("rack", self.rack())?;
        fields.serialize_field("points", self.points())?;
        fields.serialize_field("bag", &self.bag())?;
        fields.serialize_field("other_rack", &self.other_rack())?;
        fields.serialize_field("unseen", &self.unseen())?;
        fields.serialize_field("scoreless", &self.scoreless())?;
        fields.serialize_field("challenge", &self.contested().is_some())?;
        fields.serialize_field("closing", &self.is_closing())?;
        fields.end()
    }
}
