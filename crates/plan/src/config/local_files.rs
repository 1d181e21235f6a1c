//! The local files that a config names, and the same config with these files elsewhere.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::{Config, PlayerSource};
use lettergame_protocol::ProgramError;

/// A local file or folder that a config names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalFile {
    /// What names it: `lexicon`, or the player.
    pub named_by: String,
    /// The path as in the config: the word list, a module, a readable path, or the base of a
    /// command's relative paths.
    pub path: PathBuf,
    /// For a command, the command itself and the paths it reads: absolute, with links resolved.
    pub command: Option<(String, Vec<PathBuf>)>,
}

impl Config {
    /// All local files that the players and the lexicon need, apart from interpreters. Looks at
    /// folders, starts nothing.
    ///
    /// # Errors
    /// If a program cannot be found; with the name of its player.
    pub fn local_files(&self) -> Result<Vec<LocalFile>, (String, ProgramError)> {
        let plain = |named_by: &str, path: &Path| {
            let (named_by, path) = (named_by.to_owned(), path.to_owned());
            LocalFile { named_by, path, command: None }
        };
        let lexicon = self.lexicon.iter().map(|file| plain("lexicon", Path::new(file)));
        let mut files: Vec<LocalFile> = lexicon.collect();
        for player in self.external_players() {
            let name = &player.name;
            match &player.source {
                PlayerSource::Module(module) => files.push(plain(name, &module.path)),
                PlayerSource::Fitted(fitted) => {
                    files.extend(fitted.files.iter().map(|file| plain(name, &file.path)));
                }
                PlayerSource::BuiltIn(_) | PlayerSource::Class(_) => {}
                PlayerSource::Program(program) => {
                    let mut bare = program.clone();
                    bare.allow_read.clear();
                    let located = bare.locate().map_err(|error| (name.clone(), error))?;
                    let command = Some((program.command.clone(), located.reads));
                    files.push(LocalFile { command, ..plain(name, &program.cwd) });
                    files.extend(program.data.iter().map(|path| plain(name, path)));
                    files.extend(program.allow_read.iter().map(|path| plain(name, path)));
                }
            }
        }
        Ok(files)
    }

    /// The same config with files elsewhere: each path that is a key of `places` is replaced. The
    /// fingerprint does not change, because paths do not count in it.
    #[must_use]
    pub fn moved(&self, places: &BTreeMap<PathBuf, PathBuf>) -> Config {
        self.with_paths(|path| places.get(path).cloned())
    }

    /// The same config with paths relative to this folder, which must exist. A path stays absolute
    /// if it cannot be made relative, as on another drive.
    pub fn relative_to(&self, dir: &Path) -> Config {
        let dir = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
        self.with_paths(|path| pathdiff::diff_paths(path, &dir))
    }

    /// The same config with each local path replaced for which `replaced` returns another.
    fn with_paths(&self, replaced: impl Fn(&Path) -> Option<PathBuf>) -> Config {
        let replace = |path: &mut PathBuf| {
            if let Some(other) = replaced(path) {
                *path = other;
            }
        };
        let mut config = self.clone();
        if let Some(file) = &mut config.lexicon {
            let mut path = PathBuf::from(&*file);
            replace(&mut path);
            *file = path.display().to_string();
        }
        for player in &mut config.players {
            match &mut player.source {
                PlayerSource::Module(module) => replace(&mut module.path),
                PlayerSource::Fitted(fitted) => {
                    fitted.files.iter_mut().for_each(|file| replace(&mut file.path));
                }
                PlayerSource::BuiltIn(_) | PlayerSource::Class(_) => {}
                PlayerSource::Program(program) => {
                    replace(&mut program.cwd);
                    program.data.iter_mut().for_each(replace);
                    program.allow_read.iter_mut().for_each(replace);
                }
            }
        }
        config
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::PathBuf;

    use crate::{Config, RawConfig};
    use lettergame_base::Seed;

    fn config(folder: &std::path::Path) -> Config {
        let text = r#"
            players = ["wasm:x.wasm", "random"]
            lexicon = "/words/w.txt"
            [[player]]
            name = "mine"
            command = "sh bots/p.sh --depth=3"
            allow-read = ["data"]
        "#;
        let raw = RawConfig::from_toml(text, "t.toml").unwrap().based(folder);
        raw.validate("auction", Seed(5)).unwrap()
    }

    fn folder() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("bots")).unwrap();
        fs::write(dir.path().join("bots/p.sh"), "").unwrap();
        dir
    }

    #[test]
    fn all_files_of_players_and_lexicon_are_named() {
        let dir = folder();
        let files = config(dir.path()).local_files().unwrap();
        let named: Vec<(&str, PathBuf)> =
            files.iter().map(|file| (file.named_by.as_str(), file.path.clone())).collect();
        let at = |path: &str| dir.path().join(path);
        let wanted = [
            ("lexicon", PathBuf::from("/words/w.txt")),
            ("mine", at("").components().collect()),
            ("mine", at("data")),
            ("wasm:x.wasm", at("x.wasm")),
        ];
        assert_eq!(named, wanted);
        let (command, reads) = files[1].command.as_ref().unwrap();
        assert_eq!(command, "sh bots/p.sh --depth=3");
        assert!(reads.contains(&at("bots/p.sh").canonicalize().unwrap()), "{reads:?}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let (player, error) = config(dir.path()).local_files().unwrap_err();
        assert_eq!(player, "mine");
        assert!(error.to_string().contains("bots/p.sh"), "{error}");
    }

    #[test]
    fn a_moved_config_plays_the_same() {
        let dir = folder();
        let config = config(dir.path());
        let files = config.local_files().unwrap();
        let places: BTreeMap<PathBuf, PathBuf> = files
            .iter()
            .enumerate()
            .map(|(place, file)| (file.path.clone(), PathBuf::from(format!("/there/{place}"))))
            .collect();
        let moved = config.moved(&places);
        let text = moved.to_toml();
        for line in [
            r#"lexicon = "/there/0""#,
            r#"cwd = "/there/1""#,
            r#"allow-read = ["/there/2"]"#,
            r#"wasm = "/there/3""#,
            r#"command = "sh bots/p.sh --depth=3""#,
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        assert_eq!(moved.fingerprint("w"), config.fingerprint("w"));
        assert_eq!(config.moved(&BTreeMap::new()), config);
    }
}
