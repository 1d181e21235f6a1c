//! `report --html`: one self-contained page that loads neither files nor anything from the network.
//!
//! [`page`] turns a [`Report`] into a document: what was played and how to repeat it, then plots with their
//! tables. A Content-Security-Policy forbids everything except the page's own style sheet and script,
//! identified by their SHA-256. The script is a convenience: it shows the command that replays a selected
//! game, copies commands and switches between light and dark. The page is complete without it.
//!
//! Several runs make one page too: their means side by side, by the setting in which they differ, then a
//! short section on each run.

mod course;
mod faults;
mod legend;
mod live_summary;
mod meetings;
mod notable;
mod notebook;
mod overview;
mod points;
mod policy;
mod ratings;
mod replayed;
#[cfg(test)]
mod sample;
mod scores;
mod side_by_side;
mod standings;
mod title;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::plot;
use crate::{Digest, Report, RunTitle};
use legend::Legend;

pub use live_summary::LiveSummary;
pub use notebook::{notebook_comparison, notebook_standings};
pub use policy::policy as content_policy;
pub use ratings::ecology_picture;
pub use replayed::{replay_page, replay_policy};
pub use side_by_side::SideBySide;

/// The page's own style sheet, after that of the plots.
const STYLE: &str = include_str!("page.css");
/// The page's script.
const SCRIPT: &str = include_str!("page.js");

/// The page of a report, as a document in UTF-8. Arbitrary names and settings are escaped. Its size grows
/// with players (quadratically, for the table of meetings) and runs, not with games.
#[must_use]
pub fn page(report: &Report) -> String {
    document(report, &html! {})
}

/// The same with a way back to the page that led here: its name and its address.
#[must_use]
pub fn page_from(report: &Report, name: &str, address: &str) -> String {
    let back = html! {
        nav.back aria-label="Back" { a href=(address) { "\u{2039} " (name) } }
    };
    document(report, &back)
}

fn document(report: &Report, back: &Markup) -> String {
    let style = style();
    let title = title::document(report);
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(page_policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(&style)) }
            }
            body {
                (back)
                (toolbar())
                main { (content(report, &title)) }
                (replay_panel())
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    document.into_string()
}

fn style() -> String {
    [plot::STYLE, STYLE].concat()
}

/// The Content-Security-Policy of every [`page`], for servers. It does not restrict framing, which only a
/// header can do.
#[must_use]
pub fn page_policy() -> String {
    policy::policy(&style(), SCRIPT)
}

fn content(report: &Report, title: &str) -> Markup {
    let legend = Legend::of(report);
    html! {
        @match &report.runs[..] {
            [] => { h1 { (title) } p { "There are no runs." } },
            [run] => { (title::of_run(run, title)) (whole(run, &legend)) },
            runs => {
                (overview::overview(report, title, &legend))
                @for (index, run) in runs.iter().enumerate() { (brief(run, index + 1, &legend)) }
            },
        }
    }
}

/// A section of a page: the id of its heading, its entry in the contents, and its content.
struct Section {
    id: &'static str,
    heading: &'static str,
    content: Markup,
}

/// Everything about a single run.
fn whole(run: &Digest, legend: &Legend) -> Markup {
    let sections: Vec<Section> = [
        Some(standings::section(run, legend, "")),
        scores::section(run, legend, ""),
        meetings::section(run, ""),
        ratings::section(run, legend, ""),
        course::section(run, legend, ""),
        points::section(run, legend, ""),
        notable::section(run, ""),
        Some(faults::section(run, "")),
    ]
    .into_iter()
    .flatten()
    .collect();
    html! {
        nav aria-label="contents" {
            @for section in &sections { a href={ "#" (section.id) } { (section.heading) } }
        }
        div data-replay=[replay_start(run)] {
            @for section in &sections {
                section aria-labelledby=(section.id) {
                    h2 id=(section.id) { (section.heading) }
                    (section.content)
                }
            }
        }
    }
}

/// One of several runs: its title, and its results in short.
fn brief(run: &Digest, number: usize, legend: &Legend) -> Markup {
    let prefix = format!("run-{number}-");
    html! {
        details.run id={ (prefix) "details" } data-replay=[replay_start(run)] {
            summary { h2 { (run.run.label) } }
            (title::facts(run))
            (standings::section(run, legend, &prefix).content)
            @for section in [scores::section(run, legend, &prefix), meetings::section(run, &prefix),
                notable::section(run, &prefix)].into_iter().flatten() { (section.content) }
            (faults::section(run, &prefix).content)
        }
    }
}

