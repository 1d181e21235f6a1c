//! The keys of a config as options: each that holds one value, by the list of the library.

use std::path::Path;

use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use super::{seed, whole};
use lettergame_arena::absolute;
use lettergame_plan::{CONFIG_KEYS, ConfigKey, KeyKind, RawConfig};
use lettergame_registry::games;

/// What options say of a config; with `CONDITIONS` those only under which players can be compared.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct ConfigOptions<const CONDITIONS: bool> {
    /// What they say.
    pub(in crate::cli) raw: RawConfig,
    /// The keys of those that are there.
    pub(in crate::cli) given: Vec<&'static str>,
}

impl<const CONDITIONS: bool> ConfigOptions<CONDITIONS> {
    fn keys() -> impl Iterator<Item = &'static ConfigKey> {
        CONFIG_KEYS.iter().filter(|key| key.is_condition || !CONDITIONS)
    }
}

fn option(key: &'static ConfigKey) -> Arg {
    let parser: ValueParser = match (key.key, key.kind()) {
        ("seed", _) => ValueParser::new(seed),
        (_, KeyKind::Number) => ValueParser::new(whole),
        (_, KeyKind::Text | KeyKind::Path) => ValueParser::string(),
    };
    let (help, more) = key.about.split_once("\n\n").unwrap_or((key.about, ""));
    let help = match key.key {
        "game" => format!("{help} [default: {}]", games()[0].info.name),
        _ => help.to_owned(),
    };
    let option = Arg::new(key.key).long(key.key).value_parser(parser);
    let option = match more {
        "" => option.help(help),
        _ => option.long_help(format!("{help}\n\n{more}")).help(help),
    };
    let option = option.allow_negative_numbers(key.kind() == KeyKind::Number);
    if key.value_name.is_empty() { option } else { option.value_name(key.value_name) }
}

/// The value of an option as text; where a path starts is where it was typed.
fn given(key: &ConfigKey, matches: &ArgMatches) -> Option<String> {
    match key.kind() {
        KeyKind::Number => matches.get_one::<u64>(key.key).map(u64::to_string),
        KeyKind::Text => matches.get_one::<String>(key.key).cloned(),
        KeyKind::Path => matches.get_one::<String>(key.key).map(|path| absolute(Path::new(path))),
    }
}

impl<const CONDITIONS: bool> Args for ConfigOptions<CONDITIONS> {
    fn augment_args(command: Command) -> Command {
        Self::keys().fold(command, |command, key| command.arg(option(key)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const CONDITIONS: bool> FromArgMatches for ConfigOptions<CONDITIONS> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut options = ConfigOptions::default();
        options.update_from_arg_matches(matches)?;
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for key in Self::keys() {
            if let Some(text) = given(key, matches) {
                key.set(&mut self.raw, &text)
                    .map_err(|error| Error::raw(ErrorKind::ValueValidation, error))?;
                self.given.push(key.key);
            }
        }
        Ok(())
    }
}
