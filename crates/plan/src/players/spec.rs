//! A player: a name, and where its decisions come from.
//!
//! A player is given as text: a built-in strategy with its parameters (`flat:any=3`), a program
//! (`cmd:python3 p.py`), or a module (`wasm:p.wasm`), each optionally preceded by a name
//! (`old=flat:any=3`). Alternatively a config describes it in a table.

use std::fmt::{Display, Write as _};
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::players::fitted::{Fitted, FittedFile};
use crate::players::paths::from;
use crate::short_hash;
use lettergame_base::{Name, unique_names};
use lettergame_protocol::{COMMAND_PREFIX, MODULE_PREFIX, Program};

/// The name for a seat taken by a person.
pub const PERSON: &str = "person";

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// Its name in rows, tables and reports, where it is made safe and unique; the text of its
    /// source if it has no name of its own.
    pub name: String,
    /// Where its decisions come from.
    pub source: PlayerSource,
}

/// Where the decisions of a player come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSource {
    /// A built-in strategy, with its parameters: `flat:any=3`.
    BuiltIn(String),
    /// A built-in strategy with files for parameters: `equity:leaves=FILE`.
    Fitted(Fitted),
    /// A program.
    Program(Program),
    /// A WebAssembly module.
    Module(Module),
    /// A player in this process, by the name of its class;
    /// [`HostOptions::residents`](lettergame_protocol::HostOptions::residents) provides it.
    Class(String),
}

/// A WebAssembly module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The absolute path of its file.
    pub path: PathBuf,
    /// The fingerprint of its bytes, once they have been read.
    pub sha256: Option<String>,
    /// Its memory limit in mebibytes.
    pub memory_mib: Option<u64>,
}

/// Why a text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("player `{player}`: {why}")]
pub struct PlayerTextError {
    /// The text as given.
    pub player: String,
    /// What is wrong, and what was expected.
    pub why: String,
}

impl PlayerSpec {
    /// Parses the text of a player of any kind; relative paths start at `base`.
    ///
    /// # Errors
    /// A name that is not safe in files, or nothing after it.
    pub fn read(text: &str, base: &Path) -> Result<PlayerSpec, PlayerTextError> {
        let refuse = |why: String| PlayerTextError { player: text.to_owned(), why };
        let (name, source) = PlayerSpec::split(text);
        let name = name.map(given_name).transpose().map_err(refuse)?;
        match &name {
            Some(_) if source == PERSON => {
                return Err(refuse(format!("a {PERSON} has no other name")));
            }
            Some(name) if source.is_empty() => {
                return Err(refuse(format!("expected a player after `{name}=`")));
            }
            _ => {}
        }
        let name = name.unwrap_or_else(|| source.to_owned());
        Ok(PlayerSpec { name, source: PlayerSource::of_text(source, base) })
    }

    /// Parses the texts of players, in order; relative paths start at the current folder.
    ///
    /// # Errors
    /// See [`PlayerSpec::read`], for the first one that is wrong.
    pub fn read_all<S: AsRef<str>>(texts: &[S]) -> Result<Vec<PlayerSpec>, PlayerTextError> {
        texts.iter().map(|text| PlayerSpec::read(text.as_ref(), Path::new(""))).collect()
    }

    /// Splits a text into its name, if it has one, and its source: a name ends at the first `=`
    /// unless a `:` precedes it.
    #[must_use]
    pub fn split(text: &str) -> (Option<&str>, &str) {
        match text.split_once('=') {
            Some((name, source)) if !name.contains(':') => (Some(name.trim()), source.trim()),
            _ => (None, text),
        }
    }

    /// The names of the players of these texts in rows and tables, in order.
    #[must_use]
    pub fn shown_names<S: AsRef<str>>(texts: &[S]) -> Vec<Name> {
        let name = |text| match PlayerSpec::split(text) {
            (Some(name), _) => name,
            (None, source) => source,
        };
        unique_names(&texts.iter().map(|text| name(text.as_ref())).collect::<Vec<_>>())
    }

    /// Whether it is a person at the screen, or an agent that steps the game from outside.
    #[must_use]
    pub fn is_person(&self) -> bool {
        self.source == PlayerSource::BuiltIn(PERSON.to_owned())
    }

