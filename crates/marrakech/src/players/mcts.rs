//! `mcts`: Monte Carlo tree search with chance nodes for the die and informed playouts.
//!
//! Each playout walks down the tree: at a decision to the option with the highest upper bound for the player
//! to decide (PUCT), at a roll to the result furthest below its share, so that the results of the die come in
//! their exact proportions. The first visit of a position adds a node to the tree; from there the game is
//! played to the end of the turn, plus `turns` more turns: Assam to where it costs least, the rug to where
//! the standing is best. Then the standing of every player is backed up to the root. Every player maximises
//! its own result (max^n). Options start with their static standing as a prior, worth a few visits.
//!
//! Playouts with random moves, or to the end of the game, mislead. The effort is a number of playouts, not of
//! milliseconds, so that games are reproducible. Source of the selection rule: Silver et al., "Mastering the
//! game of Go without human knowledge" (2017), here with equal priors.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::players::prospects::cheapest_rotation;
use crate::players::standing::{Judge, Standing};
use crate::rules::{Die, MAX_PLAYERS, Marrakech, Move, Phase, Rotation, Stage, View};
use lettergame_base::{Rng, checkpoint};
use lettergame_game::field;
use lettergame_game::{Fault, Param, Player, Roster, Strategy, Tunable, per_seat};

pub(super) const ENTRY: Roster<Marrakech> = Roster::tunable::<Mcts>(
    "mcts",
    "Monte-Carlo tree search with the die in the tree and informed playouts",
);

/// How many visits the prior of an option counts as.
const OPINION: f32 = 4.0;

#[derive(Clone, Copy)]
struct Mcts {
    playouts: u32,
    turns: u32,
    explore: f32,
}

impl Tunable<Marrakech> for Mcts {
    const DEFAULT: Mcts = Mcts { playouts: 2000, turns: 0, explore: 0.03 };
    const PARAMS: &'static [Param<Mcts>] = &[
        Param::integer("playouts", [1, 10_000_000], "playouts for each decision", field!(playouts))
            .unit("playouts")
            .costing_time(),
        Param::integer(
            "turns",
            [0, 60],
            "whole turns played on at the end of a playout",
            field!(turns),
        )
        .unit("turns")
        .costing_time(),
        Param::real(
            "explore",
            [0.0, 10.0],
            "how much options with few visits are favoured",
            field!(explore),
        ),
    ];

    fn strategy(self, _: &Arc<Marrakech>) -> Arc<dyn Strategy<Marrakech>> {
        per_seat(move |_, _| self)
    }
}

impl Player<Marrakech> for Mcts {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        let mut tree = Tree::new(*self);
        tree.grow(view.stage().clone());
        for _ in 0..self.playouts {
            checkpoint();
            tree.play_out(rng);
        }
        Ok(tree.nodes[0].most_visited())
    }
}

/// A node of the tree: a decision, a roll, or the end of the game.
struct Node {
    stage: Stage,
    branches: ArrayVec<Branch, 12>,
}

/// A branch of a node.
struct Branch {
    step: Step,
    /// The node it leads to, once visited.
    child: Option<usize>,
    visits: f32,
    /// The sum of the standings backed up.
    sum: Standing,
}

#[derive(Clone, Copy)]
enum Step {
    Choose(Move),
    Roll(Die),
}

fn after(stage: &Stage, step: Step) -> Stage {
    let mut next = stage.clone();
    match step {
        Step::Choose(Move::Rotate(rotation)) => next.rotate(rotation),
        Step::Choose(Move::Place(squares)) => {
            next.place(squares);
        }
        Step::Roll(die) => {
            next.roll(die);
        }
    }
    next
}

impl Node {
    fn visits(&self) -> f32 {
        self.branches.iter().map(|branch| branch.visits).sum()
    }

    /// The branch to follow next; `None` at the end of the game.
    fn pick(&self, explore: f32) -> Option<usize> {
        let (seat, bonus) = (self.stage.seat(), explore * self.visits().sqrt());
        let urgency = |branch: &Branch| match branch.step {
            Step::Roll(die) => die.faces() as f32 / (branch.visits + 0.5),
            Step::Choose(_) => branch.sum[seat] / branch.visits + bonus / (1.0 + branch.visits),
        };
        first_best(self.branches.iter().map(urgency))
    }

    fn most_visited(&self) -> Move {
        let best = first_best(self.branches.iter().map(|branch| branch.visits));
        match best.map(|best| self.branches[best].step) {
            Some(Step::Choose(choice)) => choice,
            _ => unreachable!("a player is asked for a decision only"),
        }
    }
}

/// The index of the greatest number; the first of equals.
fn first_best(numbers: impl Iterator<Item = f32>) -> Option<usize> {
    let better =
        |best: (usize, f32), other: (usize, f32)| if other.1 > best.1 { other } else { best };
    numbers.enumerate().reduce(better).map(|(index, _)| index)
}

/// All nodes, the root first.
struct Tree {
    params: Mcts,
    judge: &'static Judge,
    nodes: Vec<Node>,
}

