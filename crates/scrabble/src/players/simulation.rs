//! `simulation`: tries its best moves against sampled racks and takes the one that most probably wins.
//!
//! The rollouts are those of [`simulation`](crate::simulation). With `infer=on` the tiles that the rival
//! probably kept are inferred from its last turn; by default they are not, as thousands of games do not show
//! that it wins more, and it takes time. With few tiles in the bag every deal can be tried instead
//! (`preendgame`), for the most wins; by default this is off, as it costs twenty times a usual decision. Once
//! the bag is empty nothing has to be sampled, and the endgame is searched.

use std::sync::Arc;

use crate::endgame::Endgame;
use crate::players::choosing::{
    PREENDGAME_PLAYS, admit_leaves, endgame_move, endgame_parameter, leaves_or_usual,
    leaves_parameter, preendgame_move, read_leaves,
};
use crate::plays::{Generator, Leaves};
use crate::preendgame::PreEndgame;
use crate::rules::{Event, Move, Scrabble, View};
use crate::simulation::{
    Breadth, Effort, Inference, RivalTurn, SCREENED, Value, WinChance, shortlist,
};
use crate::situation::{Situation, candidates};
use lettergame_base::{Rng, Seed};
use lettergame_game::{Fault, Param, Player, Roster, SettingError, Strategy, Tunable, per_seat};
use lettergame_game::{field, words};

pub(super) const ENTRY: Roster<Scrabble> = Roster::tunable::<Simulation>(
    "simulation",
    "tries its best moves against sampled racks, and takes the one that most probably wins",
);

/// The weight of a candidate's static value, in samples.
const PRIOR: u32 = 25;

/// The probability of dropping the best candidate early. That costs little, as it is likely only where
/// another one is nearly as good.
const RISK: f64 = 0.25;

#[derive(Clone)]
struct Simulation {
    breadth: Breadth,
    samples: u32,
    plies: u32,
    value: Aim,
    infer: Switch,
    /// The most leaves of the rival that the inference looks at.
    infer_leaves: u32,
    endgame: u32,
    /// Tiles in the bag from which the pre-endgame is analysed.
    preendgame: usize,
    /// Positions expanded by that analysis.
    preendgame_nodes: u32,
    /// Leave values other than the shipped ones.
    leaves: Option<Arc<Leaves>>,
    /// Another model of winning than the shipped one.
    win: Option<Arc<WinChance>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Win,
    Points,
}

words!(Aim { Aim::Win => "win", Aim::Points => "points" });

#[derive(Clone, Copy, PartialEq, Eq)]
enum Switch {
    On,
    Off,
}

words!(Switch { Switch::On => "on", Switch::Off => "off" });

/// The model of winning in the content of a file.
fn read_win(content: &[u8]) -> Result<Arc<WinChance>, String> {
    let text = str::from_utf8(content).map_err(|_| "expected text".to_owned())?;
    WinChance::parse(text).map(Arc::new).map_err(|error| error.to_string())
}

