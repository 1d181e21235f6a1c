//! The game of a line, from the number it begins with.

/// The beginning of a fault's line.
const GAME: &[u8] = b"{\"game\":";

/// The game's number at the beginning of a row.
pub(crate) fn game_of_row(row: &[u8]) -> Option<u64> {
    leading_number(row).filter(|(_, length)| row.get(*length) == Some(&b',')).map(|(game, _)| game)
}

/// The game's number in the line of a fault.
pub(crate) fn game_of_fault(line: &[u8]) -> Option<u64> {
    leading_number(line.strip_prefix(GAME)?).map(|(game, _)| game)
}

/// The number at the beginning of the bytes, and how many digits it has.
fn leading_number(bytes: &[u8]) -> Option<(u64, usize)> {
    let length = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut digits = bytes[..length].iter().map(|byte| u64::from(byte - b'0'));
    let number = digits.try_fold(0u64, |sum, digit| sum.checked_mul(10)?.checked_add(digit));
    number.filter(|_| length > 0).map(|number| (number, length))
}

/// Finds the game of a line.
pub(crate) type GameOf = fn(&[u8]) -> Option<u64>;

/// Where the lines of the last game begin, if there are lines of others before it; otherwise 0.
pub(crate) fn end_of_games(text: &[u8], game: GameOf) -> usize {
    // of whole lines, the last first
    let mut begins = memchr::memrchr_iter(b'\n', text).skip(1).map(|at| at + 1);
    let last = begins.next().map(|begin| game(&text[begin..]));
    let other = begins.find(|begin| Some(game(&text[*begin..])) != last);
    let other = other.filter(|begin| game(&text[*begin..]).is_some());
    other.map_or(0, |begin| line_end(text, begin))
}

/// The byte after the line that begins there.
pub(crate) fn line_end(text: &[u8], begin: usize) -> usize {
    memchr::memchr(b'\n', &text[begin..]).map_or(text.len(), |at| begin + at + 1)
}

#[cfg(test)]
mod tests {
    use super::game_of_row;

    #[test]
    fn game_numbers_are_parsed() {
        assert_eq!(
            (game_of_row(b"12,a"), game_of_row(b"12"), game_of_row(b"a,1")),
            (Some(12), None, None)
        );
        assert_eq!(game_of_row(b"99999999999999999999,"), None);
    }
}
