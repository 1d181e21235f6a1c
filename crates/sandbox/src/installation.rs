//! Locates a player's program and the parts of its installation that it must read.
//!
//! System folders are always granted. Interpreters elsewhere (a virtual environment, pyenv, nvm, sdkman) need
//! their libraries: these are next to the `bin` folder of each link target on the way.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The folders and files next to `bin` that make up an installation.
const PARTS: &[&str] = &[
    "bin",
    "lib",
    "lib64",
    "libexec",
    "include",
    "share",
    "conf",
    "jre",
    "release",
    "pyvenv.cfg",
    "etc",
];

const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib64", "/nix/store", "/gnu/store"];

/// The maximum number of links and script interpreters to follow.
const MAX_HOPS: usize = 16;

/// The absolute path of the program: a bare name is looked up in the search path.
pub(super) fn find(program: &Path, search_path: &str) -> io::Result<PathBuf> {
    if program.components().count() > 1 {
        return std::path::absolute(program);
    }
    std::env::split_paths(search_path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(program))
        .find(|path| is_program(path))
        .ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::NotFound,
                format!("cannot find the program {} in PATH", program.display()),
            )
        })
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// What the program needs in addition to the system folders: itself and its installation, and those of the
/// interpreter in its first line, or of the program that it starts if it is `env`.
pub(super) fn needs(
    program: &Path,
    args: &[String],
    search_path: &str,
    home: Option<&Path>,
) -> Vec<PathBuf> {
    let mut needed = Vec::new();
    let by_env = is_env(program).then(|| named(args.iter().map(String::as_str), search_path));
    for start in [Some(program.to_path_buf()), by_env.flatten()] {
        let mut next = start;
        for _ in 0..MAX_HOPS {
            let Some(path) = next else { break };
            if !SYSTEM.iter().any(|folder| path.starts_with(folder)) {
                needed.extend(around(&path, home));
            }
            next = link_target(&path)
                .or_else(|| real_path(&path))
                .or_else(|| interpreter(&path, search_path));
        }
    }
    needed.sort();
    needed.dedup();
    needed
}

/// The file itself and the rest of its installation.
fn around(path: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let mut parts = vec![path.to_path_buf()];
    let folder = path.parent().unwrap_or(Path::new("/"));
    let Some(prefix) = folder.parent().filter(|prefix| !is_shared(prefix, home)) else {
        return parts;
    };
    match folder.file_name().and_then(|name| name.to_str()) {
        Some("shims") => parts.push(prefix.to_path_buf()),
        Some("bin") => {
            parts.extend(PARTS.iter().map(|part| prefix.join(part)).filter(|part| part.exists()))
        }
        _ => {}
    }
    parts
}

/// Folders that contain more than one installation, or private files: `/`, `/home`, a home folder,
/// `~/.local`.
fn is_shared(prefix: &Path, home: Option<&Path>) -> bool {
    let above_a_home =
        home.is_some_and(|home| home.starts_with(prefix) || home.join(".local") == prefix);
    let few_components = prefix.components().count() < 3 && prefix != Path::new("/opt");
    let a_home = prefix.parent() == Some(Path::new("/home"));
    above_a_home || few_components || a_home || prefix.ends_with(".local")
}

/// Follows one link, so that each intermediate location is seen.
fn link_target(path: &Path) -> Option<PathBuf> {
    let target = fs::read_link(path).ok()?;
    Some(path.parent()?.join(target))
}

/// The path without links in its folders, if it differs.
fn real_path(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|real| real != path)
}

/// The interpreter in a script's `#!` line: a path, or a name after `env`.
fn interpreter(path: &Path, search_path: &str) -> Option<PathBuf> {
    let mut start = Vec::new();
    fs::File::open(path).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split_whitespace();
    let program = Path::new(words.next()?);
    if is_env(program) { named(words, search_path) } else { Some(program.to_path_buf()) }
}

fn is_env(program: &Path) -> bool {
    program.file_name().is_some_and(|name| name == "env")
}

/// The program that `env` starts with these arguments.
fn named<'a>(mut args: impl Iterator<Item = &'a str>, search_path: &str) -> Option<PathBuf> {
    let name = args.find(|word| !word.starts_with('-') && !word.contains('='))?;
    find(Path::new(name), search_path).ok()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::{Path, PathBuf};

    use super::needs;

    /// A folder with the given programs, removed at the end of the test.
    struct Tree(PathBuf);

    impl Tree {
        fn new(name: &str) -> Tree {
            let root =
                std::env::temp_dir().join(format!("installation-{name}-{}", std::process::id()));
            fs::create_dir_all(&root).unwrap();
            Tree(root.canonicalize().unwrap())
        }

        fn program(&self, name: &str, text: &str) -> PathBuf {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            path
        }
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_virtual_environment_and_its_base_python_are_granted() {
        let tree = Tree::new("venv");
        let real = tree.program("versions/3.12/bin/python3.12", "");
        fs::create_dir_all(tree.0.join("versions/3.12/lib")).unwrap();
        let link = tree.program("player/venv/bin/python", "");
        fs::remove_file(&link).unwrap();
        symlink(&real, &link).unwrap();
        fs::write(tree.0.join("player/venv/pyvenv.cfg"), "").unwrap();
        let needed = needs(&link, &[], "", None);
        assert!(needed.contains(&tree.0.join("player/venv/pyvenv.cfg")), "{needed:?}");
        assert!(needed.contains(&tree.0.join("versions/3.12/lib")), "{needed:?}");
        assert!(!needed.contains(&tree.0.join("player/venv")), "{needed:?}");
    }

    #[test]
    fn a_script_needs_its_interpreter() {
        let tree = Tree::new("script");
        let python = tree.program("env/bin/mypython", "");
        let script = tree.program("bot.py", "#!/usr/bin/env mypython\n");
        let search = tree.0.join("env/bin").display().to_string();
        assert!(needs(&script, &[], &search, None).contains(&python));
        let args = ["-i", "A=1", "mypython", "bot.py"].map(str::to_owned);
        assert!(needs(Path::new("/usr/bin/env"), &args, &search, None).contains(&python));
    }

    #[test]
    fn shims_grant_their_prefix_but_never_a_home_directory() {
        let tree = Tree::new("shims");
        let shim = tree.program("home/.pyenv/shims/python3", "");
        let home = tree.0.join("home");
        assert!(needs(&shim, &[], "", Some(&home)).contains(&home.join(".pyenv")));
        let odd = tree.program("home/shims/python3", "");
        assert_eq!(needs(&odd, &[], "", Some(&home)), [odd]);
        let own = tree.program("home/.local/bin/bot", "");
        fs::create_dir_all(home.join(".local/share/keyrings")).unwrap();
        assert_eq!(needs(&own, &[], "", Some(&home)), [own]);
    }

    #[test]
    fn system_programs_need_nothing_more() {
        assert!(needs(Path::new("/usr/bin/env"), &[], "", None).is_empty());
    }
}
