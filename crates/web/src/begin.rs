//! From the form of a game to its room.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};

use crate::app::App;
use crate::form::{SeatLabel, player_list};
use crate::levels::levels;
use crate::rooms::Room;
use crate::serving::asker::Asker;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, Posted, QueryFields, by_script};
use crate::serving::token::EntropyError;
use crate::setup::{Checked, FIELDS, FieldError, GameForm, Ready, Setup};
use crate::shell::page;
use lettergame_base::Seat;

/// How the form of a game is rendered.
pub(crate) trait FormPage: GameForm {
    /// What is beside the title.
    fn heading(checked: &Checked<Self>) -> Markup;

    /// The rules and options below the players.
    fn options(setup: &Setup<Self>, wrong: &[FieldError]) -> Markup;

    /// The headline and the table before the first turn.
    fn opening(ready: &Ready<Self>) -> (String, Markup);

    /// The labels of a seat.
    fn label(index: usize) -> SeatLabel {
        let number = index + 1;
        let (name, remove) = (format!("Player {number}"), format!("Remove player {number}"));
        SeatLabel { sample: None, name, remove }
    }

    /// The whole page.
    fn page(setup: &Setup<Self>, checked: &Checked<Self>) -> Markup {
        let body = html! {
            main #main.room {
                div.heading { h1 { (Self::SECTION.title) } (Self::heading(checked)) }
                (levels::<Self>())
                (Self::part(setup, checked))
            }
        };
        page(Self::SECTION.title, Some(Self::SECTION), &body)
    }

    /// The form and the table beside it, which the form's buttons replace.
    fn part(setup: &Setup<Self>, checked: &Checked<Self>) -> Markup {
        let wrong = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
        let path = Self::PATH;
        html! {
            div #setup.setup {
                form method="post" action=(path) hx-target="#setup" hx-swap="outerHTML" {
                    // the first button is what Enter presses
                    button hidden name="do" value="begin" tabindex="-1" hx-post=(path) { "Begin" }
                    (player_list(setup, wrong, Self::label))
                    (Self::options(setup, wrong))
                    div.actions {
                        button #begin name="do" value="begin" hx-post=(path) { "Start new game" }
                        button #check name="do" value="check" hx-post=(path) { "Show the table" }
                    }
                }
                (preview(setup, checked))
            }
        }
    }

    /// What else the page shows of the settings, as elements that replace those with the same ids.
    fn updates(_checked: &Checked<Self>) -> Markup {
        html! {}
    }
}

/// The table of these settings before the first turn.
fn preview<F: FormPage>(setup: &Setup<F>, checked: &Checked<F>) -> Markup {
    html! {
        div.preview {
            @match checked {
                Err(_) => p.quiet { "The table appears when the form is valid." },
                Ok(ready) if ready.setup.is_secret() => p.quiet {
                    "The deal is secret until you start; the seed is shown when the game is over."
                },
                Ok(ready) => {
                    @let (headline, table) = F::opening(ready);
                    p.headline { (headline) " · not started" }
                    (table)
                    p.quiet { a #address href=(setup.address()) { "Link to this game" } }
                },
            }
        }
    }
}

/// The pages of the form of a game.
pub(crate) fn routes<F: FormPage>(app: &Arc<App>) -> Router {
    Router::new().route(F::PATH, get(show::<F>).post(change::<F>)).with_state(Arc::clone(app))
}

/// The room of the game with these fields, or all errors in one text.
pub(crate) fn room_of<F: GameForm>(app: &Arc<App>, fields: &Fields) -> Result<Room, String> {
    let room = begun(app, &Setup::<F>::read(fields)).map_err(|wrong| {
        let texts: Vec<String> = wrong.into_iter().map(|(_, text)| text).collect();
        texts.join("; ")
    })?;
    room.map_err(|error| error.to_string())
}

fn begun<F: GameForm>(
    app: &App,
    setup: &Setup<F>,
) -> Result<Result<Room, EntropyError>, Vec<FieldError>> {
    setup.checked(app)?.room(app).map_err(|wrong| vec![wrong])
}

/// The form, filled from the address.
async fn show<F: FormPage>(
    State(app): State<Arc<App>>,
    QueryFields(fields): QueryFields,
) -> Result<Response, HttpError> {
    let setup = Setup::<F>::read(&fields);
    waiting(move || {
        let checked = setup.checked(&app);
        (status(checked.is_ok()), F::page(&setup, &checked)).into_response()
    })
    .await
}

/// A button of the form: add or remove a player, or start.
async fn change<F: FormPage>(
    State(app): State<Arc<App>>,
    asker: Asker,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&[&FIELDS, F::FIELDS].concat())?;
    let mut setup = Setup::<F>::read(&fields);
    if setup.change(&fields) {
        let page = move || page_of(&setup, &setup.checked(&app), &headers);
        return waiting(page).await;
    }
    let making = Arc::clone(&app);
    let (setup, made) = waiting(move || {
        let made = begun(&making, &setup);
        (setup, made)
    })
    .await?;
    match made {
        Ok(room) => {
            let room = room.map(|mut room| {
                match fields.get("do") {
                    // a game to watch plays at once
                    Some("watch") => room.set_playing(true),
                    Some("friend") => room.invites = true,
                    _ => {}
                }
                room
            });
            opened(&app, room, setup.named(), asker, &headers).await
        }
        Err(wrong) => Ok((status(false), page_of(&setup, &Err(wrong), &headers)).into_response()),
    }
}

