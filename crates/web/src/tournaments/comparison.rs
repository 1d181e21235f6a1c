//! The comparison of ticked runs: players and settings side by side, and paired differences where the same
//! deals were played.

use std::path::PathBuf;
use std::sync::Arc;

use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};

use crate::quoted::error_text;
use crate::section::TOURNAMENTS;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::Fields;
use crate::shell::page;
use crate::tournaments::folder::{Folder, RunPlace, path_of};
use crate::tournaments::report::{Kind, refused};
use crate::tournaments::section_state::SectionState;
use lettergame_arena::{CompareError, CompareOptions, Compared, compare_finished};
use lettergame_compare::RunsError;
use lettergame_registry::row_shape;
use lettergame_report::{Digest, Report, SideBySide};

/// The maximum number of runs of a comparison.
pub(super) const MAX_RUNS: usize = 6;

/// The ticked runs side by side.
pub(super) async fn compared(
    section: Arc<SectionState>,
    fields: Fields,
) -> Result<Response, HttpError> {
    let asking = Arc::clone(&section);
    let runs = waiting(move || ticked(&asking.folder, &fields)).await??;
    let dirs = runs.iter().map(|run| run.dir.clone()).collect();
    let make = move |_: &[PathBuf]| comparison_page(&runs);
    let page = section.reports.of(Kind::Comparison, dirs, make).await?;
    Ok(Html(page.to_string()).into_response())
}

/// The ticked runs, newest first, whatever the order of the fields.
fn ticked(folder: &Folder, fields: &Fields) -> Result<Vec<RunPlace>, HttpError> {
    let asked: Vec<&str> = fields.all("run").collect();
    let all = folder.entries().into_iter().flat_map(|entry| entry.runs());
    let found: Vec<RunPlace> = all.filter(|run| asked.contains(&run.id.as_str())).collect();
    if let Some(unknown) = asked.iter().find(|id| found.iter().all(|run| run.id != **id)) {
        let text = format!("there is no run `{unknown}` in the folder of tournaments");
        return Err(HttpError::missing(text));
    }
    match found.len() {
        2..=MAX_RUNS => Ok(found),
        ticked => Err(HttpError::invalid(format!(
            "{ticked} runs are ticked: expected 2 to {MAX_RUNS}; go back and tick those to compare"
        ))),
    }
}

/// The whole page. The last run is the baseline of the others.
fn comparison_page(runs: &[RunPlace]) -> Result<String, HttpError> {
    let dirs: Vec<_> = runs.iter().map(|run| run.dir.clone()).collect();
    let mut left_out = Vec::new();
    let report = Report::read(&dirs, row_shape, |error| left_out.push(error.to_string()));
    let report = report.map_err(|error| refused(&error))?;
    let link = |digest: &Digest| {
        let own = runs.iter().find(|run| is_of(digest, run));
        own.map_or_else(|| TOURNAMENTS.path.to_owned(), |run| path_of(&run.id))
    };
    let both = SideBySide::of(&report.runs, report.runs.iter().map(link).collect());
    let title = format!("{} runs compared", runs.len());
    let body = html! {
        main #main.tour {
            nav.trail aria-label="Breadcrumb" { a href=(TOURNAMENTS.path) { "Tournaments" } }
            div.heading { h1 { (title) } (TOURNAMENTS.how_to_play()) }
            @for error in &left_out { p.refusal { (error_text(error)) } }
            section.sheet aria-labelledby="players" {
                h2 #players { "Players" }
                (both.players())
                p.quiet { "Means and win shares with 95 % intervals, in which a deal is one observation." }
            }
            section.sheet aria-labelledby="settings" { h2 #settings { "Settings" } (both.settings()) }
            @if let Some((baseline, others)) = runs.split_last() {
                @for run in others.iter().rev() { (paired(run, baseline, &report)) }
            }
        }
    };
    Ok(page(&title, Some(&TOURNAMENTS), &body).into_string())
}

fn is_of(digest: &Digest, run: &RunPlace) -> bool {
    digest.run.dir == run.dir.display().to_string()
}

/// What the deals that both runs played say about the difference between them.
fn paired(run: &RunPlace, baseline: &RunPlace, report: &Report) -> Markup {
    let own = report.runs.iter().find(|digest| is_of(digest, run));
    let names = own.map_or(&[][..], |digest| &digest.run.players);
    html! {
        section.sheet.paired aria-label={ (run.id) " against " (baseline.id) } {
            h2 { a href=(path_of(&run.id)) { (run.id) } " against " a href=(path_of(&baseline.id)) { (baseline.id) } }
            @match pairs(run, baseline, names) {
                Ok(pairs) => {
                    p { "Both played the same deals, so the luck that they share cancels in the difference." }
                    @for own in &pairs {
                        @let document = own.report.document();
                        h3 { (document.title()) }
                        p.quiet { (own.report.conditions) }
                        (document.markup())
                    }
                }
                Err(error) => p { "No paired difference: " (error_text(&error.to_string())) "." },
            }
        }
    }
}

/// The comparison of the player in which the runs differ, or else of each player: two builds of a program may
/// have the same name.
fn pairs(
    run: &RunPlace,
    baseline: &RunPlace,
    names: &[String],
) -> Result<Vec<Compared>, Box<CompareError>> {
    let choices = |player: Option<&str>| {
        compare_finished(&run.dir, &baseline.dir, player, &CompareOptions::default())
            .map_err(Box::new)
    };
    let only = choices(None);
    let are_same = only.as_ref().is_err_and(|error| {
        matches!(&**error, CompareError::Runs(own) if matches!(**own, RunsError::SamePlayers { .. }))
    });
    match are_same {
        true => names.iter().map(|name| choices(Some(name))).collect(),
        false => Ok(vec![only?]),
    }
}
