//! From the options of conditions to drafts: what a config says, and what is laid over it.

use crate::cli::args::ConditionArgs;
use crate::cli::exit::Failure;
use crate::cli::tournament::rules_of;
use lettergame_arena::{absolute, read_draft};
use lettergame_tournament::Draft;

/// The draft of the config, and that of the options, which comes first.
pub(super) fn drafts(args: &ConditionArgs) -> Result<(Draft, Draft), Failure> {
    let file = args.config.as_deref().map(read_draft).transpose()?.unwrap_or_default();
    let over = Draft {
        game: args.game.clone(),
        seats: args.seats.clone(),
        seed: args.seed,
        lexicon: args.lexicon.as_deref().map(absolute),
        time_limit: args.time_limit.clone(),
        game_time: args.game_time.clone(),
        init_time: args.init_time.clone(),
        rules: rules_of(&args.rules)?,
        ..Draft::default()
    };
    Ok((file, over))
}
