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
