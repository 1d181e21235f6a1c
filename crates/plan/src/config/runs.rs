//! The runs of a config: a single one, one for each combination of values of its rules, or those of a queue.

use toml::Spanned;
use toml::de::DeValue;

use crate::config::reader::Reader;
use crate::{RawConfig, RawConfigError};
use lettergame_base::Name;

/// Runs of a sweep, at most.
const MAX_CELLS: u64 = 65_536;

impl RawConfig {
    /// The raw configs of all runs. Runs of a sweep, one for each combination of the values of the
    /// rules that have several, have labels such as `hidden-3` or `hidden-3-rounds-10`, those of a
    /// queue such as `1v1-hidden-3`; a single run has none.
    ///
    /// # Errors
    /// If a rule lists the same value twice, there are more than 65,536 combinations, or two runs
    /// of a queue would have the same label.
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
    pub(crate) fn read_queue(
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

    /// The rules that have several values, with these, in the order of their keys.
    pub fn swept(&self) -> impl Iterator<Item = (&str, &[String])> {
        let rules = self.rules.iter().map(|(key, values)| (key.as_str(), values.as_slice()));
        rules.filter(|(_, values)| values.len() > 1)
    }

    /// The number of runs of a config without a queue: the product of the numbers of values.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.swept().fold(1, |cells, (_, values)| cells.saturating_mul(values.len() as u64))
    }

    /// The raw configs of a sweep, one for each combination of the values of the rules that have
    /// several, each with its label; this raw config without a label if there is none. The values
    /// of the last rule change from one to the next.
    fn swept_runs(&self) -> Result<Vec<(Option<Name>, RawConfig)>, RawConfigError> {
        self.check_sweep()?;
        let mut runs = vec![(String::new(), self.clone())];
        for (key, values) in self.swept() {
            let with = |(label, raw): &(String, RawConfig), value: &String| {
                let dash = if label.is_empty() { "" } else { "-" };
                let mut raw = raw.clone();
                raw.rules.insert(key.to_owned(), vec![value.clone()]);
                (format!("{label}{dash}{key}-{value}"), raw)
            };
            let variants = |run: &(String, RawConfig)| -> Vec<(String, RawConfig)> {
                values.iter().map(|value| with(run, value)).collect()
            };
            runs = runs.iter().flat_map(variants).collect();
        }
        let labelled = |(label, raw): (String, RawConfig)| {
            ((!label.is_empty()).then(|| Name::sanitized(&label)), raw)
        };
        Ok(runs.into_iter().map(labelled).collect())
    }

    fn check_sweep(&self) -> Result<(), RawConfigError> {
        for (key, values) in self.swept() {
            let mut rest = values.iter().enumerate();
            let twice = rest.find(|(index, value)| values[..*index].contains(value));
            if let Some((_, value)) = twice {
                return Err(self.invalid(key, value, "listed twice"));
            }
        }
        if self.cells() > MAX_CELLS {
            let rules: Vec<&str> = self.swept().map(|(key, _)| key).collect();
            let (rules, cells) = (rules.join("`, `"), self.cells());
            return Err(RawConfigError::TooManyCells { rules, cells, most: MAX_CELLS });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::RawConfig;
    use lettergame_base::Name;

    fn labels_of(text: &str) -> Result<Vec<String>, String> {
        let raw = RawConfig::from_toml(text, "t.toml").map_err(|error| error.to_string())?;
        let runs = raw.runs().map_err(|error| error.to_string())?;
        Ok(runs.into_iter().map(|(label, _)| label.unwrap().to_string()).collect())
    }

    const QUEUE: &str = "name = 'class'\nplayers = ['zero']\ngames = 4\nrules.rounds = 100\n\
        [[queue]]\nname = '1v1'\nschedule = '1v1'\nrules.hidden = [0, 1]\n\
        [[queue]]\nname = '1v1-hidden-7'\ngames = 2\nrules = { hidden = 7, rounds = 200 }\n";

    #[test]
    fn a_queue_is_played_part_by_part() {
        assert_eq!(labels_of(QUEUE).unwrap(), ["1v1-hidden-0", "1v1-hidden-1", "1v1-hidden-7"]);
        let runs = RawConfig::from_toml(QUEUE, "t").unwrap().runs().unwrap();
        let config = |index: usize| &runs[index].1;
        assert_eq!((config(0).games, config(2).games), (Some(4), Some(2)));
        assert_eq!(config(0).name.as_deref(), Some("class"), "the name of the whole");
        assert_eq!(
            (&config(1).rules["rounds"][0], &config(2).rules["rounds"][0]),
            (&"100".into(), &"200".into())
        );
        assert!(config(0).queue.is_empty());
    }

    #[test]
    fn rules_with_several_values_make_a_run_for_each_combination() {
        let text = "[rules]\nrounds = [5, 10]\nhidden = '0..2'\nletter-cap = 7";
        let raw = RawConfig::from_toml(text, "t").unwrap();
        let runs = raw.runs().unwrap();
        let labels: Vec<&str> =
            runs.iter().map(|(label, _)| label.as_ref().unwrap().as_str()).collect();
        let two = |hidden: u8| [5, 10].map(|rounds| format!("hidden-{hidden}-rounds-{rounds}"));
        assert_eq!(labels, [two(0), two(1), two(2)].concat());
        for (label, run) in &runs {
            let rule = |key: &str| &run.rules[key][0];
            let wanted = format!("hidden-{}-rounds-{}", rule("hidden"), rule("rounds"));
            assert_eq!(label.as_ref().map(Name::as_str), Some(wanted.as_str()));
            assert_eq!((run.cells(), run.rules["letter-cap"][0].as_str()), (1, "7"));
        }
        let many = "[rules]\nrounds = '1..300'\nhidden = '1..300'";
        let error = labels_of(many).unwrap_err();
        assert!(error.contains("`hidden`, `rounds`: 90000 combinations"), "{error}");
        let twice = labels_of("[rules]\nrounds = [5, 5]\nhidden = [1, 2]").unwrap_err();
        assert!(twice.contains("`rounds`") && twice.contains("listed twice"), "{twice}");
    }

    #[test]
    fn options_override_each_part() {
        let over = RawConfig { games: Some(1), ..RawConfig::default() };
        let runs = RawConfig::from_toml(QUEUE, "t").unwrap().merged_with(over).runs().unwrap();
        assert!(runs.iter().all(|(_, run)| run.games == Some(1)));
    }

    #[test]
    fn parts_have_their_own_names() {
        let error = |text: &str| labels_of(text).unwrap_err();
        assert!(error("[[queue]]\ngames = 3").contains("needs a `name`"));
        assert!(error("queue = 3").contains("[[queue]]"));
        assert!(
            error("[[queue]]\nname = 'a'\n[[queue]]\nname = 'a'")
                .contains("invalid value `a` for `queue`")
        );
    }
}
