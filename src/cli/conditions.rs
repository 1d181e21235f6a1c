//! Turns the options of conditions into raw configs: the config file, and what overrides it.

use std::path::Path;

use crate::cli::args::ConditionArgs;
use crate::cli::command::defaults;
use crate::cli::exit::Failure;
use crate::cli::tournament::rules_of;
use lettergame_arena::{absolute, read_raw_config};
use lettergame_plan::RawConfig;

/// The raw config of the file, and that of the options, which take precedence.
pub(super) fn raws(args: &ConditionArgs) -> Result<(RawConfig, RawConfig), Failure> {
    let file = args.config.as_deref().map(read_raw_config).transpose()?.unwrap_or_default();
    let file = defaults::below(file)?;
    let over = RawConfig { rules: rules_of(&args.rules)?, ..args.options.raw.clone() };
    Ok((file, over.based(Path::new(&absolute(Path::new(".")))).with_rule_files()?))
}
