//! The Java classes shared by all tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The Java tools.
pub(crate) const JAVA: [&str; 2] = ["java", "javac"];

/// The folder of the SDKs.
pub(crate) fn sdk() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sdk")
}

/// The classes of `sdk/java` without the templates, compiled once for all tests.
pub(crate) fn classes() -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sdk-classes");
        let _ = fs::remove_dir_all(&folder);
        let mut sources = Vec::new();
        collect(&sdk().join("java"), &mut sources);
        assert!(sources.len() > 20, "{sources:?}");
        compile(&folder, &[], &sources);
        folder
    })
}

pub(crate) fn collect(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let apart = path.ends_with("template") || path.ends_with("editions");
        if path.is_dir() && !apart {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            sources.push(path);
        }
    }
}

/// Compiles sources into a folder.
pub(crate) fn compile(into: &Path, more: &[&str], sources: &[PathBuf]) {
    let mut javac = Command::new("javac");
    javac.args(["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"]);
    let output = javac.arg("-d").arg(into).args(more).args(sources).output().expect("javac");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The command of a class player of the samples.
pub(crate) fn class_player(name: &str) -> String {
    format!("cmd:java -cp {} words.Lgp words.{name}", classes().display())
}
