//! Faults by player and kind.

use maud::{Markup, html};

use crate::report::page::title::count;
use crate::report::page::{Section, game_button};
use crate::report::plot::{Bars, BarsRow, Figure, Part, Shade};
use crate::report::{Digest, FaultDigest};

pub(super) fn section(run: &Digest, prefix: &str) -> Section {
    let bars = bars(&run.faults);
    let content = html! {
        @if run.faults.is_empty() {
            p { "No player made a fault." }
        } @else {
            @if bars.rows.iter().any(|row| row.counts.iter().any(|&count| count > 0)) {
                (Figure { id: &format!("{prefix}fault-kinds"), title: "Faults by player", plot: &bars,
                    about: "Seats that were banned or made a fault, by their first fault." })
            }
            (table(&run.faults))
        }
    };
    Section { id: "faults", heading: "Faults", content }
}

/// Names in the order of their first mention.
fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a String> {
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

fn bars(faults: &[FaultDigest]) -> Bars {
    let kinds = distinct(faults.iter().map(|fault| &fault.kind));
    let players = distinct(faults.iter().map(|fault| &fault.player));
    let seats = |player: &String, kind: &String| {
        let of = faults.iter().filter(|fault| fault.player == *player && fault.kind == *kind);
        of.map(|fault| fault.seats).sum()
    };
    let row = |player: &&String| BarsRow {
        label: (*player).clone(),
        counts: kinds.iter().map(|kind| seats(player, kind)).collect(),
    };
    let part = |(k, kind): (usize, &&String)| Part {
        label: (*kind).clone(),
        shade: Shade { k, of: kinds.len() },
    };
    Bars {
        parts: kinds.iter().enumerate().map(part).collect(),
        rows: players.iter().map(row).collect(),
        axis: "seats".into(),
        whole: false,
    }
}

fn table(faults: &[FaultDigest]) -> Markup {
    let columns = ["player", "kind", "seats", "single faults", "first games"];
    html! {
        div.scroll tabindex="0" role="group" aria-label="table of faults" {
            table {
                thead { tr { @for column in columns { th.text scope="col" { (column) } } } }
                tbody { @for fault in faults { (row(fault)) } }
            }
        }
    }
}

fn row(fault: &FaultDigest) -> Markup {
    html! {
        tr {
            th scope="row" { (fault.player) }
            td.text { (fault.kind) }
            td { (count(fault.seats)) }
            td { @if fault.lines > 0 { (count(fault.lines)) } @else { "\u{2013}" } }
            td.text { @for &game in &fault.first_games { (game_button(game)) " " } }
        }
    }
}
