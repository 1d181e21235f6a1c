//! The rules of a game as data: presets, and what can be set in them.
//!
//! A game declares each [`Param`] of its rules once. Reading, writing out, listing, help and forms follow from the
//! declaration; what a preset says is read out of the value that its constructor makes.

use crate::game::{Parameter, ParameterRange, SettingError, Settings};

/// The name of a preset, and the constructor of its rules.
pub type Preset<R> = (&'static str, fn() -> R);

/// The rules of a game as values of one type.
pub trait Rules: Sized + 'static {
    /// The presets by name; the first is the default.
    const PRESETS: &'static [Preset<Self>];

    /// What can be set, in the order in which it is written out.
    const PARAMS: &'static [Param<Self>];

    /// The names of the presets; the first is the default.
    fn presets() -> impl Iterator<Item = &'static str> + Clone {
        Self::PRESETS.iter().map(|(name, _)| *name)
    }

    /// The name of the preset that counts where none is named.
    #[must_use]
    fn default_preset() -> &'static str {
        Self::PRESETS[0].0
    }

    /// What can be set, with the values of the default preset.
    #[must_use]
    fn listed() -> Vec<Parameter> {
        let rules = (Self::PRESETS[0].1)();
        Self::PARAMS.iter().map(|param| param.listed(&rules)).collect()
    }

    /// The preset of that name with these settings changed.
    ///
    /// # Errors
    /// An unknown preset or key (with the nearest name), or a value out of range.
    fn read(preset: &str, mut settings: Settings) -> Result<Self, SettingError> {
        let named = Self::PRESETS.iter().find(|(name, _)| *name == preset);
        let (_, make) = named.ok_or_else(|| SettingError::preset(preset, Self::presets()))?;
        let mut rules = make();
        let (free, bound): (Vec<_>, Vec<_>) =
            Self::PARAMS.iter().partition(|param| param.most.is_none());
        for param in free.into_iter().chain(bound) {
            param.read(&mut rules, &mut settings)?;
        }
        settings.finish()?;
        Ok(rules)
    }

    /// As [`Rules::read`], of the preset that is named among the settings, or else the default one.
    ///
    /// # Errors
    /// As [`Rules::read`].
    fn read_all(mut settings: Settings) -> Result<Self, SettingError> {
        let preset = settings.take_text("preset");
        Self::read(preset.as_deref().unwrap_or(Self::default_preset()), settings)
    }

    /// These rules as pairs of key and value, in the order of [`Rules::PARAMS`].
    #[must_use]
    fn pairs(&self) -> Vec<(&'static str, String)> {
        Self::PARAMS.iter().map(|param| (param.key, (param.field.get)(self))).collect()
    }
}

/// Something that can be set in rules of type `R`.
#[derive(Debug)]
pub struct Param<R: 'static> {
    key: &'static str,
    about: &'static str,
    range: ParameterRange,
    /// The greatest value that the other rules leave, where they do.
    most: Option<fn(&R) -> i64>,
    field: Field<R>,
}

/// How a field is read out of a value as text, and how it is put in; made by [`field!`](crate::field).
#[derive(Debug)]
pub struct Field<R> {
    /// Its value as text.
    pub get: fn(&R) -> String,
    /// Takes a text that is in range; `None` if it is no value of the field.
    pub set: fn(&mut R, &str) -> Option<()>,
}

