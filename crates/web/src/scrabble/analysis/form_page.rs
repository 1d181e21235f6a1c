//! The form of an analysis: a game, pasted or from a file, and the options.

use maud::{Markup, html};

use crate::assets::url;
use crate::form::{errors, is_wrong};
use crate::scrabble::analysis::request::{
    EXAMPLE, Field, FieldError, MAX_BYTES, MAX_CANDIDATES, MAX_DRAWS, MAX_SAMPLES, Typed,
};
use crate::scrabble::analysis::{PATH, form_address};
use crate::scrabble::viewer::links;
use crate::section::SCRABBLE;
use crate::serving::query::Fields;
use crate::shell::page;

/// The whole page.
pub(super) fn form_page(typed: &Typed, wrong: &[FieldError]) -> Markup {
    let body = html! {
        main #main.room {
            div.heading {
                h1 { "Scrabble" }
                (links(PATH))
            }
            p.intro {
                "Each move of a game against the best one: what it lost, which mistakes were the greatest, and who "
                "drew well."
            }
            (form(typed, wrong))
        }
    };
    page("Scrabble: analyse a game", Some(&SCRABBLE), &body)
}

/// The form with its script.
pub(super) fn form(typed: &Typed, wrong: &[FieldError]) -> Markup {
    html! {
        form.asked method="post" action=(PATH) {
            (game(typed, wrong))
            (options(typed, wrong))
            div.actions { button.main #analyse { "Analyse the game" } }
        }
        script defer src=(url("gcg.js")) {}
    }
}

fn game(typed: &Typed, wrong: &[FieldError]) -> Markup {
    let invalid = is_wrong(wrong, Field::Game);
    html! {
        fieldset.game {
            legend { "Game" }
            // a script reads the file into the field below
            div.file #choice hidden {
                label for="file" { "From a file" }
                input #file type="file" accept=".gcg,.txt,text/plain";
            }
            label for="game" { "The text of a GCG game" }
            textarea #game name="game" rows="14" spellcheck="false" autocomplete="off" autocapitalize="off"
                data-most=(MAX_BYTES) aria-describedby="about-game wrong-game" autofocus[is_first(wrong, Field::Game)]
                aria-invalid=[invalid.then_some("true")] { "\n" (typed.game) }
            div #wrong-game { (errors(wrong, Field::Game)) }
            p.quiet #about-game {
                "Other programs and servers save games as GCG, with a line for each turn: "
                code { ">nick: RACK 8D WORD +20 20" } ". " a href=[form_address(EXAMPLE)] { "Example" }
            }
        }
    }
}

/// How deep the analysis goes, and what few need.
fn options(typed: &Typed, wrong: &[FieldError]) -> Markup {
    let depth = format!(
        "of each of the best moves: 0 is quick, {MAX_SAMPLES} the most. They also give the chances of winning and \
         search endgames; fewer than 100 overstate losses."
    );
    let candidates = format!("listed for each turn, 1 to {MAX_CANDIDATES}");
    let draws = format!("that luck is measured against: 0 for none, at most {MAX_DRAWS}");
    let depth = ("Simulated games", depth.as_str(), Field::Samples);
    let rare = [
        ("Best moves", candidates.as_str(), Field::Candidates),
        ("Random draws", &draws, Field::Draws),
        ("Mistakes", "small, medium and large from these losses in points", Field::Mistakes),
        ("Seed", "the same seed gives the same simulated games and draws", Field::Seed),
    ];
    let [_, candidates, samples, rest @ ..] = typed.pairs();
    let usual = Typed::read(&Fields::default());
    let usual = Typed { game: typed.game.clone(), samples: typed.samples.clone(), ..usual };
    let is_open = *typed != usual || rare.iter().any(|(_, _, field)| is_wrong(wrong, *field));
    html! {
        fieldset.options {
            legend { "How deep" }
            (option(samples, depth, wrong))
            details open[is_open] {
                summary { "More" }
                @for (pair, about) in [candidates].into_iter().chain(rest).zip(rare) { (option(pair, about, wrong)) }
            }
        }
    }
}

/// An option with what it means.
fn option(
    (name, value): (&str, &str),
    (label, about, field): (&str, &str, Field),
    wrong: &[FieldError],
) -> Markup {
    let invalid = is_wrong(wrong, field);
    html! {
        div.option {
            label for=(name) { (label) }
            input #(name) name=(name) value=(value) inputmode=[(field != Field::Mistakes).then_some("numeric")]
                autocomplete="off" maxlength="20" aria-describedby={ "about-" (name) " wrong-" (name) }
                autofocus[is_first(wrong, field)] aria-invalid=[invalid.then_some("true")];
            p.idea #{ "about-" (name) } { (about) }
            div #{ "wrong-" (name) } { (errors(wrong, field)) }
        }
    }
}

/// Whether this is the first field with an error, which gets the focus.
fn is_first(wrong: &[FieldError], field: Field) -> bool {
    wrong.first().is_some_and(|(first, _)| *first == field)
}
