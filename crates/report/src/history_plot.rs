//! A player's scores over commits as SVG.

use crate::history::{Past, RunRecord};
use crate::history_line::{Runs, marks, scores, trend_of, trend_text};
use crate::history_table::{groups, run_text, short_commit};
use crate::plot::{Drawing, Moment, Picture, Timeline, WIDE};
use crate::table::shown;

/// How to read the picture, line by line.
const NOTES: [&str; 2] = [
    "mean score per game with its 95 % interval; dashed: trend",
    "thick: different in the same deals, or intervals do not overlap; *: not committed",
];

/// Draws a panel for each set of conditions in which the player has runs: scores over runs in chronological
/// order, evenly spaced, each with its interval, joined by a line that is thick where the intervals of
/// neighbours do not overlap, or the paired one excludes 0; with five or more scores, also their trend. The
/// document is self-contained: no fonts, scripts or style sheets.
///
/// `None` if the player has no score in any of the runs.
#[must_use]
pub fn history_plot(runs: &[Past<RunRecord>], player: &str) -> Option<String> {
    let panels: Vec<_> = groups(runs).filter_map(|group| panel(group, player)).collect();
    let title = format!("Scores of {player} over commits");
    let picture = Picture { title: &title, heading: player, panels, notes: &NOTES };
    (!picture.panels.is_empty()).then(|| picture.to_svg())
}

/// The runs of the same conditions, and what they are.
fn panel(runs: &Runs, player: &str) -> Option<(Vec<String>, Drawing)> {
    let (scores, marks) = (scores(runs, player), marks(runs, player));
    let moments = runs.iter().zip(scores.iter().zip(marks)).map(|(run, (score, mark))| {
        let (time, commit) = (&run.time, short_commit(&run.record.commit));
        let value = score.map_or(f64::NAN, |score| score.value);
        Moment {
            names: [label(&commit), time.chars().take(10).collect()],
            title: format!("{time} {commit}: {}", shown(value, 2)),
            value,
            interval: score.and_then(|score| score.interval),
            differs: mark.is_apart(),
        }
    });
    let trend = trend_of(runs, player);
    let mut lines = vec![run_text(&runs.first()?.record)];
    lines.extend(trend.as_ref().map(|trend| format!("trend: {}", trend_text(trend))));
    let trend = trend.map(|trend| [trend.start, trend.slope]);
    let timeline = Timeline { moments: moments.collect(), trend };
    scores.iter().any(Option::is_some).then(|| (lines, timeline.draw(WIDE)))
}

