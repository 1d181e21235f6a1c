//! Recognises players of the class simulator in Java sources, without a compiler.

/// The packages of the class simulator, newest first; each has a class `Player`.
pub(super) const SIMULATOR: [&str; 3] = ["words.core", "seven.ui", "lettergame.ui"];

/// Whether a path is that of a source of the player, not of its tests.
pub(super) fn is_source(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_test = folder.split('/').any(|part| part == "test" || part == "tests");
    let stem = name.strip_suffix(".java").filter(|stem| !is_test_class(stem));
    stem.is_some() && !is_test && !path.starts_with("build/")
}

/// Whether a class is a test by its name.
pub(super) fn is_test_class(name: &str) -> bool {
    name.ends_with("Test") || name.ends_with("Tests")
}

/// Whether a class in this source extends or implements the player of an edition of the class simulator.
pub(super) fn is_class_player(source: &str) -> bool {
    let words = words(source);
    let follows = |at: usize, keyword: &str| at > 0 && words[at - 1] == keyword;
    let is_near = |package: &&str| {
        let any = format!("{package}.*");
        let player = format!("{package}.Player");
        let imports =
            |at: usize, word: &str| follows(at, "import") && (word == any || word == player);
        words
            .iter()
            .enumerate()
            .any(|(at, word)| imports(at, word) || (follows(at, "package") && word == package))
    };
    let knows_player = SIMULATOR.iter().any(is_near);
    let is_base = |at: usize| {
        let is_type = |word: &&String| word.starts_with(char::is_uppercase) || word.contains('.');
        let before = words[..at].iter().rev().find(|word| !is_type(word));
        follows(at, "extends") || before.is_some_and(|word| word == "implements")
    };
    words.iter().enumerate().any(|(at, word)| {
        let is_full = || SIMULATOR.iter().any(|package| *word == format!("{package}.Player"));
        ((word == "Player" && knows_player) || is_full()) && is_base(at)
    })
}

/// The dotted names of a source, its keywords and opening braces, without comments and texts.
fn words(source: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut rest = source;
    while let Some(char) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if matches!(char, '"' | '\'') && !rest.starts_with("\"\"\"") {
            literal(rest, char)
        } else {
            block(rest, "/*", "*/").or_else(|| block(rest, "\"\"\"", "\"\"\"")).unwrap_or(0)
        };
        let is_part = char.is_alphanumeric() || matches!(char, '_' | '$' | '.' | '*');
        match words.last_mut() {
            Some(last) if is_part && skipped == 0 => last.push(char),
            _ if char == '{' && skipped == 0 => words.extend(["{".to_owned(), String::new()]),
            Some(last) if last.is_empty() => {}
            _ => words.push(String::new()),
        }
        rest = &rest[skipped.max(char.len_utf8())..];
    }
    words
}

/// The length of a block at the start, in bytes.
fn block(text: &str, start: &str, end: &str) -> Option<usize> {
    let inside = text.strip_prefix(start)?;
    Some(inside.find(end).map_or(text.len(), |at| start.len() + at + end.len()))
}

/// The length of a text or character at the start, in bytes.
fn literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        if !is_escaped && (char == quote || char == '\n') {
            return at + char.len_utf8();
        }
        is_escaped = !is_escaped && char == '\\';
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{is_class_player, is_source};

    #[test]
    fn players_of_the_class_simulator_are_recognised() {
        for source in [
            "package words.g1; import words.core.*; public class G1 extends Player {}",
            "import words.core.Player;\nclass A\nextends Player\n{}",
            "class A extends words.core.Player {}",
            "package seven.g3; import seven.ui.Player; class A<T> extends Player{}",
            "package lettergame.ui; class A extends Player {}",
            "import seven.ui.*; public class A implements Cloneable, Comparable<A>, Player {",
            "class A implements seven.ui.Player {}",
            "String a = \"// \\\" \"; import /* x */ seven.ui.Player; class A extends Player {}",
        ] {
            assert!(is_class_player(source), "{source}");
        }
        for source in [
            "import lettergame.Player; public class Mine extends Player {}",
            "// import words.core.Player;\nimport lettergame.*; class A extends Player {}",
            "/* class A extends words.core.Player */ class B {}",
            "String text = \"class A extends words.core.Player\";",
            "String text = \"\"\"\n class A extends words.core.Player\"\"\";",
            "import seven.ui.Player; class A implements Cloneable { Player one; }",
            "import words.core.Word; class A extends Player {}",
        ] {
            assert!(!is_class_player(source), "{source}");
        }
    }

    #[test]
    fn tests_are_no_sources() {
        assert!(is_source("Mine.java") && is_source("a/b/Testing.java"));
        for path in
            ["MineTest.java", "src/test/java/A.java", "ATests.java", "build/A.java", "A.class"]
        {
            assert!(!is_source(path), "{path}");
        }
    }
}
