//! The review of a finished hand: each word against the best continuation from the same letters.

use maud::{Markup, html};

use crate::review::{CostScale, Graph, Steps, mark, next_or_first, steps};
use crate::wordgame::game::{Game, Tried, address_of};
use crate::wordgame::setup::HandSetup;
use lettergame_base::Points;
use lettergame_wordgame::rules::Hand;

/// The cost of a word: points less than the best continuation.
const COST: CostScale = CostScale { unit: "points", decimals: 0, mistakes: [5.0, 20.0, 50.0] };

/// A word, or the end of the hand, against the best continuation.
struct Judged {
    /// The best next word from these letters, and all points that are possible with them.
    best: String,
    /// What was lost by the word.
    cost: Points,
}

/// The words, and last the end of the hand, judged; or why the best continuations are unknown.
fn judged(game: &Game, end: &Hand) -> Result<Vec<Judged>, String> {
    let hands = game.tried.iter().map(|tried| &tried.before).chain([end]);
    let best = |hand: &Hand| {
        let others = game.book.others(hand);
        let made = others.optimum.as_ref().map_err(String::clone)?;
        let first = made.words.first().filter(|_| made.burnt.is_empty());
        let text = match first {
            _ if made.total <= Points::ZERO => "nothing".to_owned(),
            Some(played) => format!("{}, {} in all", played.word, made.total),
            None => format!("burn {}, {} in all", made.burnt, made.total),
        };
        Ok((text, made.total))
    };
    let best = hands.map(best).collect::<Result<Vec<_>, String>>()?;
    let earned =
        game.tried.iter().map(|Tried { earned, .. }| earned.as_ref().copied().unwrap_or_default());
    let after = best.iter().skip(1).map(|(_, total)| *total);
    let kept = earned.zip(after).map(|(earned, after)| earned + after).chain([Points::ZERO]);
    let judge = |((best, total), kept): (&(String, Points), Points)| Judged {
        best: best.clone(),
        cost: (*total - kept).max(Points::ZERO),
    };
    Ok(best.iter().zip(kept).map(judge).collect())
}

/// The review of a finished hand, whose last letters are `end`.
pub(super) fn review(setup: &HandSetup, game: &Game, end: &Hand) -> Markup {
    let judged = match judged(game, end) {
        Ok(judged) => judged,
        Err(why) => {
            return html! { section.sheet aria-label="Review" { h2 { "Review" } p.quiet { (why) } } };
        }
    };
    let (here, last) = (game.words_shown(), game.tried.len());
    let is_mistake = |judged: &Judged| COST.size(f64::from(judged.cost.0)).is_some();
    let mistake = next_or_first(judged.iter().take(last).map(is_mistake), here);
    let address = |words: usize| address_of(setup, &game.course_at(words));
    let sums = game.tried.iter().scan(Points::ZERO, |sum, tried| {
        *sum += tried.earned.as_ref().copied().unwrap_or_default();
        Some(f64::from(sum.0))
    });
    let player = if game.course.computer { "The computer" } else { "You" };
    let points = [0.0].into_iter().chain(sums).enumerate().collect();
    let graph = Graph {
        title: "Points",
        unit: "",
        what: "Word",
        lines: vec![(player, points)],
        ends: None,
        last,
        here,
        address: &address,
        mistake: &|word| COST.size(f64::from(judged.get(word)?.cost.0)),
    };
    html! {
        section.sheet.words-review aria-labelledby="review" hx-boost="true" hx-target="#wordgame" hx-swap="outerHTML" {
            h2 #review { "Review" }
            @if last > 0 { (steps(&Steps { what: "Word", here, last, mistake, address: &address })) }
            div.scroll tabindex="0" role="group" aria-labelledby="review" {
                table {
                    thead { tr {
                        th scope="col" { "From" } th scope="col" { "Made" } th scope="col" { "Best" }
                        th.number scope="col" { "Cost" } th scope="col" { span.hear { "Play on" } }
                    } }
                    tbody {
                        @for (index, judged) in judged.iter().enumerate() {
                            @let tried = game.tried.get(index);
                            @let from = tried.map_or(end, |tried| &tried.before).spaced();
                            tr aria-current=[(index + 1 == here).then_some("step")] {
                                td.spaced { (from) }
                                td { @match tried {
                                    Some(tried) => a href=(address(index + 1)) { (tried.word) },
                                    None => span.quiet { "end of the hand" },
                                } }
                                td { (judged.best) }
                                td.number { (mark(COST.size(f64::from(judged.cost.0)))) " " (judged.cost) }
                                td { (play_on(setup, game, index, &from)) }
                            }
                        }
                    }
                }
            }
            @if last > 1 { (graph.html()) }
        }
    }
}

/// The link to the hand after this many words, for a person to play on.
fn play_on(setup: &HandSetup, game: &Game, words: usize, letters: &str) -> Markup {
    let label = format!("Play on from {}", if letters.is_empty() { "no letters" } else { letters });
    let address = address_of(setup, &game.course_from(words));
    html! { a href=(address) aria-label=(label) { "Play on" } }
}
