//! Entrants that are not built in: programs, WebAssembly modules and classes of this process, as a config
//! describes them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use toml::Spanned;
use toml::de::DeValue;

use crate::base::did_you_mean;
use crate::game::{Game, Strategy};
use crate::protocol::messages::{self, ToldLimits};
use crate::protocol::{
    COMMAND_PREFIX, Hosting, Launch, MODULE_PREFIX, ModuleStrategy, Program, ProgramStrategy,
    ResidentStrategy, Site, wasm,
};
use crate::tournament::draft_reader::Reader;
use crate::tournament::{DraftError, short_hash};

/// A table `[[player]]` as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramDraft {
    /// What the player is called.
    pub name: String,
    /// Its command.
    pub command: Option<String>,
    /// Its module, if it has no command.
    pub wasm: Option<String>,
    /// What it is in the language that hosts this library, if it has neither: `package.module:Name`.
    pub class: Option<String>,
    /// The fingerprint that the module must have.
    pub sha256: Option<String>,
    /// Where relative paths of the command start, relative to the config.
    pub cwd: Option<String>,
    /// What its environment holds beside what every program has.
    pub env: BTreeMap<String, String>,
    /// What it may read, relative to the config.
    pub allow_read: Vec<String>,
    /// Its limit of memory in mebibytes.
    pub memory: Option<u64>,
    /// Its time for a decision.
    pub time_limit: Option<String>,
    /// Its time for all decisions of a game.
    pub game_time: Option<String>,
    /// Its time until hello.
    pub init_time: Option<String>,
    /// May it go on thinking while nothing is asked of it?
    pub pondering: bool,
    /// Where its relative paths start.
    pub base: Option<PathBuf>,
}

/// An entrant that is not built in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// A program.
    Program(Program),
    /// A module of WebAssembly.
    Module(Module),
    /// Somebody in this process, by the name of the class; who it is, says [`Hosting::residents`].
    Resident(String),
}

/// A module of WebAssembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its file; absolute.
    pub path: PathBuf,
    /// The fingerprint of its bytes, once they were read.
    pub sha256: Option<String>,
    /// Its limit of memory in mebibytes.
    pub memory_mib: Option<u64>,
}

impl Module {
    /// The player that the file holds, for a game with these rules.
    ///
    /// # Errors
    /// What is wrong with the file, with the remedy.
    pub(super) fn strategy(
        &self,
        game: &str,
        rules: &serde_json::Value,
    ) -> Result<ModuleStrategy, String> {
        let shown = self.path.display();
        let bytes =
            fs::read(&self.path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let found = short_hash(&bytes);
        if let Some(known) = self.sha256.as_ref().filter(|known| **known != found) {
            return Err(format!(
                "{shown} is not the module that the config names: its sha256 begins with {found}, not {known}"
            ));
        }
        let defaults = wasm::Limits::default();
        let memory = self.memory_mib.map_or(defaults.memory, |mib| mib << 20);
        let limits = wasm::Limits { memory, ..defaults };
        let module =
            wasm::Module::load(&bytes, limits).map_err(|error| format!("{shown}: {error}"))?;
        let told = ToldLimits { memory_mib: memory >> 20, ..ToldLimits::default() };
        let hello = messages::hello(game, rules, told, 1).into();
        Ok(ModuleStrategy { module: Arc::new(module), hello })
    }

    /// With the fingerprint of its bytes, where they can be read.
    pub(super) fn fingerprinted(mut self) -> Module {
        if let (None, Ok(bytes)) = (&self.sha256, fs::read(&self.path)) {
            self.sha256 = Some(short_hash(&bytes));
        }
        self
    }
}

const KEYS: [&str; 13] = [
    "name",
    "command",
    "wasm",
    "class",
    "sha256",
    "cwd",
    "env",
    "allow-read",
    "memory",
    "time-limit",
    "game-time",
    "init-time",
    "pondering",
];

impl ProgramDraft {
    /// Reads all tables.
    pub(super) fn read_all(
        reader: &Reader<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Vec<ProgramDraft>, DraftError> {
        let tables = value.get_ref().as_array().ok_or_else(|| {
            reader.wanted(value, "a list of tables, each below a line [[player]],")
        })?;
        tables.iter().map(|table| ProgramDraft::read(reader, table)).collect()
    }

    fn read(reader: &Reader<'_>, value: &Spanned<DeValue<'_>>) -> Result<ProgramDraft, DraftError> {
        let table = value.get_ref().as_table().ok_or_else(|| {
            let what = "a table is wanted here, below a line [[player]]; names stand in `players`";
            reader.error(value.span().start, what.to_owned())
        })?;
        let mut draft = ProgramDraft::default();
        for (key, value) in table {
            let name: &str = key.get_ref();
            match name {
                "name" => draft.name = reader.string(value)?,
                "command" => draft.command = Some(command(reader, value)?),
                "wasm" => draft.wasm = Some(reader.string(value)?),
                "class" => draft.class = Some(reader.string(value)?),
                "sha256" => draft.sha256 = Some(reader.string(value)?),
                "cwd" => draft.cwd = Some(reader.string(value)?),
                "env" => draft.env = environment(reader, value)?,
                "allow-read" => draft.allow_read = strings(reader, value)?,
                "memory" => draft.memory = Some(memory(reader, value)?),
                "time-limit" => draft.time_limit = Some(reader.string(value)?),
                "game-time" => draft.game_time = Some(reader.string(value)?),
                "init-time" => draft.init_time = Some(reader.string(value)?),
                "pondering" => draft.pondering = boolean(reader, value)?,
                _ => {
                    let hint = did_you_mean(name, KEYS);
                    let what = format!("unknown key `{name}`{hint}");
                    return Err(reader.error(key.span().start, what));
                }
            }
        }
        draft.check_kind().map_err(|what| reader.error(value.span().start, what.to_owned()))?;
        if draft.name.is_empty() {
            draft.name = draft.usual_name();
        }
        Ok(draft)
    }

    /// Is it described as exactly one kind of player?
    fn check_kind(&self) -> Result<(), &'static str> {
        match [&self.command, &self.wasm, &self.class].into_iter().flatten().count() {
            0 => Err("a player wants a `command` or a file `wasm` (or, from Python, a `class`)"),
            1 => Ok(()),
            _ => Err("a player has a `command` or a file `wasm`, not both, or a `class` alone"),
        }
    }

