//! Defaults of the user: `lettergame.toml` in their config folder and, over it, in the folder in
//! which the command runs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs, io};

use clap::Command;

use crate::cli::exit::Failure;
use lettergame_base::did_you_mean;
use lettergame_plan::{DefaultOption, Defaults, RawConfig};

/// The name of the file.
const FILE: &str = "lettergame.toml";

/// The errors of a file that does not exist.
const MISSING: [io::ErrorKind; 2] = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];

/// Options that let programs do more. A folder, which may be somebody else's, cannot set them.
const TRUSTING: [&str; 5] =
    ["sandbox", "allow-read", "allow-pondering", "allow-programs", "allow-tournaments"];

/// The defaults of the folder over those of the user, read once; a file that does not exist has none.
///
/// # Errors
/// A file that cannot be read or is invalid, or options that its folder cannot set.
pub(in crate::cli) fn read() -> Result<&'static Defaults, Failure> {
    static READ: OnceLock<Defaults> = OnceLock::new();
    match READ.get() {
        Some(defaults) => Ok(defaults),
        None => read_files().map(|defaults| READ.get_or_init(|| defaults)),
    }
}

/// A config over that of the defaults.
///
/// # Errors
/// Those of [`read`]; a file that a rule names and that cannot be read.
pub(in crate::cli) fn below(config: RawConfig) -> Result<RawConfig, Failure> {
    Ok(read()?.config.clone().with_rule_files()?.merged_with(config))
}

fn read_files() -> Result<Defaults, Failure> {
    let users = match users_folder() {
        // a home that is closed to this process, as under `sudo -u`, has none either
        Some(folder) => {
            read_file(&folder.join("lettergame").join(FILE), &[io::ErrorKind::PermissionDenied])?
        }
        None => Defaults::default(),
    };
    let own = read_file(Path::new(FILE), &[])?;
    let trusting = own.options.iter().find(|option| TRUSTING.contains(&&*option.name));
    match trusting {
        Some(DefaultOption { name, place, .. }) => Err(Failure::Usage(format!(
            "{place}: the file of a folder cannot set `{name}`: put it in that of your config folder \
             (~/.config/lettergame/{FILE}), or on the command line"
        ))),
        None => Ok(users.merged_with(own)),
    }
}

/// Where programs keep the settings of a user.
fn users_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || named("HOME").map(|home| home.join(".config"));
    named("XDG_CONFIG_HOME").or_else(home).or_else(|| named("APPDATA"))
}

/// The defaults in a file; none if it does not exist, or with one of these errors.
fn read_file(path: &Path, absent: &[io::ErrorKind]) -> Result<Defaults, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if MISSING.iter().chain(absent).any(|kind| *kind == error.kind()) => {
            return Ok(Defaults::default());
        }
        Err(error) => {
            return Err(Failure::Unusable(format!("cannot read {}: {error}", path.display())));
        }
    };
    let read = Defaults::from_toml(&text, &path.display().to_string());
    let Defaults { config, options } = read.map_err(Failure::usage)?;
    Ok(Defaults { config: config.based_beside(path), options })
}

/// The command with these options as its defaults, wherever it has them.
///
/// # Errors
/// An option that no command has.
pub(in crate::cli) fn applied(
    command: Command,
    options: &[DefaultOption],
) -> Result<Command, Failure> {
    if options.is_empty() {
        return Ok(command);
    }
    let mut known = BTreeSet::new();
    list_options(&command, &mut known);
    for DefaultOption { name, place, .. } in options {
        if !known.contains(name) {
            let hint = did_you_mean(name, known.iter().map(String::as_str));
            return Err(Failure::Usage(format!(
                "{place}: no command has an option `{name}`{hint}"
            )));
        }
    }
    Ok(options.iter().fold(command, with_default))
}

fn list_options(command: &Command, known: &mut BTreeSet<String>) {
    known.extend(command.get_arguments().filter_map(|option| option.get_long()).map(str::to_owned));
    command.get_subcommands().for_each(|command| list_options(command, known));
}

fn with_default(command: Command, default: &DefaultOption) -> Command {
    let command = command.mut_args(|option| match option.get_long() {
        Some(name) if name == default.name => option.default_values(default.values.clone()),
        _ => option,
    });
    command.mut_subcommands(|command| with_default(command, default))
}

/// The default that an error of the command line is about.
pub(in crate::cli) fn blamed<'a>(
    argument: &str,
    options: &'a [DefaultOption],
) -> Option<&'a DefaultOption> {
    let name = argument.strip_prefix("--")?.split(' ').next()?;
    options.iter().rfind(|option| option.name == name)
}
