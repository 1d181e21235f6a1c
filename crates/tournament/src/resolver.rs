//! Turns player specs into players that can be asked: built-in strategies, programs, modules and
//! classes.

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};
use lettergame_game::{Presented, Roster, RosterError, Strategy};
#[cfg(feature = "wasm")]
use lettergame_plan::Module;
use lettergame_plan::{FittedFile, PlayerSource, PlayerSpec, PlayerTextError};
use lettergame_protocol::{
    HostOptions, InProcessStrategy, Launch, ProgramHost, ProgramStrategy, TimeLimits,
};
use lettergame_sandbox::Enforced;
use lettergame_words::Lexicon;

/// The player behind a name.
pub(super) enum Entrant<G: Presented> {
    /// A player that decides in this process.
    Strategy(Arc<dyn Strategy<G>>),
    /// A program.
    Program(Arc<Launch>),
    /// A program or class that is not asked here: the tournament is only read.
    Unasked,
}

/// Why a player cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// The text does not name a player.
    #[error(transparent)]
    Text(#[from] PlayerTextError),
    /// There is no such player.
    #[error("{error}")]
    Unknown {
        /// Its name.
        player: String,
        /// The reason.
        error: Box<RosterError>,
    },
    /// Programs cannot be run here.
    #[error("player programs: {0}")]
    ProgramHost(String),
    /// It is a module, and the interpreter of modules is not built in.
    #[error("player `{player}`: this build of lettergame plays no WebAssembly modules")]
    NoModules {
        /// Its name.
        player: String,
    },
    /// A program, module or class cannot be used.
    #[error("player `{player}`: {why}")]
    Unusable {
        /// Its name.
        player: String,
        /// The reason.
        why: String,
    },
}

impl Diagnosed for PlayerError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            PlayerError::Text(_) | PlayerError::Unknown { .. } => Cause::Request.into(),
            PlayerError::NoModules { .. } => Cause::Surroundings.with(Remedy::Feature("wasm")),
            PlayerError::ProgramHost(_) | PlayerError::Unusable { .. } => {
                Cause::Surroundings.into()
            }
        }
    }
}

impl PlayerError {
    /// The player that the error is about, if any.
    #[must_use]
    pub fn player(&self) -> Option<&str> {
        match self {
            PlayerError::Text(PlayerTextError { player, .. })
            | PlayerError::Unknown { player, .. }
            | PlayerError::NoModules { player }
            | PlayerError::Unusable { player, .. } => Some(player),
            PlayerError::ProgramHost(_) => None,
        }
    }
}

/// Creates players for one game with its rules.
pub(super) struct Resolver<'a, G: Presented> {
    /// The game's name.
    pub(super) game: &'a str,
    pub(super) rules: &'a Arc<G>,
    /// The rules as sent to external players.
    pub(super) told: Value,
    pub(super) roster: &'a [Roster<G>],
    /// The words that programs see; `None` for the shipped ones.
    pub(super) lexicon: Option<&'a Lexicon>,
    pub(super) host_options: &'a HostOptions,
    pub(super) times: TimeLimits,
    /// Initialised for the first program.
    pub(super) host: OnceCell<ProgramHost>,
}

