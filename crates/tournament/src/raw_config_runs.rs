//! The runs of a config: a single one, one for each value of a setting, or those of a queue.

use toml::Spanned;
use toml::de::DeValue;

use crate::raw_config_reader::Reader;
use crate::{RawConfig, RawConfigError};
use lettergame_core::base::Name;

impl RawConfig {
    /// The raw configs of all runs. Runs of a sweep, one for each value of the setting that has
    /// several, have labels such as `hidden-3`, those of a queue such as `1v1-hidden-3`; a single
    /// run has none.
    ///
    /// # Errors
    /// If two settings have several values, one lists the same value twice, or two runs of a queue
    /// would have the same label.
    pub fn runs(&self) -> Result<Vec<(Option<Name>, RawConfig)>, RawConfigError> {
        if self.queue.is_empty() {
            return self.swept_runs();
        }
        let mut runs: Vec<(Option<Name>, RawConfig)> = Vec::new();
        for part in &self.queue {
            let called = part.name.as_deref().unwrap_or_default();
            for (label, raw) in self.with(part).swept_runs()? {
                let parts = [Some(called.to_owned()), label.map(|label| label.to_string())];
                let label =
                    Name::sanitized(&parts.into_iter().flatten().collect::<Vec<_>>().join("-"));
                if runs.iter().any(|(other, _)| other.as_ref() == Some(&label)) {
                    let what = "two runs of the queue have this name; name each part";
                    return Err(self.invalid("queue", label.as_str(), what));
                }
                runs.push((Some(label), raw));
            }
        }
        Ok(runs)
    }

    /// A part of the queue merged over the rest; the name is that of the whole.
    fn with(&self, part: &RawConfig) -> RawConfig {
        let whole = RawConfig { queue: Vec::new(), ..self.clone() };
        RawConfig { name: self.name.clone(), ..whole.merged_with(part.clone()) }
    }

    /// Reads the tables `[[queue]]`.
    pub(super) fn read_queue(
        &mut self,
        reader: &Reader<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), RawConfigError> {
        let wanted = || reader.wanted(value, "a list of tables, each below a line [[queue]],");
        for part in value.get_ref().as_array().ok_or_else(wanted)? {
            let table = part.get_ref().as_table().ok_or_else(wanted)?;
            let raw = RawConfig::read_table(reader, table)?;
            if raw.name.is_none() || !raw.queue.is_empty() {
                let what = "each [[queue]] entry needs a `name` and must not contain a queue";
                return Err(reader.error(part.span().start, what.to_owned()));
            }
            self.queue.push(raw);
        }
        Ok(())
    }

    /// The raw configs of a sweep, one for each value of the setting that has several, each with
    /// its label; this raw config without a label if there is none.
    fn swept_runs(&self) -> Result<Vec<(Option<Name>, RawConfig)>, RawConfigError> {
        let mut swept = self.rules.iter().filter(|(_, values)| values.len() > 1);
        let Some((key, values)) = swept.next() else { return Ok(vec![(None, self.clone())]) };
        if let Some((other, _)) = swept.next() {
            return Err(RawConfigError::TwoSweeps(key.clone(), other.clone()));
        }
        let twice =
            values.iter().enumerate().find(|(index, value)| values[..*index].contains(value));
        if let Some((_, value)) = twice {
            return Err(self.invalid(key, value, "listed twice"));
        }
        let run = |value: &String| {
            let mut raw = self.clone();
            raw.rules.insert(key.clone(), vec![value.clone()]);
            (Some(Name::sanitized(&format!("{key}-{value}"))), raw)
        };
        Ok(values.iter().map(run).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::RawConfig;

    fn labels(text: &str) -> Result<Vec<String>, String> {
        let raw = RawConfig::from_toml(text, "t.toml").map_err(|error| error.to_string())?;
        let runs = raw.runs().map_err(|error| error.to_string())?;
        Ok(runs.into_iter().map(|(label, _)| label.unwrap().to_string()).collect())
    }

    const QUEUE: &str = "name = 'class'\nplayers = ['zero']\ngames = 4\nrules.rounds = 100\n\
        [[queue]]\nname = '1v1'\nschedule = '1v1'\nrules.hidden = [0, 1]\n\
        [[queue]]\nname = '1v1-hidden-7'\ngames = 2\nrules = { hidden = 7, rounds = 200 }\n";

    #[test]
    fn a_queue_is_played_part_by_part() {
        assert_eq!(labels(QUEUE).unwrap(), ["1v1-hidden-0", "1v1-hidden-1", "1v1-hidden-7"]);
        let runs = RawConfig::from_toml(QUEUE, "t").unwrap().runs().unwrap();
        let of = |index: usize| &runs[index].1;
        assert_eq!((of(0).games, of(2).games), (Some(4), Some(2)));
        assert_eq!(of(0).name.as_deref(), Some("class"), "the name of the whole");
        assert_eq!(
            (&of(1).rules["rounds"][0], &of(2).rules["rounds"][0]),
            (&"100".into(), &"200".into())
        );
        assert!(of(0).queue.is_empty());
    }

    #[test]
    fn options_override_each_part() {
        let over = RawConfig { games: Some(1), ..RawConfig::default() };
        let runs = RawConfig::from_toml(QUEUE, "t").unwrap().merged_with(over).runs().unwrap();
        assert!(runs.iter().all(|(_, run)| run.games == Some(1)));
    }

    #[test]
    fn parts_have_their_own_names() {
        let error = |text: &str| labels(text).unwrap_err();
        assert!(error("[[queue]]\ngames = 3").contains("needs a `name`"));
        assert!(error("queue = 3").contains("[[queue]]"));
        assert!(
            error("[[queue]]\nname = 'a'\n[[queue]]\nname = 'a'")
                .contains("invalid value `a` for `queue`")
        );
    }
}
