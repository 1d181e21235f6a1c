//! Settings of rules and strategies.
//!
//! Each parameter is declared once, as a [`Param`] of the type whose field it is; listing and parsing are
//! derived from it, so they cannot disagree. [`Parameter`] is the listed form: key, default, type and range.

use serde::Serialize;

use crate::{SettingError, Settings};

/// The keys of parameters whose value is a file ([`Param::file`]). They are known here, before any game is,
/// because the path of a file depends on where the player is named, and the content of the file belongs to
/// the config of a run.
pub const FILE_PARAMETERS: [&str; 4] = ["leaves", "weights", "win-model", "bid-model"];

/// The keys of rules whose value may be the content of a file ([`Param::content`]). Where a path is given, the
/// content takes its place before any game is known.
pub const CONTENT_RULES: [&str; 2] = ["board", "distribution"];

/// Whether the value of such a rule is content, not a word or a path.
#[must_use]
pub fn is_content(value: &str) -> bool {
    value.contains([';', '\n'])
}

/// The value of a file parameter without a file.
pub const SHIPPED: &str = "shipped";

/// A parameter of a strategy or of rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// The key.
    #[serde(rename = "name")]
    pub key: &'static str,
    /// Its default value.
    pub default: String,
    /// Its range of values.
    #[serde(flatten)]
    pub range: ParameterRange,
    /// The unit of its values, e.g. `points` or `per cent`; empty for plain numbers and choices.
    pub unit: &'static str,
    /// Whether higher values cost time. If so, more is better and time is the only reason for less.
    pub effort: bool,
    /// Its meaning, without the range.
    pub about: &'static str,
}

/// The values of a parameter; both ends of a range are included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ParameterRange {
    /// Whole numbers.
    Integer {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// Real numbers.
    Real {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
    },
    /// Whole numbers, or `none`.
    Optional {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several words.
    Choice {
        /// The words.
        values: &'static [&'static str],
    },
    /// A file, or [`SHIPPED`] for what is part of the program.
    File,
    /// One of several words, or the content of a file: its lines, or the same with semicolons between them.
    Content {
        /// The words.
        values: &'static [&'static str],
    },
}

/// A parameter of a `T`: of rules, or of a strategy.
#[derive(Debug)]
pub struct Param<T: 'static> {
    key: &'static str,
    about: &'static str,
    range: ParameterRange,
    unit: &'static str,
    effort: bool,
    /// The maximum that the other settings allow, if they limit it.
    most: Option<fn(&T) -> i64>,
    field: Field<T>,
    /// Reads the content of its file, if its value is one.
    load: Option<Load<T>>,
}

/// Sets a field from the content of a file, or says what is wrong with it.
type Load<T> = fn(&mut T, &[u8]) -> Result<(), String>;

/// How a field is read as text and set from text; made by [`field!`](crate::field).
#[derive(Debug)]
pub struct Field<T> {
    /// Its value as text.
    pub get: fn(&T) -> String,
    /// Sets the field from a text that is in range; `None` if it is not a valid value.
    pub set: fn(&mut T, &str) -> Option<()>,
}

/// The [`Field`](crate::Field) for a field of `Self`, inside an `impl`: `field!(rounds)`.
#[macro_export]
macro_rules! field {
    ($($field:tt)+) => {
        $crate::Field {
            get: |value: &Self| value.$($field)+.to_string(),
            set: |value: &mut Self, text| {
                value.$($field)+ = text.parse().ok()?;
                Some(())
            },
        }
    };
}

/// `Display`, `FromStr` and the list `WORDS` for values that have one word each:
/// `words!(Bonus { Bonus::Exactly7 => "exactly-7", Bonus::AtLeast7 => "at-least-7" })`.
#[macro_export]
macro_rules! words {
    ($type:ty { $($value:expr => $word:literal),+ $(,)? }) => {
        impl $type {
            /// The words of all values.
            const WORDS: &'static [&'static str] = &[$($word),+];
        }
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $(if *self == $value { return f.pad($word); })+
                Ok(())
            }
        }
        impl ::std::str::FromStr for $type {
            type Err = ();
            fn from_str(text: &str) -> Result<$type, ()> {
                match text { $($word => Ok($value),)+ _ => Err(()) }
            }
        }
    };
}

