//! Words of a command line, printed for users to copy into a shell.

/// A word quoted for a shell: unchanged if it is plain, otherwise in quotes; `None` if it contains
/// a NUL, which no shell accepts.
#[must_use]
pub fn shell_word(word: &str) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:=@%,".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return Some(word.to_owned());
    }
    shlex::try_quote(word).ok().map(|word| word.into_owned())
}

/// A path quoted for a shell and a command line: in quotes where needed, and never taken for an option. A
/// path that contains a NUL, which no system allows, is returned unchanged.
#[must_use]
pub fn shell_path(path: &str) -> String {
    let path = if path.starts_with('-') { format!("./{path}") } else { path.to_owned() };
    shell_word(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::{shell_path, shell_word};

    #[test]
    fn a_word_is_quoted_where_a_shell_needs_it() {
        let words = ["a/b-1.2", "a run", "it's", "", "x=1,2", "$HOME", "ä"];
        let shown = words.map(|word| shell_word(word).unwrap());
        assert_eq!(shown, ["a/b-1.2", "'a run'", "\"it's\"", "''", "x=1,2", "'$HOME'", "'ä'"]);
        assert_eq!(shell_word("a\0b"), None);
    }

    #[test]
    fn a_path_is_one_word_and_no_option() {
        let paths = ["runs/a", "a run", "-dash", "-a run", "--"];
        let shown = paths.map(shell_path);
        assert_eq!(shown, ["runs/a", "'a run'", "./-dash", "'./-a run'", "./--"]);
    }
}
