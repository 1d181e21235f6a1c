//! Faults by player and kind: single faults where `faults.jsonl` lists them, and the statuses of seats.

use maud::{Markup, html};

use crate::page::title::count;
use crate::page::{Section, game_number};
use crate::plot::{Bars, BarsRow, Figure, Part, Shade};
use crate::{Digest, FaultDigest, RunTitle, TimesDigest};
use lettergame_game::FaultKind;

/// The count of a kind of fault.
type Counted = fn(&FaultDigest) -> u64;

pub(super) fn section(run: &Digest, prefix: &str) -> Section {
    let content = html! {
        @if run.faults.is_empty() {
            p { "No player made a fault." }
        } @else {
            (figure(&run.faults, &format!("{prefix}fault-kinds")))
            (table(run, "Single faults", "faults", |fault| fault.lines))
            (table(run, "Seats by status", "seats", |fault| fault.seats))
        }
        @if let Some(told) = &run.run.times { (times(run, told)) }
    };
    Section { id: "faults", heading: "Faults", content }
}

/// How long programs took for their decisions.
fn times(run: &Digest, told: &TimesDigest) -> Markup {
    html! {
        h3 { "Times of programs" }
        @if let Some(note) = told.covered(run.run.games_done) { p { (note) } }
        div.scroll tabindex="0" role="group" aria-label="table: Times of programs" {
            table {
                thead { tr {
                    th.text scope="col" { "player" }
                    th scope="col" { "decisions" }
                    th scope="col" { "mean ms" }
                    th scope="col" { "longest ms" }
                    th scope="col" { "late" }
                    @if !told.speeds.is_empty() { th scope="col" { "decisions a second" } }
                } }
                tbody { @for (player, times) in &told.players { tr {
                    th scope="row" { (player) }
                    td { (count(times.decisions)) }
                    td { (format!("{:.2}", times.mean_ms())) }
                    td { (format!("{:.0}", times.longest_ms)) }
                    td { (count(times.late)) }
                    @if !told.speeds.is_empty() { td { (told.speed(player)) } }
                } } }
            }
        }
    }
}

/// Single faults if there are any, else seats.
fn figure(faults: &[FaultDigest], id: &str) -> Markup {
    let single = bars(faults, "faults", made);
    let seats = bars(faults, "seats", |fault| fault.seats);
    html! {
        @if !single.rows.is_empty() {
            (Figure { id, title: "Faults by player", plot: &single,
                about: "Every single fault, by its kind. Decisions of a benched player, whose program is not \
                    asked any more, are in the table only." })
        } @else if !seats.rows.is_empty() {
            (Figure { id, title: "Seats with faults by player", plot: &seats,
                about: "Seats that were banned or made a fault, by their status in the rows." })
        }
    }
}

/// Faults committed by the player itself: none for `benched`.
fn made(fault: &FaultDigest) -> u64 {
    if fault.kind == FaultKind::Benched.name() { 0 } else { fault.lines }
}

/// Distinct names in order of first occurrence.
fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a String> {
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Players and kinds with a count above zero.
fn bars(faults: &[FaultDigest], axis: &str, counted: Counted) -> Bars {
    let there: Vec<&FaultDigest> = faults.iter().filter(|fault| counted(fault) > 0).collect();
    let kinds = distinct(there.iter().map(|fault| &fault.kind));
    let players = distinct(there.iter().map(|fault| &fault.player));
    let sum = |player: &String, kind: &String| {
        let faults = there.iter().filter(|fault| fault.player == *player && fault.kind == *kind);
        faults.map(|fault| counted(fault)).sum()
    };
    let row = |player: &&String| BarsRow {
        label: (*player).clone(),
        counts: kinds.iter().map(|kind| sum(player, kind)).collect(),
    };
    let part = |(k, kind): (usize, &&String)| Part {
        label: (*kind).clone(),
        shade: Shade { k, of: kinds.len() },
    };
    Bars {
        parts: kinds.iter().enumerate().map(part).collect(),
        rows: players.iter().map(row).collect(),
        axis: axis.into(),
        whole: false,
    }
}

/// A row for each player and kind with a count above zero; empty without rows.
fn table(run: &Digest, title: &str, of: &str, counted: Counted) -> Markup {
    let rows: Vec<&FaultDigest> = run.faults.iter().filter(|fault| counted(fault) > 0).collect();
    html! {
        @if !rows.is_empty() {
            h3 { (title) }
            div.scroll tabindex="0" role="group" aria-label={ "table: " (title) } {
                table {
                    thead { tr {
                        th.text scope="col" { "player" }
                        th.text scope="col" { "kind" }
                        th scope="col" { (of) }
                        th.text scope="col" { "first games" }
                    } }
                    tbody { @for fault in rows { (row(&run.run, fault, counted(fault))) } }
                }
            }
        }
    }
}

fn row(run: &RunTitle, fault: &FaultDigest, number: u64) -> Markup {
    html! {
        tr {
            th scope="row" { (fault.player) }
            td.text { (fault.kind) }
            td { (count(number)) }
            td.text { @for &game in &fault.first_games { (game_number(run, game)) " " } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bars, made, section};
    use crate::FaultDigest;
    use crate::page::sample;

    fn fault(player: &str, kind: &str, seats: u64, lines: u64) -> FaultDigest {
        let (player, kind) = (player.to_owned(), kind.to_owned());
        FaultDigest { player, kind, seats, lines, first_games: vec![3] }
    }

    /// A game that bans, such as the Letter Game: what was done is only in the lines of `faults.jsonl`.
    #[test]
    fn single_faults_are_drawn_by_kind_and_counted_once_in_each_table() {
        let faults = vec![
            fault("a", "banned", 7, 0),
            fault("a", "benched", 0, 900),
            fault("a", "late", 0, 4),
            fault("b", "banned", 2, 0),
            fault("b", "illegal", 0, 5),
        ];
        let single = bars(&faults, "faults", made);
        let kinds: Vec<&str> = single.parts.iter().map(|part| part.label.as_str()).collect();
        assert_eq!(kinds, ["late", "illegal"]);
        assert_eq!(
            (&single.rows[0].counts[..], &single.rows[1].counts[..]),
            (&[4, 0][..], &[0, 5][..])
        );
        let mut run = sample::report(&["a", "b"], 10).runs.remove(0);
        run.faults = faults;
        let page = section(&run, "").content.into_string();
        assert!(page.contains("Every single fault") && page.contains("<td>900</td>"));
        let (lines, seats) = page.split_once("Seats by status").unwrap();
        let lines = lines.split_once("<h3>Single faults</h3>").unwrap().1;
        assert_eq!((lines.matches("<tr>").count(), seats.matches("<tr>").count()), (4, 3));
        assert!(!lines.contains("banned") && !seats.contains("late"));
    }

    #[test]
    fn without_lines_seats_are_drawn_by_status() {
        let mut run = sample::report(&["a", "b"], 10).runs.remove(0);
        run.faults = vec![fault("a", "banned", 7, 0)];
        let page = section(&run, "").content.into_string();
        assert!(page.contains("by their status") && !page.contains("Single faults"));
        assert!(!page.contains("first fault"));
    }
}
