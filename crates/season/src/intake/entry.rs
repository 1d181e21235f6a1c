//! How a player is started.

use std::collections::BTreeMap;

use lettergame_plan::short_hash;
use serde::{Deserialize, Serialize};

/// How the player of a folder is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// By the arena itself, without a folder.
    BuiltIn {
        /// The strategy with its parameters, such as `flat:any=3`.
        player: String,
    },
    /// As a program.
    Program {
        /// Quoted like shell words; paths are relative to the folder.
        command: String,
        /// Its memory limit in mebibytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memory_mib: Option<u64>,
        /// Its environment, in addition to the variables that every program has.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        env: BTreeMap<String, String>,
        /// Its data folder, relative to the folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        data: Option<String>,
        /// Whether it may keep thinking while it has nothing to answer.
        #[serde(default)]
        pondering: bool,
    },
    /// As a WebAssembly module.
    Module {
        /// Its path in the folder.
        file: String,
    },
}

impl Entry {
    /// The fingerprint of a player with this entry and these files, of which it has none if it is built in.
    #[must_use]
    pub fn fingerprint(&self, files: &str) -> String {
        match self {
            Entry::BuiltIn { player } => short_hash(player.as_bytes()),
            Entry::Program { .. } | Entry::Module { .. } => {
                let text = serde_json::to_string(self).unwrap_or_default();
                format!("{files}-{}", short_hash(text.as_bytes()))
            }
        }
    }

    /// A program with a command and nothing else.
    #[must_use]
    pub fn of_command(command: String) -> Entry {
        Entry::Program {
            command,
            memory_mib: None,
            env: BTreeMap::new(),
            data: None,
            pondering: false,
        }
    }
}

/// A folder that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// How it is started.
    pub entry: Entry,
    /// The messages of the compiler, if it was compiled; of a player of the class simulator, the files that
    /// were left out and why.
    pub log: Vec<String>,
    /// Whether it was compiled, which changes its fingerprint.
    pub is_compiled: bool,
    /// The preset with the rules that it was written for, if it is a player of the class simulator.
    pub class_preset: Option<&'static str>,
}

impl Prepared {
    /// A folder as it is.
    pub(super) fn of_entry(entry: Entry) -> Prepared {
        Prepared { entry, log: Vec::new(), is_compiled: false, class_preset: None }
    }
}
