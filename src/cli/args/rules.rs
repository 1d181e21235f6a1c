//! The arguments that set the rules of a game, or of several that differ in one rule.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use lettergame_game::Shortcut;
use lettergame_registry::shortcuts;

#[derive(Debug, Args)]
pub(in crate::cli) struct RuleArgs {
    #[command(flatten)]
    pub(in crate::cli) shortcuts: Shortcuts,
    /// Preset of the game's rules
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) preset: Option<String>,
    /// Rules of the game, as in rounds=10,hidden=3; several values of one rule (hidden=0,3,5 or 0..7) make
    /// a run each; may be given several times
    #[arg(long, value_name = "KEY=VALUE,...")]
    pub(in crate::cli) set: Vec<String>,
}

/// Rules that were given by an option of their own: each with its key.
#[derive(Debug, Default)]
pub(in crate::cli) struct Shortcuts(pub(in crate::cli) Vec<(&'static str, String)>);

impl Args for Shortcuts {
    fn augment_args(command: Command) -> Command {
        shortcuts().fold(command, |command, Shortcut { key, about, .. }| {
            let option = Arg::new(*key).long(*key).value_name("N").help(*about);
            command.arg(option.allow_negative_numbers(true))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Shortcuts::augment_args(command)
    }
}

impl FromArgMatches for Shortcuts {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Shortcuts, Error> {
        let given =
            |Shortcut { key, .. }: &Shortcut| Some((*key, matches.get_one::<String>(key)?.clone()));
        Ok(Shortcuts(shortcuts().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Shortcuts::from_arg_matches(matches)?;
        Ok(())
    }
}
