//! The player's environment: files and links in its scratch folder, and variables.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::Spec;

/// Copies the files and creates the links.
pub(super) fn fill(spec: &Spec) -> io::Result<()> {
    for (name, source) in &spec.files {
        let place = place_of(spec, name)?;
        let copied = fs::copy(source, &place);
        copied.map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", source.display()))
        })?;
    }
    for (name, target) in &spec.links {
        link(target, &place_of(spec, name)?)?;
    }
    Ok(())
}

/// The path of a name in the scratch folder; its parent folders are created.
fn place_of(spec: &Spec, name: &Path) -> io::Result<PathBuf> {
    if !name.components().all(|part| matches!(part, Component::Normal(_))) {
        let text = format!("{} is outside the scratch folder", name.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    let place = spec.scratch.join(name);
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent)?;
    }
    Ok(place)
}

#[cfg(unix)]
fn link(target: &Path, place: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, place)
}

#[cfg(not(unix))]
fn link(target: &Path, place: &Path) -> io::Result<()> {
    fs::copy(target, place).map(|_| ())
}

/// Sets a clean environment: only the search path comes from the caller.
pub(super) fn set_environment(command: &mut Command, spec: &Spec, search_path: &str) {
    command.env_clear();
    // without the first of them a Windows process cannot generate random numbers or open sockets
    #[cfg(windows)]
    command.envs(
        ["SystemRoot", "ComSpec", "PATHEXT"]
            .map(|name| (name, std::env::var_os(name).unwrap_or_default())),
    );
    #[cfg(windows)]
    command.env("TEMP", &spec.scratch).env("TMP", &spec.scratch).env("USERPROFILE", &spec.scratch);
    command.env("PATH", search_path).env("LANG", "C.UTF-8");
    command.env("HOME", &spec.scratch).env("TMPDIR", &spec.scratch);
    // Java uses a quarter of the reported memory for its heap: twice the limit gives it half of the limit
    let told = spec.memory.saturating_mul(2);
    command.env("JAVA_TOOL_OPTIONS", format!("-XX:MaxRAM={told}"));
    command.envs(spec.env.iter().map(|(name, value)| (name, value)));
}
