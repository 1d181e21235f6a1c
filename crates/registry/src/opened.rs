//! Games whose tables are stepped by the caller.

use lettergame_plan::Config;
use lettergame_tournament::{OpenGame, TableBatch};

/// A config whose tables are stepped by the caller.
pub struct Tables {
    /// The config with every rule written out.
    pub config: Config,
    /// The game, and the players at its tables.
    pub open: Box<dyn OpenGame>,
}

/// A config with many tables that are stepped together.
pub struct ManyTables {
    /// The config with every rule written out.
    pub config: Config,
    /// The tables.
    pub batch: Box<dyn TableBatch>,
}