    /// What it is called where nobody says: its command or module, or the last part of its class.
    fn usual_name(&self) -> String {
        let text = self.command.as_ref().map(|command| format!("{COMMAND_PREFIX}{command}"));
        let module = || self.wasm.as_ref().map(|file| format!("{MODULE_PREFIX}{file}"));
        let class = || self.class.as_ref()?.rsplit([':', '.']).next().map(str::to_owned);
        text.or_else(module).or_else(class).unwrap_or_default()
    }

    /// What it describes, with its times for a decision, for a game and until hello. Relative paths start
    /// at its own base, else at `base`.
    pub(super) fn described(&self, base: &Path, times_ms: [Option<u64>; 3]) -> Foreign {
        let [time_limit_ms, game_time_ms, init_time_ms] = times_ms;
        let base = self.base.as_deref().unwrap_or(base);
        if let Some(class) = &self.class {
            return Foreign::Resident(class.clone());
        }
        if let Some(file) = &self.wasm {
            return Foreign::Module(Module {
                path: from(base, file),
                sha256: self.sha256.clone(),
                memory_mib: self.memory,
            });
        }
        Foreign::Program(Program {
            command: self.command.clone().unwrap_or_default(),
            cwd: from(base, self.cwd.as_deref().unwrap_or("")),
            env: self.env.clone(),
            allow_read: self.allow_read.iter().map(|path| from(base, path)).collect(),
            memory_mib: self.memory,
            time_limit_ms,
            game_time_ms,
            init_time_ms,
            pondering: self.pondering,
        })
    }
}

impl Foreign {
    /// What a player's text says by itself: `cmd:...` or `wasm:...`; nothing for other texts.
    #[must_use]
    pub fn of_text(text: &str, base: &Path) -> Option<Foreign> {
        if let Some(command) = text.strip_prefix(COMMAND_PREFIX) {
            return Some(Foreign::Program(Program::of_command(command, &from(base, ""))));
        }
        let path = from(base, text.strip_prefix(MODULE_PREFIX)?);
        Some(Foreign::Module(Module { path, sha256: None, memory_mib: None }))
    }

    /// The player that waits for each answer, with a process or an instance of its own for each seat
    /// and game; for a game of that name with these rules.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn strategy<G: Game>(
        &self,
        site: &Site,
        game: (&str, &G),
        rules: &serde_json::Value,
    ) -> Result<Arc<dyn Strategy<G>>, String> {
        match self {
            Foreign::Resident(class) => Err(elsewhere(class)),
            Foreign::Program(program) => {
                let launch = Launch::new(program, site, game, rules);
                let launch = launch.map_err(|error| error.to_string())?;
                Ok(Arc::new(ProgramStrategy(Arc::new(launch))))
            }
            Foreign::Module(module) => Ok(Arc::new(module.strategy(game.0, rules)?)),
        }
    }

