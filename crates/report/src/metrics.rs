//! Metrics in the text format of Prometheus, which its server scrapes and the textfile collector of
//! node_exporter reads (<https://prometheus.io/docs/instrumenting/exposition_formats/>, version 0.0.4).

use prometheus::{CounterVec, Gauge, GaugeVec, Opts, Registry, Result, TextEncoder};

use crate::{PlayerTotals, RunStatus};

/// The type of the text, for its HTTP header.
pub const METRICS_TYPE: &str = prometheus::TEXT_FORMAT;

/// A metric of the whole process, without labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProcessMetric {
    /// Its name, from `lettergame_`.
    pub name: &'static str,
    /// What it counts.
    pub help: &'static str,
    /// Its value.
    pub value: f64,
}

/// A metric with a value for each run.
struct RunMetric {
    name: &'static str,
    help: &'static str,
    value: fn(&RunStatus) -> f64,
}

/// A metric with a value for each player of each run.
struct PlayerMetric {
    name: &'static str,
    help: &'static str,
    value: fn(&PlayerTotals) -> f64,
}

const RUN_GAUGES: [RunMetric; 2] = [
    RunMetric {
        name: "lettergame_run_games",
        help: "Games of the run.",
        value: |run| run.total as f64,
    },
    RunMetric {
        name: "lettergame_run_games_per_second",
        help: "Games per second since the run was started or resumed.",
        value: |run| run.rate.unwrap_or(0.0),
    },
];

const RUN_COUNTERS: [RunMetric; 2] = [
    RunMetric {
        name: "lettergame_run_games_played_total",
        help: "Games played, including those before the run was resumed.",
        value: |run| run.games as f64,
    },
    RunMetric {
        name: "lettergame_run_faults_total",
        help: "Seats that were banned or committed a fault.",
        value: |run| run.faults as f64,
    },
];

const PLAYER_COUNTERS: [PlayerMetric; 4] = [
    PlayerMetric {
        name: "lettergame_player_games_total",
        help: "Seats that the player took.",
        value: |own| own.games as f64,
    },
    PlayerMetric {
        name: "lettergame_player_wins_total",
        help: "Wins of the player; a win shared by k seats counts 1/k.",
        value: |own| own.wins,
    },
    PlayerMetric {
        name: "lettergame_player_places_total",
        help: "Sum of the player's places, 1 being the best of a game.",
        value: |own| own.places as f64,
    },
    PlayerMetric {
        name: "lettergame_player_faults_total",
        help: "Seats of the player that were banned or committed a fault.",
        value: |own| own.faults as f64,
    },
];

/// Points may be negative, so that their sum is no counter.
const PLAYER_POINTS: PlayerMetric = PlayerMetric {
    name: "lettergame_player_points",
    help: "Sum of the player's points.",
    value: |own| own.points as f64,
};

/// The metrics of a process and of runs, in a fixed order.
///
/// # Errors
/// When a name or a value breaks a rule of the format.
pub fn metrics_text(process: &[ProcessMetric], runs: &[RunStatus]) -> Result<String> {
    let registry = Registry::new();
    for metric in process {
        let gauge = Gauge::new(metric.name, metric.help)?;
        gauge.set(metric.value);
        registry.register(Box::new(gauge))?;
    }
    for RunMetric { name, help, value } in RUN_GAUGES {
        gauges(&registry, (name, help), &["run"], of_runs(runs, value))?;
    }
    for RunMetric { name, help, value } in RUN_COUNTERS {
        counters(&registry, (name, help), &["run"], of_runs(runs, value))?;
    }
    for PlayerMetric { name, help, value } in PLAYER_COUNTERS {
        counters(&registry, (name, help), &["run", "player"], of_players(runs, value))?;
    }
    let PlayerMetric { name, help, value } = PLAYER_POINTS;
    gauges(&registry, (name, help), &["run", "player"], of_players(runs, value))?;
    TextEncoder::new().encode_to_string(&registry.gather())
}

/// Registers a gauge with these values, each with those of its labels.
fn gauges<'a, const N: usize>(
    registry: &Registry,
    (name, help): (&str, &str),
    labels: &[&str; N],
    values: impl Iterator<Item = ([&'a str; N], f64)>,
) -> Result<()> {
    let vec = GaugeVec::new(Opts::new(name, help), labels)?;
    for (of, value) in values {
        vec.get_metric_with_label_values(&of)?.set(value);
    }
    registry.register(Box::new(vec))
}

/// The same for a counter.
fn counters<'a, const N: usize>(
    registry: &Registry,
    (name, help): (&str, &str),
    labels: &[&str; N],
    values: impl Iterator<Item = ([&'a str; N], f64)>,
) -> Result<()> {
    let vec = CounterVec::new(Opts::new(name, help), labels)?;
    for (of, value) in values {
        vec.get_metric_with_label_values(&of)?.inc_by(value);
    }
    registry.register(Box::new(vec))
}

fn of_runs(
    runs: &[RunStatus],
    value: fn(&RunStatus) -> f64,
) -> impl Iterator<Item = ([&str; 1], f64)> {
    runs.iter().map(move |run| ([run.run.as_str()], value(run)))
}

fn of_players(
    runs: &[RunStatus],
    value: fn(&PlayerTotals) -> f64,
) -> impl Iterator<Item = ([&str; 2], f64)> {
    let players = runs.iter().flat_map(|run| run.players.iter().map(move |own| (run, own)));
    players.map(move |(run, own)| ([run.run.as_str(), own.player.as_str()], value(own)))
}

#[cfg(test)]
mod tests {
    use super::{ProcessMetric, metrics_text};
    use crate::{PlayerTotals, RunStatus};

    fn run(name: &str) -> RunStatus {
        let player = |player: &str, points| PlayerTotals {
            player: player.to_owned(),
            games: 10,
            wins: 2.5,
            points,
            places: 17,
            faults: 1,
        };
        RunStatus {
            run: name.to_owned(),
            games: 10,
            total: 40,
            seconds: 2.0,
            rate: Some(5.0),
            faults: 2,
            players: vec![player("a", -30), player("b", 300)],
        }
    }

    /// As the page of the format describes it: HELP, TYPE, then a line for each value.
    #[test]
    fn every_value_has_its_line() {
        let rooms = ProcessMetric { name: "lettergame_rooms", help: "Open rooms.", value: 3.0 };
        let text = metrics_text(&[rooms], &[run("friday"), run("a \"b\"\\c\n")]).unwrap();
        for lines in [
            "# HELP lettergame_rooms Open rooms.\n# TYPE lettergame_rooms gauge\nlettergame_rooms 3\n",
            "# TYPE lettergame_run_games_played_total counter\n",
            "\nlettergame_run_games_played_total{run=\"friday\"} 10\n",
            "\nlettergame_run_games{run=\"friday\"} 40\n",
            "\nlettergame_run_games_per_second{run=\"friday\"} 5\n",
            "\nlettergame_player_wins_total{player=\"a\",run=\"friday\"} 2.5\n",
            "\nlettergame_player_points{player=\"a\",run=\"friday\"} -30\n",
            "\nlettergame_run_faults_total{run=\"a \\\"b\\\"\\\\c\\n\"} 2\n",
        ] {
            assert!(text.contains(lines), "{lines} is not in:\n{text}");
        }
        assert!(text.ends_with('\n') && !text.contains("\n\n"));
    }

    #[test]
    fn without_a_run_there_are_only_the_metrics_of_the_process() {
        assert_eq!(metrics_text(&[], &[]).unwrap(), "");
    }
}
