//! `new-player`: writes a working player, with its test, in a chosen language.

use std::fs;
use std::path::Path;

use crate::cli::args::{Language, NewPlayerArgs};
use crate::cli::class_players;
use crate::cli::exit::Failure;
use crate::cli::output::print;
use lettergame_base::{shell_path, shell_word};
use lettergame_protocol::COMMAND_PREFIX;

/// A file to be written: its path in the folder, and its text.
type Template = (&'static str, &'static str);

macro_rules! sdk {
    ($path:literal) => {
        include_str!(concat!("../../sdk/", $path))
    };
}

const PYTHON: [Template; 4] = [
    ("player.py", sdk!("python/template/player.py")),
    ("test_player.py", sdk!("python/template/test_player.py")),
    ("README.md", sdk!("python/template/README.md")),
    ("lettergame_player.py", sdk!("python/lettergame_player.py")),
];
const JS: [Template; 4] = [
    ("player.js", sdk!("js/template/player.js")),
    ("player.test.js", sdk!("js/template/player.test.js")),
    ("README.md", sdk!("js/template/README.md")),
    ("lettergame_player.js", sdk!("js/lettergame_player.js")),
];
const RUST: [Template; 5] = [
    // not `Cargo.toml`: Cargo would treat the folder as a separate package, and leave it out of
    // this one
    ("Cargo.toml", sdk!("rust/template/manifest.toml")),
    ("src/main.rs", sdk!("rust/template/src/main.rs")),
    ("tests/conversation.rs", sdk!("rust/template/tests/conversation.rs")),
    ("README.md", sdk!("rust/template/README.md")),
    ("src/lettergame_player.rs", sdk!("rust/lettergame_player.rs")),
];

const JAVA: [Template; 18] = [
    ("Mine.java", sdk!("java/template/Mine.java")),
    ("MineTest.java", sdk!("java/template/MineTest.java")),
    ("README.md", sdk!("java/template/README.md")),
    ("lettergame/Answers.java", sdk!("java/lettergame/Answers.java")),
    ("lettergame/BestWord.java", sdk!("java/lettergame/BestWord.java")),
    ("lettergame/Failure.java", sdk!("java/lettergame/Failure.java")),
    ("lettergame/GameLog.java", sdk!("java/lettergame/GameLog.java")),
    ("lettergame/Json.java", sdk!("java/lettergame/Json.java")),
    ("lettergame/JsonReader.java", sdk!("java/lettergame/JsonReader.java")),
    ("lettergame/JsonWriter.java", sdk!("java/lettergame/JsonWriter.java")),
    ("lettergame/LetterValues.java", sdk!("java/lettergame/LetterValues.java")),
    ("lettergame/Lines.java", sdk!("java/lettergame/Lines.java")),
    ("lettergame/Player.java", sdk!("java/lettergame/Player.java")),
    ("lettergame/Program.java", sdk!("java/lettergame/Program.java")),
    ("lettergame/Run.java", sdk!("java/lettergame/Run.java")),
    ("lettergame/Streams.java", sdk!("java/lettergame/Streams.java")),
    ("lettergame/Table.java", sdk!("java/lettergame/Table.java")),
    ("lettergame/View.java", sdk!("java/lettergame/View.java")),
];

pub(super) fn run(args: &NewPlayerArgs) -> Result<(), Failure> {
    let dir = &args.dir;
    if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
        let shown = dir.display();
        return Err(Failure::Usage(format!("{shown} is not empty; name a new folder")));
    }
    match (&args.class, args.lang) {
        (Some(path), _) => class_players::run(path, dir),
        (None, Some(language)) => write_player(language, dir),
        (None, None) => Err(Failure::usage("name a language with --lang, or players with --class")),
    }
}

/// Writes the template of a language into a folder, with its texts changed.
pub(super) fn write_template(
    language: Language,
    dir: &Path,
    change: impl Fn(&str) -> String,
) -> Result<(), Failure> {
    let (files, _) = kit(language);
    files.iter().try_for_each(|(name, text)| write(&dir.join(name), &change(text)))
}

fn write_player(language: Language, dir: &Path) -> Result<(), Failure> {
    let (_, next) = kit(language);
    write_template(language, dir, str::to_owned)?;
    let shown = dir.display();
    print(&format!("wrote a player into {shown}; test and audit it with\n{}", next.text(dir)))
}

/// The commands that come next; `DIR` stands for the folder.
struct Next {
    /// Tests the player.
    test: &'static str,
    /// Plays.
    player: &'static str,
}

impl Next {
    /// A line for each command, as a shell takes it.
    fn text(&self, dir: &Path) -> String {
        let dir = shell_path(&dir.display().to_string());
        let player = format!("{COMMAND_PREFIX}{}", self.player.replace("DIR", &dir));
        format!(
            "  {}\n  lettergame check {}\n",
            self.test.replace("DIR", &dir),
            shell_word(&player).unwrap_or(player)
        )
    }
}

/// The files of a language, and the commands that come next.
fn kit(language: Language) -> (&'static [Template], Next) {
    match language {
        Language::Python => {
            (&PYTHON, Next { test: "python3 DIR/test_player.py", player: "python3 DIR/player.py" })
        }
        Language::Java => (
            &JAVA,
            Next {
                test: "javac -d DIR/build DIR/*.java DIR/lettergame/*.java && java -cp DIR/build MineTest DIR/build",
                player: "java -cp DIR/build Mine",
            },
        ),
        Language::Js => (&JS, Next { test: "node --test DIR", player: "node DIR/player.js" }),
        Language::Rust => (
            &RUST,
            Next {
                test: "cargo test --release --manifest-path DIR/Cargo.toml",
                player: "DIR/target/release/my-player",
            },
        ),
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| Failure::Unusable(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Language, kit};

    #[test]
    fn the_commands_survive_a_shell() {
        let commands = |language, dir: &str| kit(language).1.text(Path::new(dir));
        assert_eq!(
            commands(Language::Python, "mine"),
            "  python3 mine/test_player.py\n  lettergame check 'cmd:python3 mine/player.py'\n"
        );
        for language in [Language::Python, Language::Js, Language::Java, Language::Rust] {
            for line in commands(language, "my $HOME player").lines() {
                let words = shlex::split(line).unwrap();
                let inner = words.iter().filter_map(|word| word.strip_prefix("cmd:"));
                let all = inner.flat_map(|command| shlex::split(command).unwrap());
                let all: Vec<String> = words.iter().cloned().chain(all).collect();
                assert!(all.iter().any(|word| word.starts_with("my $HOME player")), "{line}");
            }
        }
    }
}
