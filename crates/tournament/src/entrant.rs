//! Who plays under a name in a plan: somebody of the roster, a program, a module or a class.

use std::sync::Arc;

use crate::foreign::{elsewhere, resident};
use crate::{Config, Foreign};
use lettergame_core::game::{Game, Strategy};
use lettergame_protocol::{Hosting, Launch, Site};

/// Who plays under a name.
pub(super) enum Entrant<G: Game> {
    /// Somebody who decides in this process.
    Strategy(Arc<dyn Strategy<G>>),
    /// A program.
    Program(Arc<Launch>),
    /// A program or class that is not asked here: the plan is only read.
    Unasked,
}

/// Brings in somebody who is not built in.
pub(super) fn invite<G: Game>(
    config: &Config,
    (name, foreign): (&str, &Foreign),
    (hosting, site): (&Hosting, Option<&Site>),
    rules: &G,
) -> Result<Entrant<G>, String> {
    match foreign {
        Foreign::Resident(class) => {
            match resident(name, hosting, &config.game, &|| config.rules_json()) {
                Some(strategy) => Ok(Entrant::Strategy(Arc::new(strategy))),
                None if hosting.read_only => Ok(Entrant::Unasked),
                None => Err(elsewhere(class)),
            }
        }
        Foreign::Program(program) => {
            let Some(site) = site else { return Ok(Entrant::Unasked) };
            let launch = Launch::new(program, site, (&config.game, rules), &config.rules_json())
                .map_err(|error| error.to_string())?;
            Ok(Entrant::Program(Arc::new(launch)))
        }
        Foreign::Module(module) => {
            let strategy = module.strategy(&config.game, &config.rules_json())?;
            Ok(Entrant::Strategy(Arc::new(strategy)))
        }
    }
}
