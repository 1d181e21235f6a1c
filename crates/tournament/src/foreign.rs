//! Entrants that are not built in: programs, WebAssembly modules and classes of this process, as a config
//! describes them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use crate::short_hash;
use lettergame_core::game::{Game, Strategy};
use lettergame_protocol::messages::{self, ToldLimits};
use lettergame_protocol::{
    COMMAND_PREFIX, Hosting, Launch, MODULE_PREFIX, ModuleStrategy, Program, ProgramStrategy,
    ResidentStrategy, Site, wasm,
};

/// The game of the class simulator.
const CLASS_GAME: &str = "auction";

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

    /// Gives a program that has no folder of data this one.
    pub(super) fn set_usual_data(&mut self, folder: &Path) {
        if let Foreign::Program(program) = self {
            program.data.get_or_insert_with(|| folder.to_owned());
        }
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

    /// The class that it is, if it is a player written for the class simulator.
    #[must_use]
    pub fn class_player(&self) -> Option<String> {
        match self {
            Foreign::Program(program) => program.class_player(),
            Foreign::Module(_) | Foreign::Resident(_) => None,
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
                data: None,
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
                program.data.iter().for_each(|folder| line("data", shown(folder)));
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

/// The preset of a game in which class players play, where nobody names one: that by whose rules the
/// simulator of their edition counts. None where there are no such players.
pub(super) fn usual_preset(
    game: &str,
    foreign: &BTreeMap<String, Foreign>,
) -> Option<&'static str> {
    let mut classes = foreign.values().filter_map(Foreign::class_player);
    let first = classes.next().filter(|_| game == CLASS_GAME)?;
    Some(if first.starts_with("lettergame.") { "seven" } else { "simulator" })
}

/// A path that starts at `base`, absolute and without `.` in it.
pub(super) fn from(base: &Path, path: &str) -> PathBuf {
    let joined = base.join(path);
    let full = absolute(&joined).or_else(|_| absolute(".")).unwrap_or(joined);
    full.components().collect()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Foreign;
    use crate::{Config, Draft};
    use lettergame_core::base::Seed;

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
            data = "class"
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
        assert_eq!(mine.data, Some(PathBuf::from("/base/class")));
        assert!(!config.programs.contains_key("random"));
        assert_eq!(checked(&config.to_toml()), Ok(config.clone()));
        let elsewhere = config.to_toml().replace("/base", "/other");
        assert_eq!(checked(&elsewhere).unwrap().fingerprint("l"), config.fingerprint("l"));
    }

    #[test]
    fn data_is_for_one_or_for_all() {
        let text = "data = 'all'\n[[player]]\nname = 'x'\ncommand = 'a'\ndata = 'own'\n\
                    [[player]]\nname = 'y'\ncommand = 'b'";
        let config = checked(text).unwrap();
        let folder = |name: &str| match &config.programs[name] {
            Foreign::Program(program) => program.data.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(folder("x"), Some(PathBuf::from("/base/own")));
        assert_eq!(folder("y"), Some(PathBuf::from("/base/all")));
        assert_eq!(checked(&config.to_toml()), Ok(config.clone()));
    }

    #[test]
    fn class_players_play_by_the_rules_of_their_simulator() {
        let preset = |players: &str, more: &str| {
            checked(&format!("players = [\"random\", {players}]\n{more}")).unwrap().preset
        };
        let class = "\"cmd:java -cp a:b words.Lgp words.g7.Group7Player\"";
        assert_eq!(preset(class, "").as_deref(), Some("simulator"));
        assert_eq!(preset(class, "[rules]\npreset = 'words'").as_deref(), Some("words"));
        let seed = "\"cmd:java -cp a words.Lgp --batch lettergame.g1.Group1Player\"";
        assert_eq!(preset(seed, "").as_deref(), Some("seven"));
        assert_eq!(preset(class, "[run]\nshard = '1/1'"), None, "a run is what it was");
        assert_eq!(preset(class, "game = 'scrabble'"), None);
        assert_eq!(preset("\"cmd:java Mine\"", ""), None);
        assert_eq!(preset("\"zero\"", ""), None);
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
