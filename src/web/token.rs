//! Secrets that stand in addresses: 128 random bits, which nobody guesses.

use std::fmt::{self, Write as _};

use rand::TryRng;
use rand::rngs::SysRng;
use thiserror::Error;

/// 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::web) struct Token(String);

/// The operating system gives no random numbers.
#[derive(Debug, Error)]
#[error("the operating system gives no random numbers; try again later")]
pub(in crate::web) struct NoChance;

impl Token {
    /// A token that nobody knows.
    pub(in crate::web) fn drawn() -> Result<Token, NoChance> {
        let mut bytes = [0u8; 16];
        SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoChance)?;
        let mut text = String::with_capacity(32);
        for byte in bytes {
            // writing to a string does not fail
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Token(text))
    }

    /// The token of that text, if it can be one.
    pub(in crate::web) fn read(text: &str) -> Option<Token> {
        let fits = text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        fits.then(|| Token(text.to_owned()))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn tokens_differ_and_read_back() {
        let (one, other) = (Token::drawn().unwrap(), Token::drawn().unwrap());
        assert_ne!(one, other);
        assert_eq!(Token::read(&one.to_string()), Some(one));
        for bad in ["", "abc", "../../../../../../etc/passwd/////", &"A".repeat(32)] {
            assert_eq!(Token::read(bad), None, "{bad}");
        }
    }
}
