//! Scrabble in numbers.
//!
//! Actions: as many places for plays as were chosen, most points first (ties by the order of answers of `analyse
//! scrabble`); then 127 places for exchanges, fewest tiles first; the last one is the pass. Plays beyond the
//! places have no action.

use std::sync::Arc;

use crate::board::{Distribution, Play, RACK, Rack, Square};
use crate::players::choosing::leave_value;
use crate::plays::{All, Generator, Leaves, Valuation};
use crate::rules::{Move, Scrabble, View};
use lettergame_game::{Actions, Encoder, Encoding, Feature};

/// Every non-empty choice of seven different tiles.
const EXCHANGES: usize = (1 << RACK) - 1;
const USUAL_PLAYS: usize = 512;
/// More points than a game can bring.
const MAX_POINTS: f32 = 10_000.0;
/// The numbers of a description before those of the leave.
const FIXED: usize = 7;

/// The encoding of Scrabble; see the module.
pub(crate) fn encoding(game: &Arc<Scrabble>) -> Arc<dyn Encoding<Scrabble>> {
    Arc::new(Numbers { game: Arc::clone(game) })
}

struct Numbers {
    game: Arc<Scrabble>,
}

impl Numbers {
    fn tiles(&self) -> &'static Distribution {
        self.game.distribution()
    }

    /// How many kinds of tiles there are, the blank included.
    fn kinds(&self) -> usize {
        self.tiles().kinds().count()
    }
}

impl Encoding<Scrabble> for Numbers {
    fn observation(&self) -> Vec<Feature> {
        let (kinds, total) = (self.kinds(), self.tiles().total() as f32);
        let most = self.tiles().kinds().map(|tile| self.tiles().count(tile)).max().unwrap_or(0);
        let letters = (kinds - 1) as f32;
        let squares = self.game.layout().side().pow(2);
        let points =
            |name, about| Feature::new(name, 1, [-MAX_POINTS, MAX_POINTS], about).unit(100.0);
        vec![
            Feature::new(
                "board",
                squares,
                [-letters, letters],
                "row by row: 0 empty, from 1 on a letter, negative for a blank that stands for it",
            )
            .unit(letters),
            Feature::new("rack", kinds, [0.0, RACK as f32], "tiles of the seat: letters, blanks"),
            Feature::new(
                "unseen",
                kinds,
                [0.0, most as f32],
                "tiles in the bag and on the other rack",
            )
            .unit(4.0),
            points("points", "the points of the seat"),
            points("other", "the points of the other seat"),
            Feature::new("bag", 1, [0.0, total], "tiles in the bag").unit(50.0),
            Feature::new("other_rack", 1, [0.0, RACK as f32], "tiles of the other seat").unit(7.0),
            Feature::new("scoreless", 1, [0.0, 255.0], "turns without points in a row").unit(6.0),
        ]
    }

    fn description(&self) -> Vec<Feature> {
        let rack = RACK as f32;
        let worth = |name, about| Feature::new(name, 1, [-1000.0, 1000.0], about).unit(20.0);
        let count = |name, about| Feature::new(name, 1, [0.0, rack], about).unit(rack);
        let flag = |name, about| Feature::new(name, 1, [0.0, 1.0], about);
        vec![
            Feature::new("points", 1, [0.0, MAX_POINTS], "points of the play").unit(20.0),
            worth("leave", "what `equity` adds for the tiles kept"),
            count("laid", "tiles laid"),
            count("blanks", "blanks among them"),
            flag("bingo", "1 if all seven tiles are laid"),
            flag("exchange", "1 for an exchange"),
            flag("pass", "1 for the pass"),
            Feature::new("kept", self.kinds(), [0.0, rack], "tiles kept: letters, then blanks"),
        ]
    }

    fn actions(&self, slots: usize) -> usize {
        slots + EXCHANGES + 1
    }

    fn usual_slots(&self) -> usize {
        USUAL_PLAYS
    }

    fn encoder(&self) -> Box<dyn Encoder<Scrabble>> {
        Box::new(Writer {
            generator: Generator::new(),
            plays: All::default(),
            description: vec![0.0; FIXED + self.kinds()],
        })
    }
}

struct Writer {
    generator: Generator,
    plays: All,
    /// That of the last action.
    description: Vec<f32>,
}

impl Encoder<Scrabble> for Writer {
    fn observe(&mut self, view: &View<'_>, out: &mut [f32]) {
        let board = view.board();
        let squares = board.side().pow(2);
        let (cells, rest) = out.split_at_mut(squares);
        for (number, square) in cells.iter_mut().zip(Square::all(board.side())) {
            let cell = board.cell(square);
            let letter = cell.place().map_or(0.0, |place| (place + 1) as f32);
            *number = if cell.is_blank() { -letter } else { letter };
        }
        let kinds = board.distribution().kinds().count();
        let (rack, rest) = rest.split_at_mut(kinds);
        count(view.rack(), rack);
        let (unseen, rest) = rest.split_at_mut(kinds);
        count(&view.unseen(), unseen);
        let points = view.points();
        let numbers = [
            points[view.seat()].0 as f32,
            points[view.seat().opponent()].0 as f32,
            view.bag() as f32,
            view.other_rack() as f32,
            f32::from(view.scoreless()),
        ];
        rest.copy_from_slice(&numbers);
    }

    /// Invalid plays are challenged, and valid ones accepted at the end of the game, without asking.
    fn automatic(&mut self, view: &View<'_>) -> Option<Move> {
        view.answer_to_play()
    }

    fn list(&mut self, view: &View<'_>, actions: &mut Actions<Move>) {
        view.plays(&mut self.generator, &mut self.plays);
        let (rack, slots) = (view.rack(), actions.slots());
        let plays = std::mem::take(&mut self.plays.0);
        for (action, ranked) in plays.iter().take(slots).enumerate() {
            if actions.is_described() {
                self.describe_play(view, &ranked.play, ranked.score);
            }
            actions.push(action, Move::Play(ranked.play), &self.description);
        }
        self.plays.0 = plays;
        for (place, tiles) in view.exchanges().into_iter().enumerate() {
            if actions.is_described() {
                self.describe(view, &rack.without(&tiles), 5);
            }
            actions.push(slots + place, Move::Exchange(tiles), &self.description);
        }
        if actions.is_described() {
            self.describe(view, rack, 6);
        }
        actions.push(slots + EXCHANGES, Move::Pass, &self.description);
    }
}

impl Writer {
    fn describe_play(&mut self, view: &View<'_>, play: &Play, score: i32) {
        let tiles = play.tiles();
        self.describe(view, &view.rack().without(&tiles), FIXED);
        self.description[0] = score as f32;
        self.description[2] = tiles.len() as f32;
        self.description[3] = tiles.blanks() as f32;
        self.description[4] = f32::from(u8::from(tiles.len() == RACK));
    }

    /// A move that keeps some tiles; `flag` is the place of the number that is 1.
    fn describe(&mut self, view: &View<'_>, kept: &Rack, flag: usize) {
        self.description.fill(0.0);
        let leaves = Leaves::usual(view.game().distribution());
        self.description[1] = leave_value(view, leaves).of_rack(kept).as_points();
        count(kept, &mut self.description[FIXED..]);
        if flag < FIXED {
            self.description[flag] = 1.0;
        }
    }
}

/// How many of each kind of tiles a rack has: the letters, then blanks.
fn count(rack: &Rack, out: &mut [f32]) {
    let blanks = out.len() - 1;
    for (tile, count) in rack.kinds() {
        out[tile.place().unwrap_or(blanks)] = count as f32;
    }
}
