//! Plays one candidate out in one sample.

use crate::board::{Board, RACK, Rack};
use crate::plays::{Equity, Generator, LeaveValue, Ranked, Valuation};
use crate::rules::{Move, scoreless_after};
use crate::simulation::sample::{Sample, SampleBag};
use crate::simulation::{Simulation, WinChance, won};
use crate::situation::{Candidate, Situation};

/// The plies of which the results are shown: the rival's answer and the player's own next turn.
pub const SHOWN_PLIES: usize = 2;

/// The result of a candidate in one sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rolled {
    /// The lead at the horizon, with the leaves of both players, or at the end of the game.
    pub(super) lead: Equity,
    /// The probability of winning there.
    pub(super) win: f64,
    /// The first plies after the candidate; `None` if the game was over before.
    pub(super) plies: [Option<Ply>; SHOWN_PLIES],
}

/// A ply of a rollout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ply {
    pub(super) score: i32,
    pub(super) bingo: bool,
}

/// Plays rollouts; holds the memory that they need.
pub(super) struct Roller<'a> {
    at: &'a Situation<'a>,
    simulation: &'a Simulation<'a>,
    generator: Generator,
    /// The board of the rollout, once it differs from that of the candidate.
    board: Board,
}

/// The state of a rollout. Player 0 is the one who simulates.
struct Line {
    racks: [Rack; 2],
    bag: SampleBag,
    lead: i32,
    /// The values of the tiles that both kept on their last turns.
    leaves: [Equity; 2],
    scoreless: u8,
}

/// A move of static play.
struct Chosen {
    choice: Move,
    score: i32,
    leave: Equity,
}

impl<'a> Roller<'a> {
    pub(super) fn new(at: &'a Situation<'a>, simulation: &'a Simulation<'a>) -> Roller<'a> {
        Roller { at, simulation, generator: Generator::new(), board: at.board.clone() }
    }

    /// Plays both sides by static equity for the number of plies. Once the bag is empty nothing is left to
    /// chance, and the game is played to its end however long that takes.
    pub(super) fn roll(&mut self, candidate: &Candidate, after: &Board, sample: &Sample) -> Rolled {
        let mut line = Line::after(self.at, candidate, sample);
        let mut plies = [None; SHOWN_PLIES];
        let mut laid = false;
        let mut ply = 0;
        loop {
            let player = 1 - (ply % 2) as usize;
            if let Some((lead, win)) = self.result(&line, ply, player) {
                return Rolled { lead, win, plies };
            }
            let board = if laid { &self.board } else { after };
            let chosen = choose(&mut self.generator, self.at, board, &line, player);
            if let Some(shown) = plies.get_mut(ply as usize) {
                *shown = Some(chosen.ply());
            }
            line.apply(player, &chosen);
            // at the horizon nobody looks at the board any more
            if let (Move::Play(play), false) = (chosen.choice, self.is_horizon(&line, ply + 1)) {
                if !laid {
                    self.board.clone_from(after);
                }
                laid = true;
                self.board.lay(self.at.game.lexicon(), &play);
            }
            ply += 1;
        }
    }

    fn is_horizon(&self, line: &Line, ply: u32) -> bool {
        ply >= self.simulation.plies && line.bag.len() > 0
    }

    /// The lead and the probability of winning at the end of the game or at the horizon; `None` before.
    fn result(&self, line: &Line, ply: u32, player: usize) -> Option<(Equity, f64)> {
        let end = self.end(line, 1 - player).map(|last| (last, won(last)));
        end.or_else(|| {
            self.is_horizon(line, ply).then(|| line.at_horizon(self.simulation.win, player))
        })
    }

    /// The final lead if the game is over after a turn of this player.
    fn end(&self, line: &Line, last: usize) -> Option<Equity> {
        let points = line.racks.each_ref().map(Rack::points);
        let sign = [1, -1][last];
        if line.racks[last].is_empty() && line.bag.len() == 0 {
            return Some(Equity::points(line.lead + sign * 2 * points[1 - last]));
        }
        let over = line.scoreless >= self.at.game.rules().scoreless();
        over.then(|| Equity::points(line.lead - points[0] + points[1]))
    }
}

impl Line {
    fn after(at: &Situation<'_>, candidate: &Candidate, sample: &Sample) -> Line {
        let Candidate { choice, score, equity } = *candidate;
        let mut line = Line {
            racks: [at.own, sample.other],
            bag: sample.bag.clone(),
            lead: at.lead,
            leaves: [Equity::ZERO; 2],
            scoreless: at.scoreless,
        };
        line.apply(0, &Chosen { choice, score, leave: equity - Equity::points(score) });
        line
    }

    fn apply(&mut self, player: usize, chosen: &Chosen) {
        let rack = &mut self.racks[player];
        *rack = chosen.choice.kept(rack);
        self.bag.fill(player, rack);
        if let Move::Exchange(given) = &chosen.choice {
            self.bag.put_back(given);
        }
        self.lead += [1, -1][player] * chosen.score;
        self.leaves[player] = chosen.leave;
        self.scoreless = scoreless_after(self.scoreless, chosen.score);
    }

    /// Lead and probability of winning with tiles in the bag and this player to move.
    fn at_horizon(&self, model: &WinChance, player: usize) -> (Equity, f64) {
        let lead = Equity::points(self.lead) + self.leaves[0] - self.leaves[1];
        let unseen = self.bag.len() + self.racks[1 - player].len();
        let win = match player {
            0 => model.of(lead, unseen),
            _ => 1.0 - model.of(-lead, unseen),
        };
        (lead, win)
    }
}

impl Chosen {
    fn ply(&self) -> Ply {
        let bingo = matches!(&self.choice, Move::Play(play) if play.count() == RACK);
        Ply { score: self.score, bingo }
    }
}

/// The move of a player by static equity, as `equity` makes it without a search.
fn choose(
    generator: &mut Generator,
    at: &Situation<'_>,
    board: &Board,
    line: &Line,
    player: usize,
) -> Chosen {
    let (rack, bag) = (&line.racks[player], line.bag.len());
    let other = || line.racks[1 - player];
    let value = LeaveValue::at(at.leaves, bag, board.opening(), other);
    let best = generator.best(at.game.lexicon(), board, rack, &value);
    let (kept, worth) = generator.best_to_keep();
    let given = rack.without(&kept);
    let equity = best.as_ref().map_or(Equity::MIN, |best| best.equity);
    if at.game.may_exchange(bag, given.len()) && worth > equity {
        return Chosen { choice: Move::Exchange(given), score: 0, leave: worth };
    }
    match best {
        Some(Ranked { play, score, leave, .. }) => {
            Chosen { choice: Move::Play(play), score, leave }
        }
        None => Chosen { choice: Move::Pass, score: 0, leave: value.of_rack(rack) },
    }
}
