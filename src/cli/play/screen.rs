//! What a screen of `play` is made of: colours for a terminal, lines of a limited width, and a clean
//! screen between two persons.

use anstyle::{AnsiColor, Style};

use crate::cli::ask::at_terminal;
use crate::cli::output::wants_colour;

/// No line is wider.
const COLUMNS: usize = 100;

/// Empty lines that stand for a clean screen where none can be had.
const DISTANCE: usize = 60;

/// Colours what it is given, or leaves it plain.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    colour: bool,
}

impl Ink {
    /// Coloured where a person looks at a terminal and has not refused it.
    pub(super) fn wanted() -> Ink {
        Ink { colour: wants_colour() }
    }

    /// A heading, the letter on sale, a question.
    pub(super) fn strong(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// Whoever has won something.
    pub(super) fn winner(self, text: &str) -> String {
        self.styled(AnsiColor::Green.on_default().bold(), text)
    }

    /// What nobody else may see.
    pub(super) fn secret(self, text: &str) -> String {
        self.styled(AnsiColor::Magenta.on_default(), text)
    }

    /// What stands aside.
    pub(super) fn quiet(self, text: &str) -> String {
        self.styled(Style::new().dimmed(), text)
    }

    fn styled(self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// A start and words after it, with blanks between them, on as many lines as they need; further
/// lines begin below the first word.
pub(super) fn flowed(start: &str, words: impl IntoIterator<Item = String>) -> String {
    let indent = columns(start);
    let mut text = start.to_owned();
    let mut at = indent;
    for word in words {
        let wide = columns(&word);
        if at > indent && at + 1 + wide > COLUMNS {
            text += "\n";
            text += &" ".repeat(indent);
            at = indent;
        }
        if at > indent {
            text += " ";
            at += 1;
        }
        text += &word;
        at += wide;
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The columns that a text takes, its escape codes left out.
fn columns(text: &str) -> usize {
    let mut inside_code = false;
    let mut columns = 0;
    for c in text.chars() {
        match c {
            '\u{1b}' => inside_code = true,
            _ if inside_code => inside_code = c != 'm',
            _ => columns += 1,
        }
    }
    columns
}

/// The text, or its start and an ellipsis if it is longer than `most` characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    if text.chars().count() <= most {
        return text.chars().map(plain).collect();
    }
    text.chars().take(most - 1).map(plain).chain(['…']).collect()
}

/// What takes everything off the screen, and out of the lines above it; or much distance.
pub(super) fn wiped() -> String {
    let knows_codes = std::env::var_os("TERM").is_some_and(|term| term != "dumb");
    if at_terminal() && knows_codes {
        "\u{1b}[H\u{1b}[2J\u{1b}[3J".to_owned()
    } else {
        "\n".repeat(DISTANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, Ink, columns, flowed, shortened};

    #[test]
    fn words_flow_below_the_first_one() {
        let words = (0..60).map(|number| format!("w{number}"));
        let text = flowed("start  ", words);
        assert!(text.lines().count() > 2 && text.starts_with("start  w0 w1 "), "{text}");
        assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("       w")), "{text}");
        assert_eq!(flowed("alone  ", []), "alone\n");
    }

    #[test]
    fn codes_take_no_columns() {
        let ink = Ink { colour: true };
        assert_eq!(columns(&ink.secret("[A]")), 3);
        assert_eq!(Ink { colour: false }.secret("[A]"), "[A]");
    }

    #[test]
    fn long_texts_are_cut_and_codes_are_not_passed_on() {
        assert_eq!(shortened("letter-value", 12), "letter-value");
        assert_eq!(shortened("letter-value", 7), "letter…");
        assert_eq!(shortened("a\u{1b}[2J", 9), "a?[2J");
    }
}