    /// Whether something outside this program decides how it plays: a program, a module, a class, or a file.
    #[must_use]
    pub fn is_external(&self) -> bool {
        !matches!(self.source, PlayerSource::BuiltIn(_))
    }

    /// Whether its strategy is part of this program, also with files for parameters.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        let is_strategy = matches!(self.source, PlayerSource::BuiltIn(_) | PlayerSource::Fitted(_));
        is_strategy && !self.is_person()
    }

    /// Whether it has a name other than the text of its source.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.name != self.source.text()
    }

    /// The text that users type for it.
    #[must_use]
    pub fn text(&self) -> String {
        if is_source_text(&self.name, &self.source) || !self.is_named() {
            return self.name.clone();
        }
        format!("{}={}", self.name, self.source.text())
    }

    /// Its entry in the list of a config; a separate table describes external players.
    #[must_use]
    pub fn listed(&self) -> String {
        if self.is_external() { self.name.clone() } else { self.text() }
    }

    /// The same player with another source.
    #[must_use]
    pub fn with_source(&self, source: PlayerSource) -> PlayerSpec {
        PlayerSpec { name: self.name.clone(), source }
    }

    /// Its table in a config; empty if it is built in.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let quoted = |value: &str| toml::Value::from(value).to_string();
        let mut text = format!("\n[[player]]\nname = {}\n", quoted(&self.name));
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        let shown = |path: &Path| quoted(&path.display().to_string());
        match &self.source {
            PlayerSource::BuiltIn(_) => return String::new(),
            PlayerSource::Class(class) => line("class", quoted(class)),
            PlayerSource::Fitted(fitted) => {
                line("strategy", quoted(&fitted.strategy));
                fitted.files.iter().for_each(|file| line(file.key, shown(&file.path)));
                let known = |file: &FittedFile| Some((file.key, quoted(file.sha256.as_ref()?)));
                let hashes: Vec<_> = fitted.files.iter().filter_map(known).collect();
                match &*hashes {
                    [] => {}
                    [(_, hash)] if fitted.files.len() == 1 => line("sha256", hash.clone()),
                    _ => line("sha256", inline_table(hashes)),
                }
            }
            PlayerSource::Module(module) => {
                line("wasm", shown(&module.path));
                module.sha256.iter().for_each(|hash| line("sha256", quoted(hash)));
                module.memory_mib.iter().for_each(|memory| line("memory", memory.to_string()));
            }
            PlayerSource::Program(program) => {
                line("command", quoted(&program.command));
                line("cwd", shown(&program.cwd));
                if !program.env.is_empty() {
                    let pairs = program.env.iter();
                    let pairs = pairs.map(|(key, value)| (quoted(key), quoted(value)));
                    line("env", inline_table(pairs));
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

impl PlayerSource {
    /// The source for a text without a name: `cmd:...`, `wasm:...`, or a built-in strategy, which may have
    /// files for parameters.
    #[must_use]
    pub fn of_text(text: &str, base: &Path) -> PlayerSource {
        if let Some(command) = text.strip_prefix(COMMAND_PREFIX) {
            return PlayerSource::Program(Program::of_command(command, &from(base, "")));
        }
        match text.strip_prefix(MODULE_PREFIX) {
            Some(file) => {
                let path = from(base, file);
                PlayerSource::Module(Module { path, sha256: None, memory_mib: None })
            }
            None => PlayerSource::of_strategy(text, base),
        }
    }

    /// The source for a built-in strategy with its parameters, among which there may be files.
    pub(crate) fn of_strategy(text: &str, base: &Path) -> PlayerSource {
        match Fitted::of_text(text, base) {
            Some(fitted) => PlayerSource::Fitted(fitted),
            None => PlayerSource::BuiltIn(text.to_owned()),
        }
    }

    /// The text that users type for it; for a class, its name.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            PlayerSource::BuiltIn(text) | PlayerSource::Class(text) => text.clone(),
            PlayerSource::Fitted(fitted) => fitted.text(),
            PlayerSource::Program(program) => format!("{COMMAND_PREFIX}{}", program.command),
            PlayerSource::Module(module) => format!("{MODULE_PREFIX}{}", module.path.display()),
        }
    }

    /// Sets the data folder of a program that has none.
    pub fn set_usual_data(&mut self, folder: &Path) {
        if let PlayerSource::Program(program) = self {
            program.data.get_or_insert_with(|| folder.to_owned());
        }
    }

    /// The name of its class if it is a player for the class simulator.
    #[must_use]
    pub fn class_player(&self) -> Option<String> {
        match self {
            PlayerSource::Program(program) => program.class_player(),
            _ => None,
        }
    }

    /// Adds whatever else determines how it plays: the fingerprint of a module's bytes or of a file's, if
    /// they can be read.
    #[must_use]
    pub fn with_hash(&self) -> PlayerSource {
        let mut source = self.clone();
        let learn = |path: &Path, sha256: &mut Option<String>| {
            if sha256.is_none() {
                *sha256 = fs::read(path).ok().map(|bytes| short_hash(&bytes));
            }
        };
        match &mut source {
            PlayerSource::Module(module) => learn(&module.path, &mut module.sha256),
            PlayerSource::Fitted(fitted) => {
                fitted.files.iter_mut().for_each(|file| learn(&file.path, &mut file.sha256));
            }
            _ => {}
        }
        source
    }

    /// Removes folders, which differ from machine to machine and do not affect play. A module or a file is
    /// identified by its bytes, not its path.
    #[must_use]
    pub fn without_paths(&self) -> PlayerSource {
        match self {
            PlayerSource::Program(program) => PlayerSource::Program(Program {
                cwd: PathBuf::new(),
                allow_read: Vec::new(),
                data: None,
                ..program.clone()
            }),
            PlayerSource::Module(module) => {
                PlayerSource::Module(Module { path: PathBuf::new(), ..module.clone() })
            }
            PlayerSource::Fitted(fitted) => {
                let bare = |file: &FittedFile| FittedFile { path: PathBuf::new(), ..file.clone() };
                let files = fitted.files.iter().map(bare).collect();
                PlayerSource::Fitted(Fitted { files, ..fitted.clone() })
            }
            PlayerSource::BuiltIn(_) | PlayerSource::Class(_) => self.clone(),
        }
    }
}

/// A table of a config in one line, from keys and values as they are written.
pub(crate) fn inline_table<K: Display, V: Display>(
    pairs: impl IntoIterator<Item = (K, V)>,
) -> String {
    let pairs = pairs.into_iter().map(|(key, value)| format!("{key} = {value}"));
    format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
}

/// Whether a name is the text of a source such as this one, which the name of a player without a name is.
pub(crate) fn is_source_text(name: &str, source: &PlayerSource) -> bool {
    name == source.text()
        || name.starts_with(COMMAND_PREFIX)
        || name.starts_with(MODULE_PREFIX)
        || matches!(source, PlayerSource::Fitted(_)) && name.contains(':')
}

/// A name as somebody gave it to a player, in composed form.
pub(crate) fn given_name(name: &str) -> Result<String, String> {
    if name == PERSON {
        return Err(format!("`{PERSON}` is reserved for a person at the screen"));
    }
    Name::given(name).map(|name| name.to_string()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{PlayerSource, PlayerSpec};
    use crate::{Config, RawConfig};
    use lettergame_base::Seed;

    fn checked(text: &str) -> Result<Config, String> {
        let mut raw = RawConfig::from_toml(text, "t.toml").map_err(|error| error.to_string())?;
        raw.base = Some(PathBuf::from("/base"));
        raw.validate("auction", Seed(5)).map_err(|error| error.to_string())
    }

    fn names(config: &Config) -> Vec<&str> {
        config.players.iter().map(|player| player.name.as_str()).collect()
    }

    fn source<'a>(config: &'a Config, name: &str) -> &'a PlayerSource {
        &config.players.iter().find(|player| player.name == name).unwrap().source
    }

    #[test]
    fn every_player_may_have_its_own_name() {
        let read = |text: &str| PlayerSpec::read(text, Path::new("/base")).unwrap();
        let built_in = |text: &str| PlayerSource::BuiltIn(text.to_owned());
        for (text, name, source) in [
            ("flat:any=3", "flat:any=3", built_in("flat:any=3")),
            ("old=flat:any=3", "old", built_in("flat:any=3")),
            ("truthful-5", "truthful-5", built_in("truthful-5")),
            ("five = truthful-5", "five", built_in("truthful-5")),
        ] {
            assert_eq!(read(text), PlayerSpec { name: name.to_owned(), source });
            assert_eq!(read(&read(text).text()), read(text));
        }
        for (text, name, typed) in [
            ("cmd:./p A=1", "cmd:./p A=1", "cmd:./p A=1"),
            ("alice=cmd:./p A=1", "alice", "alice=cmd:./p A=1"),
            ("wasm:a=b.wasm", "wasm:a=b.wasm", "wasm:a=b.wasm"),
            ("m.1=wasm:b.wasm", "m.1", "m.1=wasm:/base/b.wasm"),
        ] {
            let player = read(text);
            assert!(player.is_external() && !player.is_built_in(), "{text}");
            assert_eq!((player.name.as_str(), player.text()), (name, typed.to_owned()));
        }
    }

    #[test]
    fn a_strategy_may_have_files() {
        let read = |text: &str| PlayerSpec::read(text, Path::new("/base")).unwrap();
        let fitted = |text: &str| match read(text).source {
            PlayerSource::Fitted(fitted) => fitted,
            other => panic!("{other:?}"),
        };
        let player = fitted("equity:endgame=7:leaves=a/x.csv:tiles=3");
        assert_eq!(player.strategy, "equity:endgame=7:tiles=3");
        let files = |fitted: &super::Fitted| -> Vec<(&str, String)> {
            fitted.files.iter().map(|file| (file.key, file.path.display().to_string())).collect()
        };
        assert_eq!(files(&player), [("leaves", "/base/a/x.csv".to_owned())]);
        let two = fitted("simulation:win-model=w:plays=3:leaves=l");
        assert_eq!(files(&two), [("leaves", "/base/l".into()), ("win-model", "/base/w".into())]);
        assert_eq!(two.strategy, "simulation:plays=3");
        assert_eq!(two.text(), "simulation:leaves=/base/l:win-model=/base/w:plays=3");
        assert_eq!(fitted("equity:leaves=x:leaves=y").strategy, "equity:leaves=y");
        assert_eq!(read("new=equity:leaves=x").text(), "new=equity:leaves=/base/x");
        assert_eq!(read("equity:leaves=x").text(), "equity:leaves=x");
        assert!(
            !read("equity:leaves=shipped").is_external() && !read("leaves=equity").is_external()
        );
        let text = "players = ['equity:leaves=x.csv', 'b=equity:leaves=x.csv:endgame=0', 'zero']";
        let config = checked(text).unwrap();
        let written = config.to_toml();
        let table = "\n[[player]]\nname = \"b\"\nstrategy = \"equity:endgame=0\"\nleaves = \"/base/x.csv\"\n";
        assert!(written.contains(table), "{written}");
        assert_eq!(checked(&written), Ok(config.clone()));
        let hashed = |config: &Config, hashes: &[&str]| {
            let source = |source: &PlayerSource| {
                let mut source = source.clone();
                if let PlayerSource::Fitted(fitted) = &mut source {
                    for (file, hash) in fitted.files.iter_mut().zip(hashes) {
                        file.sha256 = (!hash.is_empty()).then(|| (*hash).to_owned());
                    }
                }
                source
            };
            Config { players: config.with_sources(source), ..config.clone() }
        };
        assert_ne!(
            hashed(&config, &["1"]).fingerprint("l"),
            hashed(&config, &["2"]).fingerprint("l")
        );
        assert_eq!(checked(&hashed(&config, &["1"]).to_toml()), Ok(hashed(&config, &["1"])));
        let config = checked("players = ['zero', 'simulation:win-model=w:leaves=l']").unwrap();
        for (hashes, line) in [
            (["1", "2"], "sha256 = { leaves = \"1\", win-model = \"2\" }"),
            (["", "2"], "sha256 = { win-model = \"2\" }"),
        ] {
            let config = hashed(&config, &hashes);
            let written = config.to_toml();
            assert!(written.lines().any(|found| found == line), "{written}");
            assert_eq!(checked(&written), Ok(config));
        }
        let prints = [["1", "2"], ["2", "1"], ["1", "1"]]
            .map(|hashes| hashed(&config, &hashes).fingerprint("l"));
        assert!(prints[0] != prints[1] && prints[0] != prints[2] && prints[1] != prints[2]);
        for (table, why) in [
            (
                "strategy = 'equity'\nsha256 = '1'",
                "`sha256` is that of a file: `leaves`, `weights`, `win-model` or `bid-model`",
            ),
            ("leaves = 'x'", "a player needs `command`"),
            (
                "command = 'x'\nleaves = 'y'",
                "`leaves`, `weights`, `win-model` and `bid-model` belong to a `strategy`",
            ),
            (
                "strategy = 'equity'\nleaves = 'y'\nwin-model = 'z'\nsha256 = '1'",
                "several files take a table: sha256 = { leaves = \"...\", win-model = \"...\" }",
            ),
            (
                "strategy = 'equity'\nleaves = 'y'\nsha256 = { win-model = '1' }",
                "`sha256` names `win-model`, but the player has no such file",
            ),
            ("wasm = 'x'\nsha256 = { wasm = '1' }", "`sha256` names `wasm`"),
        ] {
            let error = checked(&format!("players = ['zero']\n[[player]]\nname = 'm'\n{table}"));
            assert!(error.as_ref().unwrap_err().contains(why), "{error:?}");
        }
    }

    #[test]
    fn bad_names_are_refused() {
        for (text, why) in [
            (
                "a/b=zero",
                "player `a/b=zero`: invalid name `a/b`: it contains `/`; expected letters",
            ),
            ("=zero", "player `=zero`: invalid name ``: it is empty; expected letters"),
            ("-x=zero", "player `-x=zero`: invalid name `-x`: it begins with `-`"),
            ("x=", "player `x=`: expected a player after `x=`"),
            (
                "person=zero",
                "player `person=zero`: `person` is reserved for a person at the screen",
            ),
            ("me=person", "player `me=person`: a person has no other name"),
        ] {
            let error = PlayerSpec::read(text, Path::new("")).unwrap_err().to_string();
            assert!(error.starts_with(why), "{error}");
        }
        let error = checked("players = [\"zero\",\n \"a/b=zero\"]").unwrap_err();
        assert!(error.starts_with("t.toml:2:2: player `a/b=zero`: invalid name"), "{error}");
        for name in ["=1+2", "+1", "-x", "@a", "a,b", "a\u{202e}b", "person"] {
            let table = format!("players = ['zero']\n[[player]]\nname = '{name}'\ncommand = 'x'");
            let typed = PlayerSpec::read(&format!("{name}=zero"), Path::new(""));
            // a text that begins with `=` has an empty name
            if let (Err(typed), false) = (typed, name.starts_with('=')) {
                assert_eq!(
                    checked(&table).unwrap_err(),
                    format!("t.toml:2:1: player `{name}`: {}", typed.why)
                );
            }
            assert!(checked(&table).is_err(), "{name}");
        }
        for twice in ["'a=zero', 'a=random'", "'mine=zero'"] {
            let text = format!("players = [{twice}]\n[[player]]\nname = 'mine'\ncommand = 'x'");
            let error = checked(&text).unwrap_err();
            assert!(error.ends_with("two players have this name"), "{error}");
        }
    }

    #[test]
    fn names_are_kept_in_every_script_and_told_apart() {
        let table = |name: &str| format!("\n[[player]]\nname = \"{name}\"\ncommand = 'x'");
        let tables = ["Müller", "Möller", "李", "Anna B. (2)"].map(table).concat();
        let players = "players = ['O’Neil=zero', 'Mo\u{308}ller', 'cmd:a b']";
        let config = checked(&format!("{players}{tables}")).unwrap();
        let shown: Vec<String> = config.player_names().iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["O’Neil", "Möller", "cmd:a_b", "Müller", "李", "Anna B. (2)"]);
        assert_eq!(checked(&config.to_toml()), Ok(config));
        let alike = ["José", "Jose\u{301}"].map(table).concat();
        let error = checked(&format!("players = ['zero']{alike}")).unwrap_err();
        assert!(error.ends_with("`José` for `name`: two players have this name"), "{error}");
    }

    #[test]
    fn named_players_read_back() {
        let config = checked("players = ['old=flat:any=3', 'p=cmd:./p', 'zero']").unwrap();
        assert_eq!(names(&config), ["old", "p", "zero"]);
        let text = config.to_toml();
        assert!(text.contains("players = [\"old=flat:any=3\", \"p\", \"zero\"]"), "{text}");
        assert_eq!(checked(&text), Ok(config));
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
        assert_eq!(names(&config), ["mine", "random", "cmd:python3 other.py", "wasm:x.wasm"]);
        let PlayerSource::Program(mine) = source(&config, "mine") else { panic!() };
        assert_eq!(mine.command, "python3 'my player.py'");
        assert_eq!((mine.cwd.as_path(), mine.memory_mib), (Path::new("/base/bots"), Some(512)));
        assert_eq!((mine.time_limit_ms, config.time_limit_ms), (Some(1500), Some(500)));
        assert_eq!((mine.game_time_ms, mine.init_time_ms), (Some(90_000), Some(30_000)));
        assert!(mine.pondering);
        assert_eq!(mine.allow_read, [PathBuf::from("/base/data")]);
        assert_eq!(mine.data, Some(PathBuf::from("/base/class")));
        assert_eq!(*source(&config, "random"), PlayerSource::BuiltIn("random".to_owned()));
        assert_eq!(checked(&config.to_toml()), Ok(config.clone()));
        let elsewhere = config.to_toml().replace("/base", "/other");
        assert_eq!(checked(&elsewhere).unwrap().fingerprint("l"), config.fingerprint("l"));
    }

    #[test]
    fn data_is_for_one_player_or_for_all() {
        let text = "data = 'all'\n[[player]]\nname = 'x'\ncommand = 'a'\ndata = 'own'\n\
                    [[player]]\nname = 'y'\ncommand = 'b'";
        let config = checked(text).unwrap();
        let folder = |name: &str| match source(&config, name) {
            PlayerSource::Program(program) => program.data.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(folder("x"), Some(PathBuf::from("/base/own")));
        assert_eq!(folder("y"), Some(PathBuf::from("/base/all")));
        assert_eq!(checked(&config.to_toml()), Ok(config.clone()));
    }

    #[test]
    fn a_class_is_named_by_its_last_part() {
        let config = checked("players = ['random']\n[[player]]\nclass = 'bots.mine:Mine'").unwrap();
        assert_eq!(names(&config), ["random", "Mine"]);
        assert_eq!(*source(&config, "Mine"), PlayerSource::Class("bots.mine:Mine".to_owned()));
        assert_eq!(checked(&config.to_toml()), Ok(config.clone()));
        assert!(!config.is_replayable(), "a class is not asked again");
    }

    #[test]
    fn a_strategy_needs_no_file() {
        let table = "[[player]]\nname = 'Anna'\nstrategy = 'flat:any=3'\n\
                     [[player]]\nstrategy = 'flat:any=4'";
        let config = checked(table).unwrap();
        assert_eq!(names(&config), ["Anna", "flat:any=4"]);
        assert_eq!(*source(&config, "Anna"), PlayerSource::BuiltIn("flat:any=3".to_owned()));
        assert!(config.to_toml().contains("players = [\"Anna=flat:any=3\", \"flat:any=4\"]"));
        assert_eq!(checked(&config.to_toml()), Ok(config));
    }

    #[test]
    fn problems_in_a_table_are_named() {
        let error = |text: &str| checked(&format!("[[player]]\n{text}")).unwrap_err();
        assert!(error("name = 'x'").contains("needs `command`, `wasm` or `strategy`"));
        assert!(error("command = 'x'\nwasm = 'y'").contains("exactly one of"));
        assert!(error("command = 'x'\nclass = 'a:B'").contains("exactly one of"));
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