    /// With everything that decides how it plays: the fingerprint of a module's bytes.
    #[must_use]
    pub fn pinned(&self) -> Foreign {
        match self {
            Foreign::Module(module) => Foreign::Module(module.clone().fingerprinted()),
            Foreign::Program(_) | Foreign::Resident(_) => self.clone(),
        }
    }

    /// Without what differs from machine to machine and decides nothing: folders. Of a module its
    /// bytes count, not the place of its file.
    #[must_use]
    pub fn placeless(&self) -> Foreign {
        match self {
            Foreign::Program(program) => Foreign::Program(Program {
                cwd: PathBuf::new(),
                allow_read: Vec::new(),
                ..program.clone()
            }),
            Foreign::Module(module) => {
                Foreign::Module(Module { path: PathBuf::new(), ..module.clone() })
            }
            Foreign::Resident(_) => self.clone(),
        }
    }

    /// As a table of a config.
    #[must_use]
    pub fn to_toml(&self, name: &str) -> String {
        let quoted = |value: &str| toml::Value::from(value).to_string();
        let mut text = format!("\n[[player]]\nname = {}\n", quoted(name));
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        let shown = |path: &Path| quoted(&path.display().to_string());
        match self {
            Foreign::Resident(class) => line("class", quoted(class)),
            Foreign::Module(module) => {
                line("wasm", shown(&module.path));
                module.sha256.iter().for_each(|hash| line("sha256", quoted(hash)));
                module.memory_mib.iter().for_each(|memory| line("memory", memory.to_string()));
            }
            Foreign::Program(program) => {
                line("command", quoted(&program.command));
                line("cwd", shown(&program.cwd));
                if !program.env.is_empty() {
                    let pairs = program.env.iter();
                    let pairs =
                        pairs.map(|(key, value)| format!("{} = {}", quoted(key), quoted(value)));
                    line("env", format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", ")));
                }
                if !program.allow_read.is_empty() {
                    let paths: Vec<String> =
                        program.allow_read.iter().map(|path| shown(path)).collect();
                    line("allow-read", format!("[{}]", paths.join(", ")));
                }
                program.memory_mib.iter().for_each(|memory| line("memory", memory.to_string()));
                let times = [
                    ("time-limit", program.time_limit_ms),
                    ("game-time", program.game_time_ms),
                    ("init-time", program.init_time_ms),
                ];
                for (key, ms) in times {
                    ms.iter().for_each(|ms| line(key, quoted(&format!("{ms}ms"))));
                }
                if program.pondering {
                    line("pondering", "true".to_owned());
                }
            }
        }
        text
    }
}

/// The strategy of a player who lives in this process; none if nobody of this name does.
pub(super) fn resident(
    name: &str,
    hosting: &Hosting,
    game: &str,
    rules: &dyn Fn() -> serde_json::Value,
) -> Option<ResidentStrategy> {
    let resident = Arc::clone(hosting.residents.get(name)?);
    Some(ResidentStrategy { resident, game: game.into(), rules: Arc::new(rules()) })
}

/// Why a class cannot play where it does not live.
pub(super) fn elsewhere(class: &str) -> String {
    format!(
        "it is the class {class}, which is not here; play from Python, where it can be imported"
    )
}

/// A path that starts at `base`, absolute and without `.` in it.
fn from(base: &Path, path: &str) -> PathBuf {
    let joined = base.join(path);
    let full = absolute(&joined).or_else(|_| absolute(".")).unwrap_or(joined);
    full.components().collect()
}

/// A string, or a list of words.
fn command(reader: &Reader<'_>, value: &Spanned<DeValue<'_>>) -> Result<String, DraftError> {
    if value.get_ref().as_array().is_none() {
        return reader.string(value);
    }
    let words = strings(reader, value)?;
    shlex::try_join(words.iter().map(String::as_str)).map_err(|_| {
        reader.error(value.span().start, "a word of the command holds a character 0".to_owned())
    })
}

fn strings(reader: &Reader<'_>, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, DraftError> {
    let list = value.get_ref().as_array().ok_or_else(|| reader.wanted(value, "a list"))?;
    list.iter().map(|item| reader.string(item)).collect()
}

fn environment(
    reader: &Reader<'_>,
    value: &Spanned<DeValue<'_>>,
) -> Result<BTreeMap<String, String>, DraftError> {
    let table = value.get_ref().as_table().ok_or_else(|| reader.wanted(value, "a table"))?;
    let pairs = table.iter().map(|(key, value)| {
        let name: &str = key.get_ref();
        Ok((name.to_owned(), reader.scalar(value)?))
    });
    pairs.collect()
}