/// A commit, shortened to fit below a point.
fn label(commit: &str) -> String {
    let dirty = commit.strip_suffix("-dirty").map(|hash| format!("{hash}*"));
    dirty.as_deref().unwrap_or(commit).chars().take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::history_plot;
    use crate::history::{Estimate, Past, PlayerRecord, RunRecord};
    use lettergame_stats::Interval;
    use std::time::SystemTime;

    fn run(conditions: &str, commit: &str, score: Option<(f64, f64)>) -> Past<RunRecord> {
        let score = score.map(|(value, half)| Estimate {
            value,
            interval: Some(Interval { low: value - half, high: value + half }),
        });
        let player = PlayerRecord {
            player: "a<b&c".to_owned(),
            games: 10,
            win_share: None,
            score,
            rating: None,
            faults: 0,
            cells: vec![],
        };
        let record = RunRecord {
            time: SystemTime::UNIX_EPOCH,
            commit: commit.to_owned(),
            version: String::new(),
            fingerprint: String::new(),
            conditions: conditions.to_owned(),
            name: String::new(),
            game: "auction".to_owned(),
            rules: String::new(),
            seed: 7,
            games: 10,
            folder: String::new(),
            finish: String::new(),
            scale: String::new(),
            players: vec![player],
        };
        Past { time: "2026-01-31T12:00:00Z".to_owned(), record }
    }

    fn drawn(runs: &[Past<RunRecord>]) -> String {
        history_plot(runs, "a<b&c").unwrap()
    }

    #[test]
    fn the_plot_is_xml_with_a_point_per_run_and_a_panel_per_group() {
        let runs = [
            run("x", "one\u{1b}", Some((10.0, 1.0))),
            run("x", "two", Some((10.5, 1.0))),
            run("x", "three", None),
            run("x", "four", Some((20.0, 1.0))),
            run("y", "one", Some((3.0, 0.0))),
        ];
        let text = drawn(&runs);
        let xml = roxmltree::Document::parse(&text).unwrap();
        let count = |name: &str, class: &str| {
            let is = |node: &roxmltree::Node<'_, '_>| {
                node.has_tag_name(("http://www.w3.org/2000/svg", name))
                    && node.attribute("class") == Some(class)
            };
            xml.descendants().filter(is).count()
        };
        assert_eq!((count("path", "mark"), count("path", "whisker")), (4, 3 * 4));
        assert_eq!((count("path", "line"), count("path", "middle")), (1, 1));
        assert_eq!(text.matches("conditions ").count(), 2);
        assert!(text.contains("prefers-color-scheme: dark"));
    }

    /// Five scores rising by 2, with a run without a score among them; four have no trend.
    #[test]
    fn a_trend_is_a_line_from_the_first_score_to_the_last() {
        let scores = [Some(1.0), Some(3.0), None, Some(5.0), Some(7.0), Some(9.0)];
        let runs: Vec<_> =
            scores.iter().map(|score| run("x", "one", score.map(|value| (value, 0.1)))).collect();
        let text = drawn(&runs);
        assert!(text.contains("trend: 2.00 (2.00 to 2.00) points per run, over 5 runs"), "{text}");
        let xml = roxmltree::Document::parse(&text).unwrap();
        let of_class = |class: &str| -> Vec<String> {
            let found = xml.descendants().filter(|node| node.attribute("class") == Some(class));
            found.map(|node| node.attribute("d").unwrap().to_owned()).collect()
        };
        // the path of a mark starts with a move to its left edge
        let places =
            of_class("mark").into_iter().map(|mark| mark.split_once('m').unwrap().0.to_owned());
        let places: Vec<String> = places.map(|place| place[1..].to_owned()).collect();
        assert_eq!(of_class("trend reference"), [format!("M{}", places.join("L"))]);
        assert!(!drawn(&runs[..5]).contains("class=\"trend"));
    }

    #[test]
    fn without_a_score_there_is_no_plot() {
        assert_eq!(history_plot(&[], "a"), None);
        assert_eq!(history_plot(&[run("x", "one", None)], "a<b&c"), None);
        assert_eq!(history_plot(&[run("x", "one", Some((1.0, 1.0)))], "other"), None);
    }

    #[test]
    fn the_footnote_stays_inside_the_plot() {
        let text = drawn(&[run("x", "one", Some((1.0, 1.0)))]);
        let xml = roxmltree::Document::parse(&text).unwrap();
        let [.., first, last] = xml
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
            .collect::<Vec<_>>()[..]
        else {
            panic!("no footnote")
        };
        assert!(last.text().unwrap().ends_with("not committed"));
        for line in [first, last] {
            let number = |name| line.attribute(name).unwrap().parse::<f64>().unwrap();
            // DejaVu Sans, a wide font, takes 0.63 of its size per letter on average
            let wide = line.text().unwrap().chars().count() as f64 * 13.0 * 0.63;
            assert!(number("x") + wide < super::WIDE, "{:?}", line.text());
            assert!(number("y") > 250.0, "below the panels");
        }
        assert_ne!(first.attribute("y"), last.attribute("y"));
    }

    #[test]
    fn only_some_of_many_runs_are_labelled() {
        let runs: Vec<_> =
            (0..100).map(|index| run("x", &format!("c{index}"), Some((1.0, 1.0)))).collect();
        let named = drawn(&runs).matches(">2026-01-31<").count();
        assert!((4..=8).contains(&named), "{named}");
    }
}
