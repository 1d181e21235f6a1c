//! Players in Java, where a JDK is installed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::intake::tests::archives::write;
use crate::intake::{BuildLimits, Entry, EntryError, build, find_entry, fingerprint, prepare};
use lettergame_words::{Lexicon, WordList};

/// Whether there is a compiler; continuous integration has one.
pub(super) fn has_javac() -> bool {
    lettergame_xtest::installed(&["javac"])
}

pub(super) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        write(folder.path(), name, text.as_bytes());
    }
    folder
}

pub(super) fn limits() -> BuildLimits {
    BuildLimits::default()
}

fn words() -> Lexicon {
    Lexicon::new(WordList::parse(b"CAT\nDOGS\n", "test").unwrap().words).unwrap()
}

fn command(dir: &Path) -> Result<String, EntryError> {
    match prepare(dir, None, &limits(), &words())?.entry {
        Entry::Program { command, .. } => Ok(command),
        entry => panic!("{entry:?}"),
    }
}

fn main_of(name: &str) -> String {
    format!(
        "public class {name} {{ public static void main(String[] args) {{ System.out.println(\"played\"); }} }}"
    )
}

#[test]
fn the_template_is_compiled() {
    if !has_javac() {
        return;
    }
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/java");
    let folder = tempfile::tempdir().unwrap();
    for part in ["template", "lettergame"] {
        let below = if part == "template" { "" } else { "lettergame/" };
        for entry in fs::read_dir(sdk.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            write(folder.path(), &format!("{below}{name}"), &fs::read(&path).unwrap());
        }
    }
    assert!(matches!(find_entry(folder.path(), None), Err(EntryError::NotBuilt)));
    assert_eq!(command(folder.path()).unwrap(), "java -cp build Mine");
    assert!(!folder.path().join("build/MineTest.class").exists());
    let before = fingerprint(folder.path()).unwrap();
    let prepared = prepare(folder.path(), None, &limits(), &words()).unwrap();
    assert!(prepared.is_compiled);
    assert_eq!(fingerprint(folder.path()).unwrap(), before, "it compiles to the same");
    let named =
        prepare(folder.path(), Some("java -Xss1m -cp build Mine"), &limits(), &words()).unwrap();
    assert!(named.is_compiled);
    let other = prepare(folder.path(), Some("python3 x.py"), &limits(), &words()).unwrap();
    assert!(!other.is_compiled);
}

#[test]
fn the_main_class_is_found() {
    if !has_javac() {
        return;
    }
    let (a, b) = (main_of("A"), main_of("B"));
    let packed = format!("package p.q; {a}");
    let folder_of = |files: &[(&str, &str)]| {
        let folder = folder(files);
        command(folder.path())
    };
    assert_eq!(folder_of(&[("src/p/q/A.java", &packed)]).unwrap(), "java -cp build p.q.A");
    assert_eq!(folder_of(&[("p/q/A.java", &packed), ("B.java", &b)]).unwrap(), "java -cp build B");
    let two = folder_of(&[("A.java", &a), ("B.java", &b)]).unwrap_err();
    assert!(matches!(&two, EntryError::NoMain(names) if names == &["A", "B"]), "{two}");
    let none = folder_of(&[(
        "A.java",
        "class A { static class B { public static void main(String[] a) {} } }",
    )]);
    assert!(matches!(none, Err(EntryError::NoMain(names)) if names.is_empty()));
    let folder = folder(&[("A.java", &a), ("build/Old.class", "stale")]);
    assert_eq!(command(folder.path()).unwrap(), "java -cp build A");
    assert!(!folder.path().join("build/Old.class").exists(), "stale classes are not kept");
    // compiled classes without sources
    fs::remove_file(folder.path().join("A.java")).unwrap();
    assert_eq!(command(folder.path()).unwrap(), "java -cp build A");
    fs::rename(folder.path().join("build/A.class"), folder.path().join("A.class")).unwrap();
    assert_eq!(command(folder.path()).unwrap(), "java -cp . A");
}

#[test]
fn sources_cannot_do_anything_but_be_compiled() {
    if !has_javac() {
        return;
    }
    // a file of arguments as a name; a processor and options of the environment
    let folder = folder(&[
        ("@args.java", "-d .. -verbose"),
        ("META-INF/services/javax.annotation.processing.Processor", "Evil"),
        ("A.java", &main_of("A")),
    ]);
    let error = build(folder.path(), &limits()).unwrap_err();
    assert!(matches!(&error, EntryError::Compiler { log } if !log.is_empty()), "{error}");
    assert!(!folder.path().join("build").exists());
    fs::remove_file(folder.path().join("@args.java")).unwrap();
    assert_eq!(build(folder.path(), &limits()).unwrap(), [""; 0]);
}

#[test]
fn a_compiler_has_limits() {
    if !has_javac() {
        return;
    }
    let folder = folder(&[("A.java", &main_of("A"))]);
    let hasty = BuildLimits { time: Duration::from_millis(1), ..limits() };
    assert!(matches!(build(folder.path(), &hasty), Err(EntryError::CompilerTime(_))));
    assert!(!folder.path().join("build").exists());
    let small = BuildLimits { bytes: 10, ..limits() };
    assert!(matches!(build(folder.path(), &small), Err(EntryError::CompilerOutput(10))));
    fs::write(folder.path().join("A.java"), "class A { int a = \u{1b}x; }\n".repeat(50)).unwrap();
    let terse = BuildLimits { log_bytes: 100, ..limits() };
    let Err(EntryError::Compiler { log }) = build(folder.path(), &terse) else {
        panic!("it compiles")
    };
    assert!(log.join("\n").len() <= 200 && !log.join("").contains('\u{1b}'), "{log:?}");
    let small = BuildLimits { memory_mib: 2, ..limits() };
    fs::write(folder.path().join("A.java"), main_of("A")).unwrap();
    assert!(matches!(build(folder.path(), &small), Err(EntryError::Compiler { .. })));
}