impl Tree {
    fn new(params: Mcts) -> Tree {
        Tree { params, judge: Judge::shipped(), nodes: Vec::new() }
    }

    /// Adds a node and returns its index.
    fn grow(&mut self, stage: Stage) -> usize {
        let judge = self.judge;
        let choice = |choice: Move| {
            let opinion = judge.standing(&after(&stage, Step::Choose(choice)));
            let sum = opinion.map(|share| share * OPINION);
            Branch { step: Step::Choose(choice), child: None, visits: OPINION, sum }
        };
        let roll = |die: Die| {
            let sum = [0.0; MAX_PLAYERS];
            Branch { step: Step::Roll(die), child: None, visits: 0.0, sum }
        };
        let branches = match stage.phase() {
            Phase::Rotate => Rotation::ALL.into_iter().map(Move::Rotate).map(choice).collect(),
            Phase::Place => stage.placements().map(Move::Place).map(choice).collect(),
            Phase::Roll => Die::ALL.into_iter().map(roll).collect(),
            Phase::Over => ArrayVec::new(),
        };
        self.nodes.push(Node { stage, branches });
        self.nodes.len() - 1
    }

    fn play_out(&mut self, rng: &mut Rng) {
        let mut path: Vec<(usize, usize)> = Vec::with_capacity(32);
        let mut at = 0;
        let worth = loop {
            let Some(picked) = self.nodes[at].pick(self.params.explore) else {
                break self.judge.standing(&self.nodes[at].stage);
            };
            path.push((at, picked));
            let branch = &self.nodes[at].branches[picked];
            if let Some(child) = branch.child {
                at = child;
            } else {
                let next = after(&self.nodes[at].stage, branch.step);
                let worth = self.play_on(next.clone(), rng);
                let child = self.grow(next);
                self.nodes[at].branches[picked].child = Some(child);
                break worth;
            }
        };
        for (node, picked) in path {
            let branch = &mut self.nodes[node].branches[picked];
            branch.visits += 1.0;
            branch.sum.iter_mut().zip(worth).for_each(|(sum, share)| *sum += share);
        }
    }

    /// The standing at the end of the turn, or of `turns` more turns.
    fn play_on(&self, mut stage: Stage, rng: &mut Rng) -> Standing {
        let mut turns = self.params.turns;
        loop {
            stage = match stage.phase() {
                Phase::Over => break,
                Phase::Rotate if turns == 0 => break,
                Phase::Rotate => {
                    turns -= 1;
                    after(&stage, Step::Choose(Move::Rotate(cheapest_rotation(&stage))))
                }
                Phase::Roll => after(&stage, Step::Roll(Die::roll(rng))),
                Phase::Place => self.best_placed(&stage),
            };
        }
        self.judge.standing(&stage)
    }

    /// The stage after the placement with the best standing.
    fn best_placed(&self, stage: &Stage) -> Stage {
        let placed: ArrayVec<Stage, 12> = stage
            .placements()
            .map(|squares| after(stage, Step::Choose(Move::Place(squares))))
            .collect();
        let worth = |next: &Stage| self.judge.standing(next)[stage.seat()];
        let best = first_best(placed.iter().map(worth));
        placed
            .into_iter()
            .nth(best.unwrap_or_default())
            .unwrap_or_else(|| unreachable!("no placement"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Mcts, Tree};
    use crate::rules::{Move, Stage};
    use lettergame_base::Seed;
    use lettergame_game::Tunable;

    fn tree(text: &str, playouts: u32) -> Tree {
        let mut tree = Tree::new(Mcts { playouts, ..Mcts::DEFAULT });
        tree.grow(text.parse::<Stage>().unwrap());
        let mut rng = Seed(1).rng();
        (0..playouts).for_each(|_| tree.play_out(&mut rng));
        tree
    }

    #[test]
    fn die_rolls_come_in_exact_proportions() {
        let start = format!("Pc03015iPy03015iA33NB{} c rotate", "n00".repeat(49));
        let tree = tree(&start, 600);
        let rolls = &tree.nodes[tree.nodes[0].branches[0].child.unwrap()];
        let visits: Vec<f32> = rolls.branches.iter().map(|branch| branch.visits).collect();
        let all: f32 = visits.iter().sum();
        assert!(all > 50.0, "{all}");
        for (visits, share) in visits.iter().zip([1.0, 2.0, 2.0, 1.0]) {
            assert!((visits - all * share / 6.0).abs() <= 1.5, "{visits} of {all}");
        }
    }

    /// With the last rug of the game cyan wins only by covering two squares of yellow.
    #[test]
    fn the_last_rug_wins_the_game_if_it_can() {
        let mut board = vec!["n00"; 49];
        (board[31], board[38]) = ("y00", "y01");
        let text = format!("Pc00301iPy00400iA33NB{} c place", board.concat());
        let covered = Move::Place(["43".parse().unwrap(), "53".parse().unwrap()]);
        assert_eq!(tree(&text, 50).nodes[0].most_visited(), covered);
    }
}