impl Tunable<Scrabble> for Simulation {
    const DEFAULT: Simulation = Simulation {
        breadth: Breadth { plays: 8, last: 100 },
        samples: 60,
        plies: 2,
        value: Aim::Win,
        infer: Switch::Off,
        infer_leaves: 300,
        endgame: 2000,
        preendgame: 0,
        preendgame_nodes: 20_000,
        leaves: None,
        win: None,
    };
    const PARAMS: &'static [Param<Simulation>] = &[
        Param::integer("plays", [2, 100], "plays that are tried", field!(breadth.plays))
            .unit("plays")
            .costing_time(),
        Param::integer(
            "last-plays",
            [2, 1000],
            "plays that are tried with at most 7 tiles in the bag",
            field!(breadth.last),
        )
        .unit("plays")
        .costing_time(),
        Param::integer("samples", [1, 100_000], "most samples for each play", field!(samples))
            .unit("samples")
            .costing_time(),
        Param::integer("plies", [1, 100], "turns that follow in each sample", field!(plies))
            .unit("turns")
            .costing_time(),
        Param::choice("value", Aim::WORDS, "what plays are compared by", field!(value)),
        Param::choice(
            "infer",
            Switch::WORDS,
            "whether the other's last turn says what it holds",
            field!(infer),
        ),
        Param::integer(
            "infer-leaves",
            [1, 100_000],
            "leaves of the other that are tried to infer what it holds",
            field!(infer_leaves),
        )
        .unit("leaves")
        .costing_time(),
        endgame_parameter(field!(endgame)),
        Param::integer(
            "preendgame",
            [0, 4],
            "tiles in the bag from which all deals are tried (0: never)",
            field!(preendgame),
        )
        .unit("tiles"),
        Param::integer(
            "preendgame-nodes",
            [0, 10_000_000],
            "positions that an analysis of all deals may expand",
            field!(preendgame_nodes),
        )
        .unit("positions")
        .costing_time(),
        leaves_parameter(|simulation, content| {
            simulation.leaves = Some(read_leaves(content)?);
            Ok(())
        }),
        Param::file(
            "win-model",
            "how probably a lead wins: numbers by `train scrabble-win`",
            |simulation, content| {
                simulation.win = Some(read_win(content)?);
                Ok(())
            },
        ),
    ];

    fn admit(&self, rules: &Arc<Scrabble>) -> Result<(), SettingError> {
        admit_leaves(self.leaves.as_deref(), rules)
    }

    fn strategy(self, _: &Arc<Scrabble>) -> Arc<dyn Strategy<Scrabble>> {
        per_seat(move |_, _| SimulationPlayer {
            params: self.clone(),
            generator: Generator::new(),
            endgame: Endgame::new(),
            preendgame: PreEndgame::new(),
            last: None,
        })
    }
}

struct SimulationPlayer {
    params: Simulation,
    generator: Generator,
    endgame: Endgame,
    preendgame: PreEndgame,
    /// The last turn.
    last: Option<Event>,
}

impl Player<Scrabble> for SimulationPlayer {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        if let Some(answer) = view.answer_to_play() {
            return Ok(answer);
        }
        let nodes = self.params.endgame;
        if view.bag() == 0 && nodes > 0 {
            return Ok(endgame_move(&mut self.endgame, view, nodes));
        }
        let leaves = self.params.leaves.clone();
        let leaves = leaves_or_usual(leaves.as_deref(), view);
        let at = Situation::of_view(view, leaves);
        if (1..=self.params.preendgame).contains(&view.bag()) {
            let (nodes, seed) = (self.params.preendgame_nodes, Seed(rng.next_u64()));
            let plays = (SCREENED, PREENDGAME_PLAYS);
            let win = self.params.win();
            let plays = shortlist(&at, &mut self.generator, plays, win, seed);
            return Ok(preendgame_move(&mut self.preendgame, &at, &plays, nodes));
        }
        let plays = self.params.breadth.of(at.bag);
        let candidates = candidates(&at, &mut self.generator, plays);
        let best = candidates[0].choice;
        if view.bag() == 0 || candidates.len() < 2 {
            return Ok(best);
        }
        let seed = Seed(rng.next_u64());
        let inference = self.inference(view, seed);
        let simulated = self.params.simulation(seed).run(&at, &candidates, inference.as_ref());
        Ok(simulated.candidates()[0].candidate.choice)
    }

    fn observe(&mut self, event: &Event) {
        self.last = Some(event.clone());
    }
}

impl SimulationPlayer {
    fn inference(&self, view: &View<'_>, seed: Seed) -> Option<Inference> {
        let event = self.last.as_ref().filter(|_| self.params.infer == Switch::On)?;
        let turn = RivalTurn::of_event(view, event)?;
        Some(Inference::of(&turn, Effort { leaves: self.params.infer_leaves, seed }))
    }
}

impl Simulation {
    fn win(&self) -> &WinChance {
        self.win.as_deref().unwrap_or(WinChance::shipped())
    }

    fn simulation(&self, seed: Seed) -> crate::simulation::Simulation<'_> {
        crate::simulation::Simulation {
            samples: self.samples,
            time: None,
            plies: self.plies,
            value: match self.value {
                Aim::Win => Value::Win,
                Aim::Points => Value::Points,
            },
            win: self.win(),
            prior: PRIOR,
            risk: RISK,
            seed,
            parallel: false,
        }
    }
}