/// The command that replays a game of the run, up to the game's number.
fn replay_start(run: &Digest) -> Option<String> {
    let mut command = run.run.replay_command(0)?;
    command.pop();
    Some(command)
}

/// A game's number, selectable if games of the run can be replayed.
fn game_number(run: &RunTitle, game: u64) -> Markup {
    html! {
        @if run.replayable {
            button.game type="button" data-game=(game) aria-label={ "Replay game " (game) } { (game) }
        } @else {
            (game)
        }
    }
}

/// A command with a button to copy it.
fn command(command: &str) -> Markup {
    html! {
        span.command {
            code { (command) }
            button.copy type="button" data-copy=(command) aria-label={ "Copy: " (command) } { "Copy" }
        }
    }
}

fn toolbar() -> Markup {
    html! {
        div.toolbar { button #scheme type="button" { "Light or dark" } }
    }
}

/// The panel in which the script shows the command of the selected game.
fn replay_panel() -> Markup {
    html! {
        div #replay hidden role="status" {
            span #replay-game {}
            code #replay-command {}
            button #replay-copy type="button" { "Copy" }
            button #replay-close type="button" aria-label="Close" { "\u{d7}" }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use roxmltree::Document;

    use super::{SCRIPT, STYLE, page, policy, sample};
    use crate::{Report, plot};

    const FOUR: [&str; 4] = ["marginal", "shadow", "frequency", "letter-value"];
    const HOSTILE: [&str; 3] =
        ["<script>alert(1)</script>", "\"quoted\" & 'so'", "]]></style></svg><img src=x>"];

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|index| format!("player-{index}")).collect()
    }

    /// Pages of every kind.
    fn pages() -> Vec<String> {
        let sixty = names(60);
        let sixty: Vec<&str> = sixty.iter().map(String::as_str).collect();
        let reports = [
            sample::report(&FOUR, 400),
            sample::report(&["solo"], 1),
            sample::report(&HOSTILE, 3),
            sample::report(&sixty[..14], 1000),
            sample::report(&sixty, 1000),
            sample::sweep(&FOUR, &["0", "2", "9"]),
            sample::sweep(&HOSTILE, &["none", "exactly-7"]),
            Report { setting: None, runs: vec![] },
        ];
        reports.iter().map(page).collect()
    }

    /// All values of an attribute in the page.
    fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
        let start = format!(" {attribute}=\"");
        let behind = page.split(start.as_str()).skip(1);
        behind.map(|rest| rest.split('"').next().unwrap()).collect()
    }

    /// The text between the first `start` and the next `end`.
    fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
        text.split_once(start).unwrap().1.split_once(end).unwrap().0
    }

    /// The page as XML: without its first line, and with void elements closed.
    fn as_xml(page: &str) -> String {
        let body = page.strip_prefix("<!DOCTYPE html>").unwrap();
        let style = between(body, "<style>", "</style>");
        let script = between(body, "<script>", "</script>");
        let bare = body.replace(style, "").replace(script, "");
        let parts: Vec<&str> = bare.split("<meta").collect();
        let closed = parts[1..].iter().map(|part| format!("<meta{}", part.replacen('>', "/>", 1)));
        let attributes = [" hidden "].map(|bare| (bare, " hidden=\"\" "));
        let text = parts[0].to_owned() + &closed.collect::<String>();
        attributes.iter().fold(text, |text, (bare, full)| text.replace(bare, full))
    }

    #[test]
    fn pages_are_well_formed() {
        for page in pages() {
            let xml = as_xml(&page);
            let document = Document::parse(&xml).unwrap_or_else(|error| panic!("{error}"));
            let scripts = document.descendants().filter(|node| node.has_tag_name("script"));
            assert_eq!(scripts.count(), 1);
            assert!(!document.descendants().any(|node| node.has_attribute("src")));
        }
    }

    #[test]
    fn identifiers_are_unique_and_links_resolve() {
        for page in pages() {
            let ids = values(&page, "id");
            let known: HashSet<&str> = ids.iter().copied().collect();
            assert_eq!(ids.len(), known.len());
            let links = values(&page, "href").into_iter().map(|link| link.trim_start_matches('#'));
            let named = values(&page, "aria-labelledby").into_iter().flat_map(|ids| ids.split(' '));
            for id in links.chain(named) {
                assert!(known.contains(id), "{id} is nowhere");
            }
        }
    }

    #[test]
    fn a_page_is_self_contained() {
        for page in pages() {
            let rest = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
            for link in ["http:", "https:", "=\"//", "url(", "@import"] {
                assert!(!rest.contains(link), "{link} in a page");
            }
        }
    }

    #[test]
    fn the_policy_lists_the_hashes_of_the_style_and_the_script() {
        let page = page(&sample::report(&FOUR, 400));
        let style = between(&page, "<style>", "</style>");
        let script = between(&page, "<script>", "</script>");
        assert_eq!((style, script), ([plot::STYLE, STYLE].concat().as_str(), SCRIPT));
        assert!(page.contains(&policy::policy(style, script)));
        assert!(
            policy::policy(style, script).starts_with("default-src 'none'; style-src 'sha256-")
        );
        // the policy blocks style attributes and handlers; there are none
        assert!(!page.contains(" style=\"") && !page.contains(" onclick="));
    }

    #[test]
    fn hostile_names_are_escaped() {
        let page = page(&sample::report(&HOSTILE, 3));
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(!page.contains("<script>alert") && !page.contains("<img"));
        assert_eq!(page.matches("</style>").count(), 1);
    }

    /// Behaviour observed in a browser: no test here runs scripts.
    #[test]
    fn the_script_moves_focus_into_the_panel_and_expands_for_print() {
        let by_key = between(SCRIPT, "const chooseByKey", "};");
        assert!(by_key.contains("choose(mark)") && by_key.contains("\"replay-copy\").focus()"));
        assert_eq!(SCRIPT.matches("chooseByKey").count(), 3, "for points and for buttons");
        let printing = between(SCRIPT, "\"beforeprint\"", "});");
        assert!(printing.contains("details.open = true"), "{printing}");
        assert!(between(SCRIPT, "\"afterprint\"", "});").contains("details.open = false"));
    }

    /// A name of 90 characters wraps anywhere in running text, because the style of the page allows it.
    #[test]
    fn long_names_wrap() {
        let body = between(STYLE, "body {", "}");
        assert!(body.contains("overflow-wrap: anywhere"), "{body}");
        let other = |rule: &str| STYLE.matches(rule).count();
        assert_eq!((other("overflow-wrap: normal"), other("word-break")), (0, 0));
    }

    #[test]
    fn a_page_of_nine_players_is_under_half_a_megabyte() {
        let nine = names(9);
        let nine: Vec<&str> = nine.iter().map(String::as_str).collect();
        assert!(page(&sample::report(&nine, 100_000)).len() < 500_000);
    }

    #[test]
    fn a_page_depends_only_on_its_report() {
        assert_eq!(pages(), pages());
    }

    #[test]
    fn a_page_explains_how_to_repeat_the_run_and_its_games() {
        let page = page(&sample::report(&FOUR, 400));
        assert!(page.contains("lettergame tournament 'results/a run/config.toml' --out ELSEWHERE"));
        assert!(page.contains("lettergame replay 'results/a run' --game 17"));
        assert!(page.contains("data-replay=\"lettergame replay 'results/a run' --game \""));
        assert!(page.contains("fd7ded5f2e38480d"));
    }

    #[test]
    fn incomplete_data_is_pointed_out() {
        let mut report = sample::report(&FOUR, 400);
        assert!(!page(&report).contains("class=\"warning\""));
        report.runs[0].run.games_total = 1000;
        report.runs[0].run.cut = true;
        let text = page(&report);
        assert!(text.contains("Not finished: 400 of 1\u{202f}000 games are done."));
        assert!(text.contains("was left out"));
    }

    #[test]
    fn missing_figures_are_left_out() {
        let mut report = sample::report(&FOUR, 400);
        let run = &mut report.runs[0];
        run.rounds = None;
        run.faults.clear();
        run.pairs.clear();
        run.notable.clear();
        for player in &mut run.players {
            player.relation = None;
            player.columns.clear();
        }
        let text = page(&report);
        for id in ["round-score", "relation", "meetings", "notable"] {
            assert!(!text.contains(&format!("id=\"{id}\"")), "{id}");
        }
        assert!(text.contains("No player made a fault."));
    }

    #[test]
    fn a_sweep_is_drawn_over_its_setting() {
        let text = page(&sample::sweep(&FOUR, &["0", "2", "9"]));
        assert!(text.contains("Mean score over hidden") && text.contains("hidden-9"));
        let names = page(&sample::sweep(&FOUR, &["none", "5"]));
        assert!(names.contains(">none</text>"));
    }
}
