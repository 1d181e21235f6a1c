//! How the rows of a run are divided into parts.

use std::num::NonZeroU64;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::one_or_more;
use lettergame_run::{ManifestError, PartFormat, PartOptions};

#[derive(Debug, Args)]
pub(in crate::cli) struct PartArgs {
    /// Write the rows in parts of up to so many games, each with files of its own, instead of one file of each
    /// kind; all commands read such a run as any other, and merge joins it
    #[arg(long, value_name = "GAMES", allow_negative_numbers = true, value_parser = one_or_more::<NonZeroU64>)]
    part_games: Option<NonZeroU64>,
    /// The format of the row files of parts: csv, or parquet, which is smaller and has typed columns
    #[arg(long, value_name = "FORMAT", requires = "part_games", default_value = PartFormat::Csv.name(), value_parser = format())]
    part_format: PartFormat,
}

/// Reads the name of a format.
fn format() -> impl clap::builder::TypedValueParser<Value = PartFormat> {
    let names = PartFormat::ALL.map(PartFormat::name);
    PossibleValuesParser::new(names)
        .try_map(|name| name.parse::<PartFormat>() as Result<_, ManifestError>)
}

impl PartArgs {
    /// How rows are divided, if they are.
    pub(in crate::cli) fn options(&self) -> Option<PartOptions> {
        self.part_games.map(|games| PartOptions { games, format: self.part_format })
    }
}
