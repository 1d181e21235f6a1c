//! The full state of a game of Scrabble.

use crate::board::{Board, Play, RACK, Rack};
use crate::rules::{Bag, ChallengeRule, Ending, Event, Move, Scrabble};
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
    /// The last turn, if it was a play that may be challenged.
    contested: Option<Box<Contested>>,
    pub(super) tallies: BySeat<Tally>,
}

/// A play that may be challenged.
#[derive(Clone, Debug)]
struct Contested {
    play: Play,
    /// The tiles that its player kept. New ones are drawn at once, but nobody looks at them before it stands.
    kept: Rack,
    /// The state before it.
    before: State,
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
        State { board, racks, bag, points, to_move, scoreless: 0, over, contested: None, tallies }
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

    /// The opponent's last play, if it may be challenged now.
    #[must_use]
    pub fn contested(&self) -> Option<&Play> {
        Some(&self.contested.as_ref()?.play)
    }

    /// The tiles of a seat that its player has seen.
    pub(super) fn seen_rack(&self, seat: Seat) -> &Rack {
        let contested = self.contested.as_ref().filter(|_| seat != self.to_move);
        contested.map_or(&self.racks[seat], |contested| &contested.kept)
    }

    /// Whether the game ends unless the last play is challenged.
    #[must_use]
    pub fn is_closing(&self, game: &Scrabble) -> bool {
        self.contested.is_some() && self.ending(game).is_some()
    }

    /// The words of the last play that are not in the word list, if it may be challenged now.
    pub(super) fn invalid_words(&self, game: &Scrabble) -> Option<Vec<String>> {
        let Contested { play, before, .. } = self.contested.as_deref()?;
        Some(before.board.invalid_words(game.lexicon(), play))
    }

    /// Takes the turn of a seat; the move is checked already.
    pub(super) fn take_turn(&mut self, game: &Scrabble, choice: &Move, events: &mut Vec<Event>) {
        let seat = self.to_move;
        if *choice == Move::Challenge {
            return self.challenge(game, events);
        }
        if self.is_closing(game) {
            return self.finish(game, events);
        }
        self.contested = None;
        let before = match choice {
            Move::Play(play) if game.rules().challenge() != ChallengeRule::Void => {
                let kept = play.kept(&self.racks[seat]);
                Some(Box::new(Contested { play: *play, kept, before: self.clone() }))
            }
            _ => None,
        };
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
            Move::Challenge => 0,
        };
        self.scoreless = scoreless_after(self.scoreless, score);
        self.to_move = seat.opponent();
        self.contested = before;
        if self.contested.is_none() {
            self.finish(game, events);
        }
    }

    /// Judges the last play. If it is invalid, its player has lost the turn; otherwise the challenger may have to pay.
    fn challenge(&mut self, game: &Scrabble, events: &mut Vec<Event>) {
        let Some(contested) = self.contested.take() else { return };
        let Contested { play, before, .. } = *contested;
        let (seat, rule) = (self.to_move, game.rules().challenge());
        let opponent = seat.opponent();
        let invalid = before.board.invalid_words(game.lexicon(), &play);
        let (gained, lost_turn) = if invalid.is_empty() {
            self.points[opponent] += Points(rule.bonus());
            let pays = rule == ChallengeRule::Double && self.ending(game).is_none();
            (rule.bonus(), pays.then_some(seat))
        } else {
            let score = self.points[opponent].0 - before.points[opponent].0;
            *self = before;
            (-score, Some(opponent))
        };
        if let Some(loser) = lost_turn {
            self.tallies[loser].turns += 1;
            self.scoreless = scoreless_after(self.scoreless, 0);
            self.to_move = loser.opponent();
        }
        let points = both(&self.points);
        let gained = BySeat::from_fn(2, |who| Points(if who == opponent { gained } else { 0 }));
        let gained = both(&gained);
        events.push(Event::Challenge { seat, play, invalid, lost_turn, gained, points });
        self.finish(game, events);
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

    /// How the game ends here, unless the last play is taken back.
    fn ending(&self, game: &Scrabble) -> Option<Ending> {
        if self.bag.is_empty() && self.racks.values().any(Rack::is_empty) {
            return Some(Ending::Out);
        }
        (self.scoreless >= game.rules().scoreless()).then_some(Ending::Scoreless)
    }

    /// Ends the game if it is over: a player who goes out gets twice the value of the opponent's tiles; after
    /// too many scoreless turns each player loses their own.
    fn finish(&mut self, game: &Scrabble, events: &mut Vec<Event>) {
        let Some(why) = self.ending(game) else { return };
        self.over = true;
        self.contested = None;
        let gained = BySeat::from_fn(2, |seat| match why {
            Ending::Out if self.racks[seat].is_empty() => {
                Points(2 * self.racks[seat.opponent()].points())
            }
            Ending::Out => Points::ZERO,
            Ending::Scoreless => Points(-self.racks[seat].points()),
        });
        for (seat, gained) in gained.iter() {
            self.points[seat] += *gained;
        }
        let left = both(&self.racks);
        events.push(Event::End { why, left, gained: both(&gained), points: both(&self.points) });
    }
}

/// The values of the first and second seats.
fn both<T: Copy>(values: &BySeat<T>) -> [T; 2] {
    [values[Seat::FIRST], values[Seat::FIRST.opponent()]]
}