impl<T> Param<T> {
    /// A whole number from `min` to `max`.
    #[must_use]
    pub const fn integer(
        key: &'static str,
        [min, max]: [i64; 2],
        about: &'static str,
        field: Field<T>,
    ) -> Param<T> {
        Param::new(key, ParameterRange::Integer { min, max }, about, field)
    }

    /// A real number from `min` to `max`.
    #[must_use]
    pub const fn real(
        key: &'static str,
        [min, max]: [f64; 2],
        about: &'static str,
        field: Field<T>,
    ) -> Param<T> {
        Param::new(key, ParameterRange::Real { min, max }, about, field)
    }

    /// A whole number from `min` to `max`, or `none`.
    #[must_use]
    pub const fn optional(
        key: &'static str,
        [min, max]: [i64; 2],
        about: &'static str,
        field: Field<T>,
    ) -> Param<T> {
        Param::new(key, ParameterRange::Optional { min, max }, about, field)
    }

    /// One of several words.
    #[must_use]
    pub const fn choice(
        key: &'static str,
        values: &'static [&'static str],
        about: &'static str,
        field: Field<T>,
    ) -> Param<T> {
        Param::new(key, ParameterRange::Choice { values }, about, field)
    }

    /// A file, whose content is read by `load`; [`SHIPPED`] without one. The key is one of
    /// [`FILE_PARAMETERS`].
    #[must_use]
    pub const fn file(key: &'static str, about: &'static str, load: Load<T>) -> Param<T> {
        let field = Field { get: |_| SHIPPED.to_owned(), set: |_, _| Some(()) };
        Param { load: Some(load), ..Param::new(key, ParameterRange::File, about, field) }
    }

    /// One of several words, or the content of a file, which is read by `load`. The key is one of
    /// [`CONTENT_RULES`].
    #[must_use]
    pub const fn content(
        key: &'static str,
        values: &'static [&'static str],
        about: &'static str,
        field: Field<T>,
        load: Load<T>,
    ) -> Param<T> {
        let range = ParameterRange::Content { values };
        Param { load: Some(load), ..Param::new(key, range, about, field) }
    }

    const fn new(
        key: &'static str,
        range: ParameterRange,
        about: &'static str,
        field: Field<T>,
    ) -> Param<T> {
        Param { key, about, range, unit: "", effort: false, most: None, field, load: None }
    }

    /// Sets the unit, e.g. `points` or `per cent`.
    #[must_use]
    pub const fn unit(self, unit: &'static str) -> Param<T> {
        Param { unit, ..self }
    }

    /// Marks the parameter: higher values cost time.
    #[must_use]
    pub const fn costing_time(self) -> Param<T> {
        Param { effort: true, ..self }
    }

    /// Adds a limit from the other settings. A default above the limit is capped.
    #[must_use]
    pub const fn at_most(self, most: fn(&T) -> i64) -> Param<T> {
        Param { most: Some(most), ..self }
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Its value as text.
    pub(super) fn value(&self, of: &T) -> String {
        (self.field.get)(of)
    }

    /// The listing, with the values of `usual` as defaults.
    pub(super) fn listed(params: &[Param<T>], usual: &T) -> Vec<Parameter> {
        let listed = |param: &Param<T>| {
            let (default, range) = (param.value(usual), param.range(usual));
            let Param { key, about, unit, effort, .. } = *param;
            Parameter { key, default, range, unit, effort, about }
        };
        params.iter().map(listed).collect()
    }

    /// `usual` with these settings changed. Settings limited by others are read last.
    ///
    /// # Errors
    /// A value out of range, or an unknown key (with the nearest one).
    pub(super) fn read(
        params: &[Param<T>],
        usual: T,
        mut settings: Settings,
    ) -> Result<T, SettingError> {
        let mut value = usual;
        let (free, bound): (Vec<_>, Vec<_>) = params.iter().partition(|param| param.most.is_none());
        for param in free.into_iter().chain(bound) {
            let (file, text) = (settings.take_file(param.key), settings.take_text(param.key));
            match file {
                Some(_) if text.is_some() => return Err(SettingError::Twice(param.key.to_owned())),
                Some(content) => param.load(&mut value, &content)?,
                None => param.set(&mut value, text)?,
            }
        }
        settings.finish()?;
        Ok(value)
    }

    fn range(&self, of: &T) -> ParameterRange {
        match (self.range, self.most) {
            (ParameterRange::Integer { min, .. }, Some(most)) => {
                ParameterRange::Integer { min, max: most(of) }
            }
            (range, _) => range,
        }
    }

    /// Sets the field from the content of a file, if it may come from one.
    fn load(&self, of: &mut T, content: &[u8]) -> Result<(), SettingError> {
        let refuse = |error| SettingError::File { key: self.key.to_owned(), error };
        self.load.map_or(Ok(()), |load| load(of, content).map_err(refuse))
    }

    fn set(&self, of: &mut T, given: Option<String>) -> Result<(), SettingError> {
        let range = self.range(of);
        let Some(value) = given else {
            self.cut(of, range);
            return Ok(());
        };
        if matches!(range, ParameterRange::Content { .. }) && is_content(&value) {
            return self.load(of, value.as_bytes());
        }
        let is_set = range.contains(&value) && (self.field.set)(of, &value).is_some();
        if is_set {
            return Ok(());
        }
        let with = if self.most.is_some() { " with these rules" } else { "" };
        let wanted = range.to_text() + with;
        Err(SettingError::Value { key: self.key.to_owned(), value, wanted })
    }

    /// Caps the value at what the other settings allow.
    fn cut(&self, of: &mut T, range: ParameterRange) {
        if let (ParameterRange::Integer { max, .. }, Some(_)) = (range, self.most)
            && !range.contains(&self.value(of))
        {
            let _ = (self.field.set)(of, &max.to_string());
        }
    }
}