fn boolean(reader: &Reader<'_>, value: &Spanned<DeValue<'_>>) -> Result<bool, DraftError> {
    value.get_ref().as_bool().ok_or_else(|| reader.wanted(value, "true or false"))
}

/// Mebibytes, from 16 to a tebibyte.
fn memory(reader: &Reader<'_>, value: &Spanned<DeValue<'_>>) -> Result<u64, DraftError> {
    let memory = reader.number(value)?;
    if (16..=1 << 20).contains(&memory) {
        return Ok(memory);
    }
    let what = format!("`{memory}` is not possible: 16 to {} mebibytes", 1 << 20);
    Err(reader.error(value.span().start, what))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Foreign;
    use crate::base::Seed;
    use crate::tournament::{Config, Draft};

    fn checked(text: &str) -> Result<Config, String> {
        let mut draft = Draft::from_toml(text, "t.toml").map_err(|error| error.to_string())?;
        draft.base = Some(PathBuf::from("/base"));
        draft.check("auction", Seed(5)).map_err(|error| error.to_string())
    }

    #[test]
    fn tables_describe_players() {
        let config = checked(
            r#"
            players = ["mine", "random", "cmd:python3 other.py"]
            time-limit = "500ms"
            game-time = "24h"
            [[player]]
            name = "mine"
            command = ["python3", "my player.py"]
            cwd = "bots"
            env = { DEPTH = 3 }
            allow-read = ["data"]
            memory = 512
            time-limit = "1.5s"
            game-time = "90s"
            init-time = "30s"
            pondering = true
            [[player]]
            wasm = "x.wasm"
        "#,
        )
        .unwrap();
        assert_eq!(config.players, ["mine", "random", "cmd:python3 other.py", "wasm:x.wasm"]);
        let Foreign::Program(mine) = &config.programs["mine"] else { panic!() };
        assert_eq!(mine.command, "python3 'my player.py'");
        assert_eq!((mine.cwd.as_path(), mine.memory_mib), (Path::new("/base/bots"), Some(512)));
        assert_eq!((mine.time_limit_ms, config.time_limit_ms), (Some(1500), Some(500)));
        assert_eq!((mine.game_time_ms, mine.init_time_ms), (Some(90_000), Some(30_000)));
        assert!(mine.pondering);
        assert_eq!(mine.allow_read, [PathBuf::from("/base/data")]);
        assert!(!config.programs.contains_key("random"));
        assert_eq!(checked(&config.to_toml()), Ok(config.clone()));
        let elsewhere = config.to_toml().replace("/base", "/other");
        assert_eq!(checked(&elsewhere).unwrap().fingerprint("l"), config.fingerprint("l"));
    }

    #[test]
    fn a_class_is_named_by_its_last_part() {
        let config = checked("players = ['random']\n[[player]]\nclass = 'bots.mine:Mine'").unwrap();
        assert_eq!(config.players, ["random", "Mine"]);
        assert_eq!(config.programs["Mine"], Foreign::Resident("bots.mine:Mine".to_owned()));
        assert_eq!(checked(&config.to_toml()), Ok(config.clone()));
        assert!(!config.is_replayable(), "a class is not asked again");
    }

    #[test]
    fn what_is_wrong_with_a_table_is_named() {
        let error = |text: &str| checked(&format!("[[player]]\n{text}")).unwrap_err();
        assert!(error("name = 'x'").contains("a `command` or a file `wasm`"));
        assert!(error("command = 'x'\nwasm = 'y'").contains("not both"));
        assert!(error("command = 'x'\nclass = 'a:B'").contains("a `class` alone"));
        assert!(error("comand = 'x'").contains("did you mean `command`?"));
        assert!(error("command = 'x'\nmemory = 1").contains("16 to"));
        assert!(error("command = 'x'\ntime-limit = '2'").contains("as in 2s"));
        assert!(error("command = 'x'\ntime-limit = '2h'").contains("1ms to 1h"));
        assert!(error("command = 'x'\ngame-time = '25h'").contains("1ms to 24h"));
        assert!(error("command = 'x'\npondering = 1").contains("true or false"));
        let twice = "name = 'x'\ncommand = 'a'\n[[player]]\nname = 'x'\ncommand = 'b'";
        assert!(error(twice).contains("two players have this name"));
        assert!(checked("player = 3").unwrap_err().contains("[[player]]"));
    }
}