/// The page, or only the form if a script asked for it; the address of the page remains that of the game.
fn page_of<F: FormPage>(setup: &Setup<F>, checked: &Checked<F>, headers: &HeaderMap) -> Response {
    if !by_script(headers) {
        return F::page(setup, checked).into_response();
    }
    let part = html! { (F::part(setup, checked)) (F::updates(checked)) };
    ([("hx-replace-url", setup.address())], part).into_response()
}

/// Creates the room of a game and redirects there; a script receives the address.
pub(crate) async fn opened<'a>(
    app: &Arc<App>,
    room: Result<Room, EntropyError>,
    names: impl IntoIterator<Item = (Seat, &'a str)>,
    asker: Asker,
    headers: &HeaderMap,
) -> Result<Response, HttpError> {
    let room = placed(app, room?, names, asker).await?;
    Ok(redirected(&room.start_path(), headers))
}

/// Leads to another page.
pub(crate) fn redirected(place: &str, headers: &HeaderMap) -> Response {
    if by_script(headers) {
        return [("hx-redirect", place)].into_response();
    }
    Redirect::to(place).into_response()
}

/// Adds the room of a new game. Games with human players are recorded, with the names that persons have from the start.
pub(crate) async fn placed<'a>(
    app: &Arc<App>,
    room: Room,
    names: impl IntoIterator<Item = (Seat, &'a str)>,
    asker: Asker,
) -> Result<Arc<Room>, HttpError> {
    let writing = Arc::clone(app);
    // before it is stepped for the first time
    let room = waiting(move || {
        writing.archive.begin(&writing.lexicon, &room, asker);
        room
    })
    .await?;
    for (seat, name) in names {
        // validated with the form, and no step is being taken yet
        let _ = room.name_person(seat, name);
    }
    let id = room.id.clone();
    app.rooms.add(room, asker, Instant::now()).map_err(|error| {
        app.archive.discard(&id);
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string())
    })
}

