//! Commands as they were before `play GAME` and `analyse GAME`: they still work, and no help lists them.

use clap::{Args, Subcommand};

use crate::cli::args::{GameArgs, HandArgs, ScrabblePlayArgs, ScrabbleQuery, SessionArgs};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(in crate::cli) struct FormerScrabbleArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: Option<FormerScrabble>,
    #[command(flatten)]
    pub(in crate::cli) game: GameArgs,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum FormerScrabble {
    #[command(flatten)]
    Analyse(ScrabbleQuery),
    /// Now `play scrabble`, where a person plays unless players are named
    Play(ScrabblePlayArgs),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct FormerWordgameArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: FormerWordgame,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum FormerWordgame {
    /// Now `play wordgame`
    Play(SessionArgs),
    /// Now `analyse wordgame`
    Hand(HandArgs),
}
