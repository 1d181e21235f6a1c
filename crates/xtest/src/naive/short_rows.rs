//! Rows of a board in short form: numbers stand for empty squares.

/// A row from its short form.
pub(super) fn long_row(short: &str) -> String {
    let (mut row, mut number) = (String::new(), String::new());
    // the trailing `/` flushes a number at the end
    for character in short.chars().chain(['/']) {
        if character.is_ascii_digit() {
            number.push(character);
            continue;
        }
        row += &".".repeat(number.parse().unwrap_or(0));
        number.clear();
        row.push(character);
    }
    row.pop();
    row
}

/// The short form of a row.
pub(super) fn short_row(row: &[u8]) -> String {
    let mut short = String::new();
    let mut run = 0;
    for &tile in row {
        if tile == b'.' {
            run += 1;
            continue;
        }
        if run > 0 {
            short += &run.to_string();
        }
        run = 0;
        short.push(char::from(tile));
    }
    if run > 0 {
        short += &run.to_string();
    }
    short
}