/// The status of a page with a form.
pub(crate) fn status(fine: bool) -> StatusCode {
    if fine { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::FormPage;
    use crate::app::App;
    use crate::auction::AuctionForm;
    use crate::marrakech::MarrakechForm;
    use crate::scrabble::ScrabbleForm;
    use crate::serving::query::Fields;
    use crate::setup::Setup;
    use crate::terms::Terms;
    use lettergame_words::Lexicon;

    /// Whether the folds with the players and with rare options are open.
    fn folds<F: FormPage>(app: &App, fields: &str) -> [bool; 2] {
        let fields = Fields::parse(fields.as_bytes());
        let mut setup = Setup::<F>::read(&fields);
        setup.change(&fields);
        let page = F::page(&setup, &setup.checked(app)).into_string();
        ["choose", "more"].map(|class| {
            assert_eq!(page.matches(&format!("<details class=\"{class}\"")).count(), 1, "{page}");
            page.contains(&format!("<details class=\"{class}\" open>"))
        })
    }

    fn check<F: FormPage>(app: &App) {
        assert_eq!(folds::<F>(app, ""), [false, false]);
        assert_eq!(folds::<F>(app, "seed=7"), [false, true], "a seed that is given");
        let drawn = format!("do=check&seed=7&drawn=7&players={}", F::PLAYERS.join(","));
        assert_eq!(folds::<F>(app, &drawn), [false, false], "a seed that the form has drawn");
        assert_eq!(folds::<F>(app, "players=random,random"), [true, false]);
        let default = format!("players={}", F::PLAYERS.join(","));
        assert_eq!(folds::<F>(app, &default), [true, false], "an address with players");
        let posted = format!("do=check&seed=x&drawn=7&{default}");
        assert_eq!(folds::<F>(app, &posted), [false, true], "a seed that is refused");
        let nobody = "do=check&seed=7&drawn=7&players=nobody,random";
        assert_eq!(folds::<F>(app, nobody), [true, false], "a player that is refused");
    }

    #[tokio::test]
    async fn rare_options_are_folded_unless_they_are_set_or_refused() {
        let app: Arc<App> = App::new(Lexicon::shipped().into(), Terms::default());
        check::<AuctionForm>(&app);
        check::<MarrakechForm>(&app);
        check::<ScrabbleForm>(&app);
        assert_eq!(folds::<AuctionForm>(&app, "preset=seven"), [false, true]);
        assert_eq!(folds::<AuctionForm>(&app, "set=start-points=5"), [false, true]);
        assert_eq!(folds::<AuctionForm>(&app, "preset=nothing"), [false, true]);
        assert_eq!(folds::<AuctionForm>(&app, "rounds=4&hidden=2"), [false, false]);
        assert_eq!(folds::<ScrabbleForm>(&app, "position=nothing"), [false, true]);
    }

    fn check_secrecy<F: FormPage>(app: &App) {
        let page = |fields: &str| {
            let fields = Fields::parse(fields.as_bytes());
            let mut setup = Setup::<F>::read(&fields);
            setup.change(&fields);
            F::page(&setup, &setup.checked(app)).into_string()
        };
        let shown = "seed=86420975&drawn=86420975&player=person&player=random";
        assert!(page(&format!("do=check&{shown}")).contains("86420975"));
        // a second person is typed into a field, or added by a button
        for fields in ["do=check&player=person", "player=person", "do=add&new=person"] {
            let page = page(&format!("{shown}&{fields}"));
            assert!(!page.contains("86420975") && page.contains("The deal is secret"), "{page}");
        }
        let set = page("do=check&seed=86420975&drawn=5&player=person&player=person");
        assert!(set.contains("86420975") && !set.contains("The deal is secret"), "{set}");
    }

    #[tokio::test]
    async fn a_form_with_several_persons_forgets_the_seed_that_it_has_drawn() {
        let app: Arc<App> = App::new(Lexicon::shipped().into(), Terms::default());
        check_secrecy::<AuctionForm>(&app);
        check_secrecy::<MarrakechForm>(&app);
        // which two play
        let fields = Fields::parse(b"do=check&seed=7&drawn=7&player=person&player=Person");
        assert_eq!(Setup::<ScrabbleForm>::read(&fields).seed, "");
    }

    #[tokio::test]
    async fn the_rules_on_a_form_are_those_of_its_settings() {
        let app: Arc<App> = App::new(Lexicon::shipped().into(), Terms::default());
        let setup = Setup::<AuctionForm>::read(&Fields::parse(b"preset=seven&hidden=2"));
        let checked = setup.checked(&app);
        let page = AuctionForm::page(&setup, &checked).into_string();
        assert!(page.contains("2 hidden letters") && page.contains("No one holds more than 7."));
        let update = AuctionForm::updates(&checked).into_string();
        assert!(update.starts_with("<ol id=\"how\" hx-swap-oob=\"true\">"), "{update}");
        assert!(update.contains("No one holds more than 7."));
    }
}