impl<G: Presented> Resolver<'_, G> {
    /// Resolves a player.
    ///
    /// # Errors
    /// An unknown player, or one that cannot be used.
    pub(super) fn entrant(&self, player: &PlayerSpec) -> Result<Entrant<G>, PlayerError> {
        let unusable = |why| PlayerError::Unusable { player: player.name.clone(), why };
        let is_taken = self.roster.iter().any(|entry| entry.name() == player.name);
        if is_taken && (player.is_external() || player.is_named()) {
            let why = "the roster has a player of this name; give it another";
            return Err(unusable(why.to_owned()));
        }
        match &player.source {
            PlayerSource::BuiltIn(text) => {
                let made = Roster::make(self.roster, text, self.rules).map(Entrant::Strategy);
                let name = || player.name.clone();
                made.map_err(|error| PlayerError::Unknown { player: name(), error: error.into() })
            }
            PlayerSource::Fitted(fitted) => {
                let read = |file: &FittedFile| Ok((file.key, file.content()?));
                let files: Result<Vec<_>, String> = fitted.files.iter().map(read).collect();
                let files = files.map_err(unusable)?;
                let made =
                    Roster::make_with_files(self.roster, &fitted.strategy, files, self.rules);
                let naming = |error: &RosterError| {
                    let key = error.key();
                    fitted.files.iter().find(|file| key == Some(file.key))
                };
                made.map(Entrant::Strategy).map_err(|error| match naming(&error) {
                    Some(file) => unusable(format!("{}: {error}", file.path.display())),
                    None => unusable(error.to_string()),
                })
            }
            PlayerSource::Class(class) => self.resident(&player.name, class).map_err(unusable),
            #[cfg(feature = "wasm")]
            PlayerSource::Module(module) => {
                self.module(module).map(Entrant::Strategy).map_err(unusable)
            }
            #[cfg(not(feature = "wasm"))]
            PlayerSource::Module(_) => Err(PlayerError::NoModules { player: player.name.clone() }),
            PlayerSource::Program(_) if self.host_options.read_only => Ok(Entrant::Unasked),
            PlayerSource::Program(program) => {
                let launch =
                    Launch::new(program, self.host()?, (self.game, &**self.rules), &self.told);
                let launch = launch.map_err(|error| unusable(error.to_string()))?;
                Ok(Entrant::Program(Arc::new(launch)))
            }
        }
    }

    /// Resolves a player to a strategy; a program waits for each answer, with a separate process
    /// for each seat and game.
    ///
    /// # Errors
    /// See [`Resolver::entrant`].
    pub(super) fn strategy(
        &self,
        player: &PlayerSpec,
    ) -> Result<Arc<dyn Strategy<G>>, PlayerError> {
        match self.entrant(player)? {
            Entrant::Strategy(strategy) => Ok(strategy),
            Entrant::Program(launch) => Ok(Arc::new(ProgramStrategy(launch))),
            Entrant::Unasked => Err(PlayerError::Unusable {
                player: player.name.clone(),
                why: "it is not asked here".to_owned(),
            }),
        }
    }

    /// What the sandbox enforces, if programs run in it.
    pub(super) fn enforced(&self) -> Option<Enforced> {
        self.host.get()?.enforced().cloned()
    }

    fn host(&self) -> Result<&ProgramHost, PlayerError> {
        if let Some(host) = self.host.get() {
            return Ok(host);
        }
        let shipped;
        let lexicon = match self.lexicon {
            Some(lexicon) => lexicon,
            None => {
                shipped = Lexicon::shipped();
                &shipped
            }
        };
        let host = ProgramHost::new(self.host_options, lexicon, self.times);
        let host = host.map_err(|error| PlayerError::ProgramHost(error.to_string()))?;
        Ok(self.host.get_or_init(|| host))
    }

    /// A class that runs in this process.
    fn resident(&self, name: &str, class: &str) -> Result<Entrant<G>, String> {
        let Some(resident) = self.host_options.residents.get(name) else {
            return match self.host_options.read_only {
                true => Ok(Entrant::Unasked),
                false => Err(format!(
                    "it is the class {class}, which is not here; play from Python, where it can be imported"
                )),
            };
        };
        let (game, rules) = (self.game.into(), Arc::new(self.told.clone()));
        let resident = Arc::clone(resident);
        Ok(Entrant::Strategy(Arc::new(InProcessStrategy { resident, game, rules })))
    }

    /// The player in a module's file; the error includes the remedy.
    #[cfg(feature = "wasm")]
    fn module(&self, module: &Module) -> Result<Arc<dyn Strategy<G>>, String> {
        use lettergame_protocol::messages::{self, LimitsMessage};
        use lettergame_protocol::{ModuleStrategy, wasm};

        let shown = module.path.display();
        let bytes =
            std::fs::read(&module.path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let found = lettergame_plan::short_hash(&bytes);
        if let Some(known) = module.sha256.as_ref().filter(|known| **known != found) {
            return Err(format!(
                "{shown} is not the module that the config names: its sha256 begins with {found}, not {known}"
            ));
        }
        let defaults = wasm::Limits::default();
        let memory = module.memory_mib.map_or(defaults.memory, |mib| mib << 20);
        let limits = wasm::Limits { memory, ..defaults };
        let module =
            wasm::Module::load(&bytes, limits).map_err(|error| format!("{shown}: {error}"))?;
        let told = LimitsMessage { memory_mib: memory >> 20, ..LimitsMessage::default() };
        let rules = (&self.told, self.rules.scoring());
        let hello = messages::hello(self.game, rules, told, 1).into();
        Ok(Arc::new(ModuleStrategy { module: Arc::new(module), hello }))
    }
}
