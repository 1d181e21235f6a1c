//! From the options of conditions to raw configs: what a config says, and what is laid over it.

use crate::cli::args::ConditionArgs;
use crate::cli::exit::Failure;
use crate::cli::tournament::rules_of;
use lettergame_arena::read_raw_config;
use lettergame_tournament::RawConfig;

/// The raw config of the config, and that of the options, which comes first.
pub(super) fn raws(args: &ConditionArgs) -> Result<(RawConfig, RawConfig), Failure> {
    let file = args.config.as_deref().map(read_raw_config).transpose()?.unwrap_or_default();
    let over = RawConfig { rules: rules_of(&args.rules)?, ..args.options.raw.clone() };
    Ok((file, over))
}
