//! The full state of a game of Scrabble.

use crate::board::{Board, Play, RACK, Rack};
use crate::rules::{Bag, Ending, Event, Move, Scrabble};
use lettergame_base::{BySeat, Points, Seat, Seed};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
    racks: BySeat<Rack>,
    bag: Bag,
    points: BySeat<Points>,
    to_move: Seat,
    /// Consecutive scoreless turns.
    scoreless: u8,
    over: bool,
    pub(super) tallies: BySeat<Tally>,
}

/// What one seat has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) turns: u32,
    pub(super) bingos: u32,
    pub(super) exchanges: u32,
    /// The points of plays, without the adjustment for tiles left.
    pub(super) played: i32,
}

/// The consecutive scoreless turns after a turn with this score.
#[inline]
#[must_use]
pub fn scoreless_after(before: u8, score: i32) -> u8 {
    if score == 0 { before.saturating_add(1) } else { 0 }
}

impl State {
    pub(super) fn deal(game: &Scrabble, deal: Seed) -> State {
        let distribution = game.layout().distribution();
        let mut bag = Bag::new(&distribution.all(), deal);
        let racks = BySeat::from_fn(2, |seat| {
            let mut rack = Rack::new(distribution);
            bag.fill(seat, &mut rack, RACK);
            rack
        });
        let board = Board::new(game.layout().clone());
        State::at(board, racks, bag, BySeat::filled(2, Points::ZERO), Seat::FIRST)
    }

    /// A game at this point. It is over if a player has no tiles and the bag is empty.
    ///
    /// # Panics
    /// If a rack holds more than seven tiles.
    #[must_use]
    pub fn at(
        board: Board,
        racks: BySeat<Rack>,
        bag: Bag,
        points: BySeat<Points>,
        to_move: Seat,
    ) -> State {
        assert!(racks.values().all(|rack| rack.len() <= RACK), "a rack holds at most {RACK} tiles");
        let over = bag.is_empty() && racks.values().any(Rack::is_empty);
        let tallies = BySeat::filled(2, Tally::default());
        State { board, racks, bag, points, to_move, scoreless: 0, over, tallies }
    }

    /// The same after this many consecutive scoreless turns, which may end the game.
    #[must_use]
    pub fn with_scoreless(self, game: &Scrabble, scoreless: u8) -> State {
        let over = self.over || scoreless >= game.rules().scoreless();
        State { scoreless, over, ..self }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The tiles of a seat.
    #[must_use]
    pub fn rack(&self, seat: Seat) -> &Rack {
        &self.racks[seat]
    }

    /// The bag.
    #[must_use]
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// The points of both players.
    #[must_use]
    pub fn points(&self) -> &BySeat<Points> {
        &self.points
    }

    /// The seat to move, `None` when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        (!self.over).then_some(self.to_move)
    }

    /// Consecutive scoreless turns.
    #[must_use]
    pub fn scoreless(&self) -> u8 {
        self.scoreless
    }

    /// Takes the turn of a seat; the move is checked already.
    pub(super) fn take_turn(&mut self, game: &Scrabble, choice: &Move, events: &mut Vec<Event>) {
        let seat = self.to_move;
        self.tallies[seat].turns += 1;
        let score = match choice {
            Move::Play(play) => {
                let score = self.board.points(play);
                self.play(game, seat, play, score);
                events.push(Event::Play {
                    seat,
                    play: *play,
                    score: Points(score),
                    points: self.points[seat],
                });
                score
            }
            Move::Exchange(tiles) => {
                self.exchange(seat, tiles);
                let points = self.points[seat];
                events.push(Event::Exchange { seat, tiles: tiles.len(), points });
                0
            }
            Move::Pass => {
                events.push(Event::Pass { seat, points: self.points[seat] });
                0
            }
        };
        self.scoreless = scoreless_after(self.scoreless, score);
        self.to_move = seat.opponent();
        self.end(game, seat, events);
    }

    fn play(&mut self, game: &Scrabble, seat: Seat, play: &Play, score: i32) {
        self.board.lay(game.lexicon(), play);
        self.points[seat] += Points(score);
        let tally = &mut self.tallies[seat];
        tally.played += score;
        tally.bingos += u32::from(play.count() == RACK);
        self.racks[seat] = play.kept(&self.racks[seat]);
        self.bag.fill(seat, &mut self.racks[seat], RACK);
    }

    fn exchange(&mut self, seat: Seat, tiles: &Rack) {
        self.tallies[seat].exchanges += 1;
        let size = self.racks[seat].len();
        self.racks[seat] = self.racks[seat].without(tiles);
        self.bag.fill(seat, &mut self.racks[seat], size);
        self.bag.put_back(tiles);
    }

    /// Ends the game if it is over: a player who goes out gets twice the value of the opponent's tiles; after
    /// too many scoreless turns each player loses their own.
    fn end(&mut self, game: &Scrabble, seat: Seat, events: &mut Vec<Event>) {
        let out = self.racks[seat].is_empty() && self.bag.is_empty();
        if !out && self.scoreless < game.rules().scoreless() {
            return;
        }
        self.over = true;
        let other = self.racks[seat.opponent()].points();
        let gained = BySeat::from_fn(2, |who| match (out, who == seat) {
            (true, true) => Points(2 * other),
            (true, false) => Points::ZERO,
            (false, _) => Points(-self.racks[who].points()),
        });
        for (who, gained) in gained.iter() {
            self.points[who] += *gained;
        }
        let why = if out { Ending::Out } else { Ending::Scoreless };
        let left = both(&self.racks);
        events.push(Event::End { why, left, gained: both(&gained), points: both(&self.points) });
    }
}

/// The values of the first and second seats.
fn both<T: Copy>(values: &BySeat<T>) -> [T; 2] {
    [values[Seat::FIRST], values[Seat::FIRST.opponent()]]
}
