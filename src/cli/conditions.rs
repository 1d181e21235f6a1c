//! From the options of conditions to drafts: what a config says, and what is laid over it.

use crate::cli::args::ConditionArgs;
use crate::cli::exit::Failure;
use crate::cli::tournament::rules_of;
use lettergame_arena::read_draft;
use lettergame_tournament::Draft;

/// The draft of the config, and that of the options, which comes first.
pub(super) fn drafts(args: &ConditionArgs) -> Result<(Draft, Draft), Failure> {
    let file = args.config.as_deref().map(read_draft).transpose()?.unwrap_or_default();
    let over = Draft { rules: rules_of(&args.rules)?, ..args.options.draft.clone() };
    Ok((file, over))
}
