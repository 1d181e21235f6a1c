//! Secrets in addresses: 128 random bits, which cannot be guessed.

use std::fmt::{self, Write as _};
use std::hint::black_box;

use rand::TryRng;
use rand::rngs::SysRng;
use thiserror::Error;

/// 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Token(String);

/// The operating system provides no random numbers.
#[derive(Debug, Error)]
#[error("the operating system provides no random numbers; try again later")]
pub struct EntropyError;

/// The secret in the address of a server whose users may start programs.
#[derive(Clone, Debug)]
pub struct Key(Token);

impl Key {
    /// A random key.
    ///
    /// # Errors
    /// When the operating system provides no random numbers.
    pub fn drawn() -> Result<Key, EntropyError> {
        Token::drawn().map(Key)
    }

    /// Whether this text is the key, compared in constant time.
    pub(crate) fn is(&self, text: &str) -> bool {
        Token::read(text).is_some_and(|token| self.0.is(&token))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Token {
    /// A random token.
    pub(crate) fn drawn() -> Result<Token, EntropyError> {
        let mut bytes = [0u8; 16];
        SysRng.try_fill_bytes(&mut bytes).map_err(|_| EntropyError)?;
        let mut text = String::with_capacity(32);
        for byte in bytes {
            // writing to a string does not fail
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Token(text))
    }

    /// Whether it is the same secret, compared in constant time.
    pub(crate) fn is(&self, other: &Token) -> bool {
        let pairs = self.0.bytes().zip(other.0.bytes());
        black_box(pairs.fold(0, |differ, (own, other)| differ | (own ^ other))) == 0
    }

    /// The token in this text, if valid.
    pub(crate) fn read(text: &str) -> Option<Token> {
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
    use super::{Key, Token};

    #[test]
    fn tokens_differ_and_read_back() {
        let (one, other) = (Token::drawn().unwrap(), Token::drawn().unwrap());
        assert_ne!(one, other);
        assert!(one.is(&one) && !one.is(&other));
        let key = Key::drawn().unwrap();
        assert!(key.is(&key.to_string()) && !key.is(&one.to_string()) && !key.is(""));
        assert_eq!(Token::read(&one.to_string()), Some(one));
        for bad in ["", "abc", "../../../../../../etc/passwd/////", &"A".repeat(32)] {
            assert_eq!(Token::read(bad), None, "{bad}");
        }
    }
}
