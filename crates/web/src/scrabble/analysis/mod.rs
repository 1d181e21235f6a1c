//! The analysis of a game: the tables and documents that the command line writes, and the pages where a game is
//! pasted and its analysis shown.
//!
//! Opening the form's address only fills the form in; posting it analyses the game, within the processor time of
//! a page. The same post with `do=gcg` and the like answers with a file. Nothing is stored but the analyses made
//! last.

mod analysed;
mod boards;
mod document;
mod form_page;
mod json;
mod notes;
mod overview;
mod recent;
mod request;
mod result_page;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

pub use analysed::AnalysedGame;

use crate::app::App;
use crate::begin::status;
use crate::scrabble::analysis::form_page::form_page;
use crate::scrabble::analysis::recent::Recent;
use crate::scrabble::analysis::request::{Field, FieldError, MAX_BYTES, Typed};
use crate::scrabble::analysis::result_page::result_page;
use crate::scrabble::game;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, Posted, QueryFields};
use lettergame_scrabble::rules::Scrabble;

/// The address of the form.
pub(super) const PATH: &str = "/scrabble/analysis";

const FIELDS: [&str; 7] = ["game", "candidates", "simulate", "draws", "mistakes", "seed", "do"];

/// The maximum length of an address that is shown: browsers and servers take it.
const MAX_ADDRESS: usize = 7000;

/// The address of the form with this game; `None` if it would be too long.
pub(super) fn form_address(game: &str) -> Option<String> {
    let typed = Typed { game: game.trim().to_owned(), ..Typed::read(&Fields::default()) };
    Some(typed.address()).filter(|address| address.len() <= MAX_ADDRESS)
}

/// What the pages share.
struct Desk {
    app: Arc<App>,
    recent: Recent,
}

pub(super) fn routes(app: &Arc<App>) -> Router {
    let desk = Desk { app: Arc::clone(app), recent: Recent::default() };
    Router::new().route(PATH, get(show).post(analyse)).with_state(Arc::new(desk))
}

/// The form, filled from the address.
async fn show(
    State(desk): State<Arc<Desk>>,
    QueryFields(fields): QueryFields,
) -> Result<Response, HttpError> {
    game(&desk.app)?;
    Ok(form_page(&Typed::read(&fields), &[]).into_response())
}

/// Analyses the game of a form. An error is shown on the form, which keeps what was typed.
async fn analyse(
    State(desk): State<Arc<Desk>>,
    posted: Result<Posted, HttpError>,
) -> Result<Response, HttpError> {
    let fields = match posted {
        Ok(Posted(fields)) => fields,
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => return Ok(too_long()),
        Err(error) => return Err(error),
    };
    fields.only(&FIELDS)?;
    let kind = Kind::of(&fields)?;
    let game = game(&desk.app)?;
    let typed = Typed::read(&fields);
    let asked = typed.clone();
    let answered = waiting(move || match desk.analysed(&asked, &game) {
        Ok(analysed) => kind.answer(&asked, &analysed, &game),
        Err(wrong) => (status(false), form_page(&asked, &wrong)).into_response(),
    });
    let refused = |error: HttpError| (error.status(), form_page(&typed, &[too_slow(&error)]));
    Ok(answered.await.unwrap_or_else(|error| refused(error).into_response()))
}

/// The page for a form that was not read because of its length.
fn too_long() -> Response {
    let text = format!(
        "the game is too long for this server, and was not read: expected at most {MAX_BYTES} bytes; remove its \
         notes, or use the command line"
    );
    let page = form_page(&Typed::read(&Fields::default()), &[(Field::Game, text)]);
    (StatusCode::PAYLOAD_TOO_LARGE, page).into_response()
}

/// The error of an analysis that was not completed.
fn too_slow(error: &HttpError) -> FieldError {
    let text = match error.status() {
        StatusCode::SERVICE_UNAVAILABLE => {
            "the analysis takes more time than this server gives it: request fewer simulated games, best moves or \
             draws, or use the command line"
        }
        _ => "the analysis failed; try other options, or use the command line",
    };
    (Field::Samples, text.to_owned())
}

impl Desk {
    fn analysed(
        &self,
        typed: &Typed,
        game: &Arc<Scrabble>,
    ) -> Result<Arc<AnalysedGame>, Vec<FieldError>> {
        if let Some(found) = self.recent.find(typed) {
            return Ok(found);
        }
        let analysed = Arc::new(typed.checked(game)?.analysed(game));
        self.recent.keep(typed.clone(), &analysed);
        Ok(analysed)
    }
}

/// What is answered.
#[derive(Clone, Copy)]
enum Kind {
    /// A page of the simulator.
    Page,
    /// The annotated game as a file.
    Gcg,
    /// The analysis as a file.
    Json,
    /// A self-contained page as a file.
    Html,
}

impl Kind {
    fn of(fields: &Fields) -> Result<Kind, HttpError> {
        match fields.get("do").unwrap_or("page") {
            "page" => Ok(Kind::Page),
            "gcg" => Ok(Kind::Gcg),
            "json" => Ok(Kind::Json),
            "html" => Ok(Kind::Html),
            other => {
                let text = format!("unknown kind `{other}`: expected page, gcg, json or html");
                Err(HttpError::invalid(text))
            }
        }
    }

    fn answer(self, typed: &Typed, analysed: &AnalysedGame, game: &Scrabble) -> Response {
        let layout = game.layout();
        match self {
            Kind::Page => result_page(typed, analysed, layout).into_response(),
            Kind::Gcg => download("text/plain", "gcg", analysed.annotated(&typed.game)),
            Kind::Json => download("application/json", "json", format!("{:#}\n", analysed.json())),
            Kind::Html => download("text/html", "html", analysed.page(layout)),
        }
    }
}

fn download(kind: &str, extension: &str, text: String) -> Response {
    let name = format!("attachment; filename=\"scrabble-analysis.{extension}\"");
    let headers = [(CONTENT_TYPE, format!("{kind}; charset=utf-8")), (CONTENT_DISPOSITION, name)];
    (headers, text).into_response()
}