impl Parameter {
    /// Its meaning, with the range.
    #[must_use]
    pub fn about(&self) -> String {
        format!("{}, {}", self.about, self.range.to_text())
    }
}

impl ParameterRange {
    /// Whether the value is in range. Whole numbers are written without a fraction.
    #[must_use]
    pub fn contains(&self, value: &str) -> bool {
        match self {
            ParameterRange::Integer { min, max } => {
                value.parse().is_ok_and(|value: i64| (*min..=*max).contains(&value))
            }
            ParameterRange::Optional { min, max } => {
                value == "none" || ParameterRange::Integer { min: *min, max: *max }.contains(value)
            }
            ParameterRange::Real { min, max } => {
                value.parse().is_ok_and(|value: f64| (*min..=*max).contains(&value))
            }
            ParameterRange::Choice { values } => values.contains(&value),
            ParameterRange::Content { values } => values.contains(&value) || is_content(value),
            ParameterRange::File => value == SHIPPED,
        }
    }

    /// The range in words: `0 to 100`, or `all, value or prices`.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            ParameterRange::Integer { min, max } if min + 1 == *max => format!("{min} or {max}"),
            ParameterRange::Integer { min, max } => format!("{min} to {max}"),
            ParameterRange::Optional { min, max } => format!("{min} to {max}, or none"),
            ParameterRange::Real { min, max } => format!("{min} to {max}"),
            ParameterRange::Choice { values } => match values.split_last() {
                Some((last, [])) => (*last).to_owned(),
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
                None => String::new(),
            },
            ParameterRange::File => format!("a file, or {SHIPPED}"),
            ParameterRange::Content { values } => format!("{}, or a file", values.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, Param, ParameterRange};
    use crate::Settings;

    struct Bids {
        need: i64,
        hope: f32,
    }

