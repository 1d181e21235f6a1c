//! `equity`: score plus the value of the leave, by a model fitted to games of the program against itself. It
//! exchanges where that is worth more than any play. Once the bag is empty and few tiles are left it
//! searches.

use std::sync::Arc;

use crate::endgame::Endgame;
use crate::players::choosing::{
    admit_leaves, best_play, endgame_move, endgame_parameter, leave_value, leaves_or_usual,
    leaves_parameter, play_or_exchange, read_leaves,
};
use crate::plays::{Generator, Leaves};
use crate::rules::{Move, Scrabble, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Fault, Param, Player, Roster, SettingError, Strategy, Tunable, per_seat};

pub(super) const ENTRY: Roster<Scrabble> =
    Roster::tunable::<Equity>("equity", "score plus the value of the kept tiles for later turns");

#[derive(Clone)]
struct Equity {
    /// Positions expanded by an endgame search.
    nodes: u32,
    /// The endgame search is used from this number of tiles on both racks downwards.
    tiles: usize,
    /// Leave values other than the shipped ones.
    leaves: Option<Arc<Leaves>>,
}

impl Tunable<Scrabble> for Equity {
    const DEFAULT: Equity = Equity { nodes: 5, tiles: 8, leaves: None };
    const PARAMS: &'static [Param<Equity>] = &[
        endgame_parameter(field!(nodes)),
        Param::integer(
            "tiles",
            [0, 14],
            "tiles on both racks together at which the search starts (14: at once)",
            field!(tiles),
        )
        .unit("tiles")
        .costing_time(),
        leaves_parameter(|equity, content| {
            equity.leaves = Some(read_leaves(content)?);
            Ok(())
        }),
    ];

    fn admit(&self, rules: &Arc<Scrabble>) -> Result<(), SettingError> {
        admit_leaves(self.leaves.as_deref(), rules)
    }

    fn strategy(self, _: &Arc<Scrabble>) -> Arc<dyn Strategy<Scrabble>> {
        per_seat(move |_, _| EquityPlayer::new(self.clone()))
    }
}

pub(super) struct EquityPlayer {
    params: Equity,
    generator: Generator,
    endgame: Endgame,
}

impl EquityPlayer {
    fn new(params: Equity) -> EquityPlayer {
        EquityPlayer { params, generator: Generator::new(), endgame: Endgame::new() }
    }
}

/// The player with its default parameters.
impl Default for EquityPlayer {
    fn default() -> EquityPlayer {
        EquityPlayer::new(Equity::DEFAULT)
    }
}

impl Player<Scrabble> for EquityPlayer {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        if let Some(answer) = view.answer_to_play() {
            return Ok(answer);
        }
        let Equity { nodes, tiles, ref leaves } = self.params;
        if view.bag() == 0 && nodes > 0 && view.rack().len() + view.other_rack() <= tiles {
            return Ok(endgame_move(&mut self.endgame, view, nodes));
        }
        let valuation = leave_value(view, leaves_or_usual(leaves.as_deref(), view));
        let best = best_play(&mut self.generator, view, &valuation);
        Ok(play_or_exchange(&self.generator, view, best))
    }
}
