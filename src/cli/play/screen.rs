//! The elements of `play` screens: colours for a terminal, lines of limited width, and a cleared
//! screen between two people.

use anstyle::{AnsiColor, Style};

use crate::cli::ask::at_terminal;
use crate::cli::exit::Failure;
use crate::cli::output::{print, wants_colour};
use lettergame_report::terminal_width;

/// The maximum width of a line.
const COLUMNS: usize = 100;

/// The number of empty lines printed if the screen cannot be cleared.
const DISTANCE: usize = 60;

/// Colours text, or leaves it plain.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    colour: bool,
}

impl Ink {
    /// Coloured if a person looks at a terminal and has not disabled colours.
    pub(super) fn wanted() -> Ink {
        Ink { colour: wants_colour() }
    }

    /// A heading, the letter on sale, a question.
    pub(super) fn strong(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// A winner.
    pub(super) fn winner(self, text: &str) -> String {
        self.styled(AnsiColor::Green.on_default().bold(), text)
    }

    /// What no one else may see.
    pub(super) fn secret(self, text: &str) -> String {
        self.styled(AnsiColor::Magenta.on_default(), text)
    }

    /// Secondary text.
    pub(super) fn quiet(self, text: &str) -> String {
        self.styled(Style::new().dimmed(), text)
    }

    fn styled(self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// Writes text to standard output, with lines that are too long for the terminal broken between words.
pub(super) fn tell(text: &str) -> Result<(), Failure> {
    print(&wrapped(text, width()))
}

/// The width of a line.
fn width() -> usize {
    terminal_width().map_or(COLUMNS, |columns| columns.min(COLUMNS))
}

/// The text with longer lines broken between words; what follows is indented as the line is.
fn wrapped(text: &str, width: usize) -> String {
    let line = |line: &str| {
        if columns(line) <= width {
            return line.to_owned();
        }
        let (indent, words) = line.split_at(line.len() - line.trim_start().len());
        let end = if line.ends_with('\n') { "" } else { "\n" };
        let flowing = flowed_within(width, indent, words.split_whitespace().map(str::to_owned));
        flowing.strip_suffix(end).unwrap_or(&flowing).to_owned()
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Wraps words after a start, separated by spaces; further lines are indented to the first word.
pub(super) fn flowed(start: &str, words: impl IntoIterator<Item = String>) -> String {
    flowed_within(width(), start, words)
}

fn flowed_within(width: usize, start: &str, words: impl IntoIterator<Item = String>) -> String {
    let indent = columns(start);
    let mut text = start.to_owned();
    let mut at = indent;
    for word in words {
        let wide = columns(&word);
        if at > indent && at + 1 + wide > width {
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

/// The width of a text in columns, without its escape codes.
fn columns(text: &str) -> usize {
    let mut inside_code = false;
    let mut columns = 0;
    for c in text.chars() {
        match c {
            '\u{1b}' => inside_code = true,
            _ if inside_code => inside_code = c != 'm',
            '\n' => {}
            _ => columns += 1,
        }
    }
    columns
}

/// The text, or its beginning and an ellipsis if it is longer than `most` characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    if text.chars().count() <= most {
        return text.chars().map(plain).collect();
    }
    text.chars().take(most - 1).map(plain).chain(['…']).collect()
}

/// The escape codes that clear the screen and the scrollback; or many empty lines.
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
    use super::{COLUMNS, Ink, columns, flowed, shortened, wrapped};

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "short\n  the most points win the game\n\u{1b}[1mbold words\u{1b}[0m here";
        let wanted = "short\n  the most points\n  win the game\n\u{1b}[1mbold words\u{1b}[0m here";
        assert_eq!(wrapped(text, 18), wanted);
        assert_eq!(wrapped("one two three ", 7), "one two\nthree");
        assert_eq!(wrapped("", 7), "");
    }

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
    fn escape_codes_have_no_width() {
        let ink = Ink { colour: true };
        assert_eq!(columns(&ink.secret("[A]")), 3);
        assert_eq!(Ink { colour: false }.secret("[A]"), "[A]");
    }

    #[test]
    fn long_texts_are_truncated_and_escape_codes_dropped() {
        assert_eq!(shortened("letter-value", 12), "letter-value");
        assert_eq!(shortened("letter-value", 7), "letter…");
        assert_eq!(shortened("a\u{1b}[2J", 9), "a?[2J");
    }
}
