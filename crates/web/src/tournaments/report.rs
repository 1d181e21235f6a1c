//! The full report of runs, created on demand and kept while their rows do not change.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tokio::sync::Mutex;

use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::tournaments::folder::path_of;
use crate::tournaments::{Shared, find_run};
use lettergame_registry::row_shape;
use lettergame_report::{DigestError, Report, page_from, page_policy};
use lettergame_run::RUN_FILES;

/// The maximum number of reports kept.
const MAX_PAGES: usize = 8;

/// Detects changed rows: length and modification time of each file.
type Stamp = Vec<Option<(u64, SystemTime)>>;

/// The pages that are made of whole runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Report,
    Comparison,
}

/// A finished page.
struct Made {
    kind: Kind,
    dirs: Vec<PathBuf>,
    stamp: Stamp,
    page: Arc<str>,
}

/// The latest reports. They are created one at a time; other requests wait without occupying a thread.
#[derive(Default)]
pub(super) struct Reports(Mutex<VecDeque<Made>>);

impl Reports {
    /// The page of this kind on the runs in these folders, in the order given, made by `make` unless it is
    /// kept.
    pub(super) async fn of(
        &self,
        kind: Kind,
        dirs: Vec<PathBuf>,
        make: impl FnOnce(&[PathBuf]) -> Result<String, HttpError> + Send + 'static,
    ) -> Result<Arc<str>, HttpError> {
        let mut made = self.0.lock().await;
        let asked = dirs.clone();
        let stamp = waiting(move || stamp(&asked)).await?;
        let is_own = |own: &Made| own.kind == kind && own.dirs == dirs;
        if let Some(kept) = made.iter().find(|own| is_own(own) && own.stamp == stamp) {
            return Ok(Arc::clone(&kept.page));
        }
        let asked = dirs.clone();
        let page: Arc<str> = waiting(move || make(&asked)).await??.into();
        made.retain(|own| !is_own(own));
        made.push_back(Made { kind, dirs, stamp, page: Arc::clone(&page) });
        if made.len() > MAX_PAGES {
            made.pop_front();
        }
        Ok(page)
    }
}

/// The full report, whose policy allows only its own style and script.
pub(super) async fn report_page(
    State(section): Shared,
    Path(id): Path<String>,
) -> Result<Response, HttpError> {
    let asking = Arc::clone(&section);
    let own = id.clone();
    let runs = waiting(move || match asking.folder.entry(&own) {
        Some(entry) => Ok(entry.runs()),
        None => find_run(&asking, &own).map(|run| vec![run]),
    })
    .await??;
    let make = move |dirs: &[PathBuf]| {
        let report = Report::read(dirs, row_shape, |_| {}).map_err(|error| refused(&error))?;
        Ok(page_from(&report, &id, &path_of(&id)))
    };
    let dirs = runs.into_iter().map(|run| run.dir).collect();
    let page = section.reports.of(Kind::Report, dirs, make).await?;
    let policy = page_policy() + "; frame-ancestors 'none'";
    let headers =
        [(CONTENT_TYPE, "text/html; charset=utf-8".to_owned()), (CONTENT_SECURITY_POLICY, policy)];
    Ok((headers, page.to_string()).into_response())
}

/// Why there is no report, and the remedy on these pages.
pub(super) fn refused(error: &DigestError) -> HttpError {
    let text = match error {
        DigestError::NoGames(_) => format!("{error}; resume it on its page"),
        _ => error.to_string(),
    };
    HttpError::new(StatusCode::CONFLICT, text)
}

fn stamp(dirs: &[PathBuf]) -> Stamp {
    let names = || RUN_FILES.into_iter().chain(["manifest.json"]);
    let files = dirs.iter().flat_map(|dir| names().map(|name| dir.join(name)));
    let state = |path: PathBuf| {
        let data = fs::metadata(path).ok()?;
        Some((data.len(), data.modified().ok()?))
    };
    files.map(state).collect()
}
