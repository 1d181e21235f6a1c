//! The names of entries, which are hostile until they are read here.

use crate::intake::limits::IntakeLimits;
use crate::intake::refusal::{IntakeError, Refusal, is_invisible, shown};
use lettergame_base::is_device;

/// What the name of an entry stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryName {
    /// The folder that was packed.
    Root,
    /// Something that players do not need: the topmost path to be skipped.
    Noise(String),
    /// A path that is safe on every system, relative and with `/`.
    Path(String),
}

impl EntryName {
    /// Reads the name of an entry.
    pub(super) fn read(raw: &[u8], limits: &IntakeLimits) -> Result<EntryName, IntakeError> {
        let refuse = |reason: Refusal| reason.of(raw);
        let text = str::from_utf8(raw).map_err(|_| refuse(Refusal::NotUtf8))?;
        let parts = parts(text).map_err(refuse)?;
        if let Some(at) = parts.iter().position(|part| is_noise(part)) {
            return Ok(EntryName::Noise(shown(parts[..=at].join("/").as_bytes())));
        }
        if parts.len() > limits.depth {
            return Err(refuse(Refusal::TooDeep(limits.depth)));
        }
        let path = parts.join("/");
        if path.len() > limits.path_length {
            return Err(refuse(Refusal::TooLong(limits.path_length)));
        }
        if let Some(part) = parts.iter().find(|part| is_reserved(part)) {
            return Err(refuse(Refusal::Reserved(shown(part.as_bytes()))));
        }
        if parts.iter().any(|part| part.starts_with('-')) {
            return Err(refuse(Refusal::Dash));
        }
        Ok(if parts.is_empty() { EntryName::Root } else { EntryName::Path(path) })
    }
}

/// The names of a path, without those that stay where they are.
fn parts(text: &str) -> Result<Vec<&str>, Refusal> {
    if text.contains(|char: char| char.is_control() || is_invisible(char)) {
        return Err(Refusal::Control);
    }
    match text.as_bytes() {
        [] => return Err(Refusal::Empty),
        [b'/', ..] => return Err(Refusal::Absolute),
        [letter, b':', ..] if letter.is_ascii_alphabetic() => return Err(Refusal::Drive),
        _ => {}
    }
    if text.contains('\\') {
        return Err(Refusal::Backslash);
    }
    let mut parts: Vec<&str> = text.strip_suffix('/').unwrap_or(text).split('/').collect();
    if parts.contains(&"") {
        return Err(Refusal::Empty);
    }
    if parts.contains(&"..") {
        return Err(Refusal::Parent);
    }
    parts.retain(|part| *part != ".");
    Ok(parts)
}

/// Traces of systems and tools.
fn is_noise(name: &str) -> bool {
    ["__MACOSX", ".DS_Store", ".git", "__pycache__"].contains(&name)
        || name.starts_with("._")
        || name.ends_with(".pyc")
}

/// Whether Windows cannot have a file of this name.
fn is_reserved(name: &str) -> bool {
    is_device(name.split('.').next().unwrap_or_default().trim_end())
        || name.ends_with(['.', ' '])
        || name.starts_with(' ')
        || name.contains(['<', '>', ':', '"', '|', '?', '*'])
}

/// The same text for names that some systems take for one.
pub(super) fn folded(path: &str) -> String {
    path.to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{EntryName, folded};
    use crate::intake::limits::IntakeLimits;
    use crate::intake::refusal::{IntakeError, Refusal};

    fn read(name: &[u8]) -> Result<EntryName, Refusal> {
        EntryName::read(name, &IntakeLimits::default()).map_err(|error| match error {
            IntakeError::Entry { reason, .. } => reason,
            error => panic!("{error}"),
        })
    }

    #[test]
    fn names_are_refused_for_what_is_wrong_with_them() {
        let reserved = |name: &str| Refusal::Reserved(name.to_owned());
        let long = "a".repeat(201);
        for (name, reason) in [
            (&b""[..], Refusal::Empty),
            (b"/etc/passwd", Refusal::Absolute),
            (b"//server/x", Refusal::Absolute),
            (b"C:/x", Refusal::Drive),
            (b"c:x", Refusal::Drive),
            (b"..", Refusal::Parent),
            (b"a/../../x", Refusal::Parent),
            (b".git/../../x", Refusal::Parent),
            (b"a\\x", Refusal::Backslash),
            (b"..\\x", Refusal::Backslash),
            (b"a//x", Refusal::Empty),
            (b"a///", Refusal::Empty),
            (b"a\nb", Refusal::Control),
            (b"a\0b", Refusal::Control),
            (b"\x7f", Refusal::Control),
            ("a\u{202e}yp.exe".as_bytes(), Refusal::Control),
            (b"caf\xe9", Refusal::NotUtf8),
            (b"con", reserved("con")),
            (b"a/NUL.txt", reserved("NUL.txt")),
            (b"lpt1", reserved("lpt1")),
            ("COM²".as_bytes(), reserved("COM²")),
            (b"ab:c", reserved("ab:c")),
            (b"x.", reserved("x.")),
            (b"x ", reserved("x ")),
            (b"what?", reserved("what?")),
            (b"a/-jar", Refusal::Dash),
            (b"1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17", Refusal::TooDeep(16)),
            (long.as_bytes(), Refusal::TooLong(200)),
        ] {
            assert_eq!(read(name), Err(reason), "{}", String::from_utf8_lossy(name));
        }
    }

    #[test]
    fn sane_names_are_taken() {
        let path = |text: &str| Ok(EntryName::Path(text.to_owned()));
        assert_eq!(read(b"./a/./b.py"), path("a/b.py"));
        assert_eq!(read(b"a/"), path("a"));
        assert_eq!(read("wörter/ä b.txt".as_bytes()), path("wörter/ä b.txt"));
        assert_eq!(read(b"com10/console"), path("com10/console"));
        assert_eq!(read(b"..."), Err(Refusal::Reserved("...".to_owned())));
        assert_eq!(read(b"..a"), path("..a"));
        assert_eq!(read(b"./"), Ok(EntryName::Root));
        assert_eq!(read(b"."), Ok(EntryName::Root));
    }

    #[test]
    fn noise_is_named_by_its_topmost_path() {
        let noise = |text: &str| Ok(EntryName::Noise(text.to_owned()));
        assert_eq!(read(b"team/.git/objects/ab/cd"), noise("team/.git"));
        assert_eq!(read(b"__MACOSX/a/._b"), noise("__MACOSX"));
        assert_eq!(read(b"a/x.pyc"), noise("a/x.pyc"));
        assert_eq!(read(b"._player.py"), noise("._player.py"));
        assert_eq!(read(b".gitignore"), Ok(EntryName::Path(".gitignore".to_owned())));
    }

    #[test]
    fn names_that_are_one_on_some_systems_fold_to_one() {
        assert_eq!(folded("Ä/B"), folded("ä/b"));
        assert_eq!(folded("\u{212a}"), folded("k"));
        assert_ne!(folded("a"), folded("b"));
    }
}
