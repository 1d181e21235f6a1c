//! The rules of a game as data: presets and settings.
//!
//! A game declares each [`Param`] of its rules once. Parsing, writing, listing, help and forms are derived
//! from the declaration; the settings of a preset are read from the value that its constructor returns.

use crate::{Param, Parameter, SettingError, Settings};

/// The name of a preset, and the constructor of its rules.
pub type Preset<R> = (&'static str, fn() -> R);

/// The rules of a game as a single value.
pub trait Rules: Sized + 'static {
    /// The presets by name; the first is the default.
    const PRESETS: &'static [Preset<Self>];

    /// The settings, in writing order.
    const PARAMS: &'static [Param<Self>];

    /// The names of the presets; the first is the default.
    fn presets() -> impl Iterator<Item = &'static str> + Clone {
        Self::PRESETS.iter().map(|(name, _)| *name)
    }

    /// The name of the default preset.
    #[must_use]
    fn default_preset() -> &'static str {
        Self::PRESETS[0].0
    }

    /// The settings, with the values of the default preset.
    #[must_use]
    fn listed() -> Vec<Parameter> {
        Param::listed(Self::PARAMS, &(Self::PRESETS[0].1)())
    }

    /// The named preset with these settings changed.
    ///
    /// # Errors
    /// An unknown preset or key (with the nearest name), or a value out of range.
    fn read(preset: &str, settings: Settings) -> Result<Self, SettingError> {
        let named = Self::PRESETS.iter().find(|(name, _)| *name == preset);
        let (_, make) = named.ok_or_else(|| SettingError::preset(preset, Self::presets()))?;
        Param::read(Self::PARAMS, make(), settings)
    }

    /// Like [`Rules::read`], with the preset named in the settings, or the default one.
    ///
    /// # Errors
    /// As [`Rules::read`].
    fn read_all(mut settings: Settings) -> Result<Self, SettingError> {
        let preset = settings.take_text("preset");
        Self::read(preset.as_deref().unwrap_or(Self::default_preset()), settings)
    }

    /// These rules as key-value pairs, in the order of [`Rules::PARAMS`].
    #[must_use]
    fn pairs(&self) -> Vec<(&'static str, String)> {
        Self::PARAMS.iter().map(|param| (param.key(), param.value(self))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Preset, Rules};
    use crate::{Param, Settings};

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
    fn explicit_settings_override_the_preset() {
        assert_eq!(read("plain", &[]), Ok(Toy { dealt: 7, held: 5, order: Order::Rising }));
        let changed = read("small", &["order=rising", "dealt=9", "held=8"]);
        assert_eq!(changed, Ok(Toy { dealt: 9, held: 8, order: Order::Rising }));
        assert_eq!(read("plain", &["dealt=4"]).unwrap().held, 4, "cut to what the rules leave");
    }

    #[test]
    fn refusals_name_the_culprit_and_the_alternatives() {
        for (text, error) in [
            ("dealt=10", "invalid value `10` for `dealt`: expected 1 to 9"),
            ("dealt=x", "invalid value `x` for `dealt`: expected 1 to 9"),
            ("held=8", "invalid value `8` for `held`: expected 0 to 7 with these rules"),
            ("order=none", "invalid value `none` for `order`: expected rising or falling"),
            ("deald=4", "unknown setting `deald`; did you mean `dealt`?"),
        ] {
            assert_eq!(read("plain", &[text]).unwrap_err(), error);
        }
        let error = read("smal", &[]).unwrap_err();
        assert!(error.ends_with("expected the name of a preset; did you mean `small`?"), "{error}");
    }

    #[test]
    fn the_list_shows_the_values_of_the_default_preset() {
        let listed: Vec<String> =
            Toy::listed().iter().map(|one| format!("{}={}", one.key, one.default)).collect();
        assert_eq!(listed, ["held=5", "dealt=7", "order=rising"]);
    }
}
