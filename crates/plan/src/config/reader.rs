//! Reads the values of a config; errors have their location.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::RawConfigError;
use lettergame_base::escaped;

/// The number of characters of a line shown in an error.
const SHOWN: usize = 120;
/// Replaces a control character in an error.
const REPLACED: char = '\u{fffd}';

/// What is said where a range is not in quotes.
const RANGE_HINT: &str = "; a range is written in quotes, as in \"0..2\"";

/// The text of a config, for values and for the locations of errors.
pub(crate) struct Reader<'a> {
    pub(crate) text: &'a str,
    pub(crate) source_name: &'a str,
}

impl<'a> Reader<'a> {
    /// The tables and keys of the text.
    pub(crate) fn table(&self) -> Result<DeTable<'a>, RawConfigError> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let hint = if self.is_in_range(at) { RANGE_HINT } else { "" };
            self.error(at, format!("{}{hint}", error.message().trim_end()))
        })?;
        Ok(table.into_inner())
    }

    fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset.min(self.text.len()))];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    pub(crate) fn place(&self, offset: usize) -> String {
        let (line, column) = self.line_and_column(offset);
        format!("{}:{line}:{column}", self.source_name)
    }

    pub(crate) fn error(&self, offset: usize, what: String) -> RawConfigError {
        let (line, column) = self.line_and_column(offset);
        let start = column.saturating_sub(1 + SHOWN / 2);
        let shown = self.text.lines().nth(line - 1).unwrap_or("").chars().skip(start).take(SHOWN);
        // one for one, so that the mark stays below its column
        let shown = shown.map(|char| if char.is_control() { REPLACED } else { char });
        let text = shown.collect::<String>() + "\n     | " + &" ".repeat(column - start - 1) + "^";
        let source_name = self.source_name.to_owned();
        let what = escaped(what.trim_end(), 4 * SHOWN).into_owned();
        RawConfigError::At { source_name, line, column, text, what }
    }

    /// Whether the text around a place is a range such as `0..2`, which TOML takes for a fraction.
    pub(crate) fn is_in_range(&self, offset: usize) -> bool {
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let (before, behind) = self.text.split_at(offset);
        let start = before.trim_end_matches(is_part).len();
        let behind = &behind[..behind.len() - behind.trim_start_matches(is_part).len()];
        format!("{}{behind}", &before[start..]).contains("..")
    }

    pub(crate) fn wanted(&self, value: &Spanned<DeValue<'_>>, wanted: &str) -> RawConfigError {
        let what = format!("expected {wanted}, found {}", kind_text(value.get_ref()));
        self.error(value.span().start, what)
    }

    pub(crate) fn string(&self, value: &Spanned<DeValue<'_>>) -> Result<String, RawConfigError> {
        let text = value.get_ref().as_str().ok_or_else(|| self.wanted(value, "a string"))?;
        Ok(text.to_owned())
    }

    pub(crate) fn number(&self, value: &Spanned<DeValue<'_>>) -> Result<u64, RawConfigError> {
        let number = value.get_ref().as_integer();
        let number = number.ok_or_else(|| self.wanted(value, "a whole number"))?;
        u64::from_str_radix(number.as_str(), number.radix()).map_err(|_| {
            let what = format!("invalid value `{}`: expected 0 to {}", number.as_str(), i64::MAX);
            self.error(value.span().start, what)
        })
    }

    /// A string, number or boolean as text.
    pub(crate) fn scalar(&self, value: &Spanned<DeValue<'_>>) -> Result<String, RawConfigError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            DeValue::Boolean(truth) => Ok(truth.to_string()),
            _ => Err(self.wanted(value, "a string or number")),
        }
    }
}

/// The kind of a value, for errors.
fn kind_text(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with decimals",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