    impl Bids {
        const PARAMS: &'static [Param<Bids>] = &[
            Param::integer("need", [0, 1000], "points for any letter", field!(need)).unit("points"),
            Param::real("hope", [0.0, 1.0], "hope", field!(hope)).costing_time(),
        ];
    }

    #[test]
    fn a_range_contains_its_ends_and_nothing_beyond() {
        let whole = ParameterRange::Integer { min: 1, max: 9 };
        for (value, is_in) in
            [("1", true), ("9", true), ("0", false), ("10", false), ("2.5", false)]
        {
            assert_eq!(whole.contains(value), is_in, "{value}");
        }
        let real = ParameterRange::Real { min: 0.0, max: 1.0 };
        for (value, is_in) in
            [("0", true), ("1", true), ("0.25", true), ("1.01", false), ("NaN", false)]
        {
            assert_eq!(real.contains(value), is_in, "{value}");
        }
        let choice = ParameterRange::Choice { values: &["some", "most", "all"] };
        assert!(choice.contains("most") && !choice.contains("none"));
        let texts = [whole, real, choice].map(|range| range.to_text());
        assert_eq!(texts, ["1 to 9", "0 to 1", "some, most or all"]);
    }

    #[test]
    fn a_file_is_read_by_its_parameter() {
        #[derive(Debug, PartialEq)]
        struct Fitted(Vec<u8>);
        let load = |fitted: &mut Fitted, content: &[u8]| match content {
            [] => Err("it is empty".to_owned()),
            _ => {
                fitted.0 = content.to_vec();
                Ok(())
            }
        };
        let params = [Param::file("leaves", "numbers", load)];
        let read =
            |settings| Param::read(&params, Fitted(vec![1]), settings).map_err(|e| e.to_string());
        let text = |text| Settings::parse([text]).unwrap();
        assert_eq!(read(Settings::default()), Ok(Fitted(vec![1])));
        assert_eq!(read(text("leaves=shipped")), Ok(Fitted(vec![1])));
        assert_eq!(read(Settings::default().with_file("leaves", vec![7])), Ok(Fitted(vec![7])));
        for (settings, error) in [
            (Settings::default().with_file("leaves", vec![]), "the file of `leaves`: it is empty"),
            (Settings::default().with_file("more", vec![1]), "unknown setting `more`"),
            (text("leaves=x"), "invalid value `x` for `leaves`: expected a file, or shipped"),
        ] {
            assert!(read(settings).unwrap_err().starts_with(error));
        }
        assert_eq!(serde_json::to_value(ParameterRange::File).unwrap()["type"], "file");
    }

    #[test]
    fn content_takes_the_place_of_a_word() {
        #[derive(Debug, PartialEq)]
        struct Board(String);
        let field = Field {
            get: |board: &Board| board.0.clone(),
            set: |board, text| {
                board.0 = text.to_owned();
                Some(())
            },
        };
        let load = |board: &mut Board, content: &[u8]| match content {
            [b'x', ..] => Err("no board".to_owned()),
            _ => {
                board.0 = String::from_utf8_lossy(content).replace('\n', ";");
                Ok(())
            }
        };
        let params = [Param::content("board", &["small", "large"], "squares", field, load)];
        let read = |value: &str| {
            let mut settings = Settings::default();
            settings.set("board", value);
            Param::read(&params, Board("small".to_owned()), settings).map_err(|e| e.to_string())
        };
        assert_eq!(read("large"), Ok(Board("large".to_owned())));
        assert_eq!(read("..\n.."), Ok(Board("..;..".to_owned())));
        assert_eq!(read("..;.."), Ok(Board("..;..".to_owned())));
        assert_eq!(read("x;y").unwrap_err(), "the file of `board`: no board");
        assert_eq!(
            read("huge").unwrap_err(),
            "invalid value `huge` for `board`: expected small, large, or a file"
        );
    }

    #[test]
    fn as_data_it_has_type_range_and_unit() {
        assert_eq!(
            serde_json::to_value(Param::listed(Bids::PARAMS, &Bids { need: 3, hope: 0.03 }))
                .unwrap(),
            serde_json::json!([{
                "name": "need", "default": "3", "type": "integer", "min": 0, "max": 1000,
                "unit": "points", "effort": false, "about": "points for any letter",
            }, {
                "name": "hope", "default": "0.03", "type": "real", "min": 0.0, "max": 1.0,
                "unit": "", "effort": true, "about": "hope",
            }])
        );
    }
}