/// The [`Field`](crate::game::Field) for a field of `Self`, inside an `impl`: `field!(rounds)`.
#[macro_export]
macro_rules! field {
    ($($field:tt)+) => {
        $crate::game::Field {
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

impl<R> Param<R> {
    /// A whole number from `min` to `max`.
    #[must_use]
    pub const fn integer(
        key: &'static str,
        [min, max]: [i64; 2],
        about: &'static str,
        field: Field<R>,
    ) -> Param<R> {
        let range = ParameterRange::Integer { min, max };
        Param { key, about, range, most: None, field }
    }

    /// A whole number from `min` to `max`, or `none`.
    #[must_use]
    pub const fn optional(
        key: &'static str,
        [min, max]: [i64; 2],
        about: &'static str,
        field: Field<R>,
    ) -> Param<R> {
        let range = ParameterRange::Optional { min, max };
        Param { key, about, range, most: None, field }
    }

    /// One of several words.
    #[must_use]
    pub const fn choice(
        key: &'static str,
        values: &'static [&'static str],
        about: &'static str,
        field: Field<R>,
    ) -> Param<R> {
        let range = ParameterRange::Choice { values };
        Param { key, about, range, most: None, field }
    }

    /// The same, at most what the other rules leave. A preset's value is cut to that.
    #[must_use]
    pub const fn at_most(self, most: fn(&R) -> i64) -> Param<R> {
        Param { most: Some(most), ..self }
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// What is listed: with the value that these rules have.
    fn listed(&self, rules: &R) -> Parameter {
        let default = (self.field.get)(rules).into();
        let Param { key, about, .. } = *self;
        Parameter { key, default, range: self.range(rules), unit: "", effort: false, about }
    }

    fn range(&self, rules: &R) -> ParameterRange {
        match (self.range, self.most) {
            (ParameterRange::Integer { min, .. }, Some(most)) => {
                ParameterRange::Integer { min, max: most(rules) }
            }
            (range, _) => range,
        }
    }

    fn read(&self, rules: &mut R, settings: &mut Settings) -> Result<(), SettingError> {
        let range = self.range(rules);
        let Some(value) = settings.take_text(self.key) else {
            self.cut(rules, range);
            return Ok(());
        };
        let is_set = range.contains(&value) && (self.field.set)(rules, &value).is_some();
        if is_set {
            return Ok(());
        }
        let with = if self.most.is_some() { " with these rules" } else { "" };
        let wanted = range.to_text() + with;
        Err(SettingError::Value { key: self.key.to_owned(), value, wanted })
    }

    /// Cuts what the preset says to what the other rules leave.
    fn cut(&self, rules: &mut R, range: ParameterRange) {
        if let (ParameterRange::Integer { max, .. }, Some(_)) = (range, self.most)
            && !range.contains(&(self.field.get)(rules))
        {
            let _ = (self.field.set)(rules, &max.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Param, Preset, Rules};
    use crate::game::Settings;

    #[derive(Debug, PartialEq)]
    struct Toy {
        dealt: u8,
        held: u8,
        order: Order,
    }

    #[derive(Debug, PartialEq)]
    enum Order {
        Rising,
        Falling,
    }

    words!(Order { Order::Rising => "rising", Order::Falling => "falling" });

    impl Rules for Toy {
        const PRESETS: &'static [Preset<Toy>] = &[
            ("plain", || Toy { dealt: 7, held: 5, order: Order::Rising }),
            ("small", || Toy { dealt: 3, held: 2, order: Order::Falling }),
        ];
        const PARAMS: &'static [Param<Toy>] = &[
            Param::integer("held", [0, 9], "cards kept", field!(held))
                .at_most(|toy| i64::from(toy.dealt)),
            Param::integer("dealt", [1, 9], "cards dealt", field!(dealt)),
            Param::choice("order", Order::WORDS, "how they are sorted", field!(order)),
        ];
    }

    fn read(preset: &str, texts: &[&str]) -> Result<Toy, String> {
        let settings = Settings::parse(texts.iter().copied()).map_err(|error| error.to_string())?;
        Toy::read(preset, settings).map_err(|error| error.to_string())
    }

    #[test]
    fn a_preset_is_changed_by_what_is_set() {
        assert_eq!(read("plain", &[]), Ok(Toy { dealt: 7, held: 5, order: Order::Rising }));
        let changed = read("small", &["order=rising", "dealt=9", "held=8"]);
        assert_eq!(changed, Ok(Toy { dealt: 9, held: 8, order: Order::Rising }));
        assert_eq!(read("plain", &["dealt=4"]).unwrap().held, 4, "cut to what the rules leave");
    }

    #[test]
    fn what_is_refused_is_named_with_what_is_possible() {
        for (text, error) in [
            ("dealt=10", "`dealt = 10` is not possible: 1 to 9"),
            ("dealt=x", "`dealt = x` is not possible: 1 to 9"),
            ("held=8", "`held = 8` is not possible: 0 to 7 with these rules"),
            ("order=none", "`order = none` is not possible: rising or falling"),
            ("deald=4", "unknown setting `deald`; did you mean `dealt`?"),
        ] {
            assert_eq!(read("plain", &[text]).unwrap_err(), error);
        }
        let error = read("smal", &[]).unwrap_err();
        assert!(error.ends_with("there is no such preset; did you mean `small`?"), "{error}");
    }

    #[test]
    fn the_list_has_the_values_of_the_default_preset() {
        let listed: Vec<String> =
            Toy::listed().iter().map(|one| format!("{}={}", one.key, one.default)).collect();
        assert_eq!(listed, ["held=5", "dealt=7", "order=rising"]);
    }
}
