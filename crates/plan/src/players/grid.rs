//! Grids of players: one text for a player with several values of its parameters.

use std::path::Path;

use thiserror::Error;

use crate::{PlayerSource, PlayerSpec};

/// The maximum number of players in one grid.
const MAX_PLAYERS: u64 = 1000;

/// An error in a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("player `{player}`: {why}")]
pub struct GridError {
    /// The player text as given.
    pub player: String,
    /// What is wrong, and what was expected.
    pub why: String,
}

/// Expands a text into players. `flat:any=1..3` is three players, `flat:any=1..9..2` has steps of
/// 2, `flat:any=1/4/6` has these values, and several parameters yield every combination, with the
/// last one changing fastest. Any other text is the single player that it names, including commands
/// and modules.
///
/// # Errors
/// A range that is empty or malformed, a value listed twice, more than 1000 players.
pub fn expanded_player(text: &str) -> Result<Vec<String>, GridError> {
    let error = |why| GridError { player: text.to_owned(), why };
    let (own, source) = PlayerSpec::split(text);
    let is_built_in =
        matches!(PlayerSource::of_text(source, Path::new("")), PlayerSource::BuiltIn(_));
    let Some((head, rest)) = source.split_once(':').filter(|_| is_built_in) else {
        return Ok(vec![text.to_owned()]);
    };
    let name = own.map_or_else(|| head.to_owned(), |own| format!("{own}={head}"));
    let parts: Vec<Vec<String>> =
        rest.split(':').map(part_values).collect::<Result<_, _>>().map_err(error)?;
    let product = |product: u64, part: &Vec<String>| product.saturating_mul(part.len() as u64);
    let count = parts.iter().fold(1, product);
    if count > MAX_PLAYERS {
        return Err(error(format!("a grid of {count} players: expected at most {MAX_PLAYERS}")));
    }
    if let (Some(own), true) = (own, count > 1) {
        return Err(error(format!(
            "a grid of {count} players: expected one with the name `{own}`"
        )));
    }
    let combine = |players: Vec<String>, part: &Vec<String>| -> Vec<String> {
        let with = |player: &String| part.iter().map(|end| format!("{player}:{end}")).collect();
        players.iter().flat_map(|player| -> Vec<String> { with(player) }).collect()
    };
    Ok(parts.iter().fold(vec![name], combine))
}

/// Expands several texts into players, in order.
///
/// # Errors
/// See [`expanded_player`].
pub fn expanded_players<S: AsRef<str>>(texts: &[S]) -> Result<Vec<String>, GridError> {
    let all: Vec<Vec<String>> =
        texts.iter().map(|text| expanded_player(text.as_ref())).collect::<Result<_, _>>()?;
    Ok(all.concat())
}

/// `key=1..3` as `key=1`, `key=2`, `key=3`.
fn part_values(part: &str) -> Result<Vec<String>, String> {
    let pair =
        part.split_once('=').filter(|(_, value)| value.contains("..") || value.contains('/'));
    let Some((key, value)) = pair else { return Ok(vec![part.to_owned()]) };
    let key = key.trim();
    let refuse = |what: &str| format!("invalid value `{value}` for `{key}`: {what}");
    let mut values: Vec<String> = Vec::new();
    for text in value.split('/') {
        for one in range_values(text.trim()).map_err(|what| refuse(&what))? {
            if values.contains(&one) {
                return Err(refuse(&format!("`{one}` is listed twice")));
            }
            values.push(one);
        }
    }
    Ok(values.into_iter().map(|value| format!("{key}={value}")).collect())
}

/// `1..9..2` as 1, 3, 5, 7, 9, both ends included; anything else unchanged.
fn range_values(text: &str) -> Result<Vec<String>, String> {
    let parts: Vec<&str> = text.split("..").collect();
    let (first, last, step) = match parts[..] {
        [""] => return Err("a value is missing".to_owned()),
        [_] => return Ok(vec![text.to_owned()]),
        [first, last] => (first, last, None),
        [first, last, step] => (first, last, Some(step)),
        _ => return Err("expected a range as in 1..9 or 1..9..2".to_owned()),
    };
    let number = |text: &str| {
        let number = text.trim().parse().ok().filter(|number: &f64| number.abs() <= 1e12);
        number.ok_or_else(|| "expected numbers as ends of a range, as in 1..9".to_owned())
    };
    let decimals = |text: &str| text.trim().split_once('.').map_or(0, |(_, digits)| digits.len());
    let digits = [Some(first), Some(last), step].into_iter().flatten().map(decimals).max();
    let digits = digits.unwrap_or(0).min(15);
    if step.is_none() && digits > 0 {
        return Err("expected a step, as in 0.1..0.5..0.1".to_owned());
    }
    let (low, high, step) = (number(first)?, number(last)?, step.map_or(Ok(1.0), number)?);
    if low > high {
        return Err("the range is empty".to_owned());
    }
    if step <= 0.0 {
        return Err("expected a step above 0".to_owned());
    }
    // adding up many decimal steps ends slightly off the last one
    let count = ((high - low) / step + 1e-9).floor() as u64 + 1;
    if count > MAX_PLAYERS {
        return Err(format!("{count} values: expected at most {MAX_PLAYERS}"));
    }
    Ok((0..count).map(|index| format!("{:.digits$}", low + index as f64 * step)).collect())
}

#[cfg(test)]
mod tests {
    use super::{expanded_player, expanded_players};

    fn grid(text: &str) -> Vec<String> {
        expanded_player(text).unwrap()
    }

    #[test]
    fn ranges_steps_and_lists_are_expanded() {
        assert_eq!(grid("flat:any=1..3"), ["flat:any=1", "flat:any=2", "flat:any=3"]);
        assert_eq!(grid("flat:any=1..6..2"), ["flat:any=1", "flat:any=3", "flat:any=5"]);
        assert_eq!(grid("flat:any=1/4"), ["flat:any=1", "flat:any=4"]);
        assert_eq!(grid("flat:any=1..2/9"), ["flat:any=1", "flat:any=2", "flat:any=9"]);
        assert_eq!(
            grid("mcts:explore=0.1..0.3..0.1").join(" "),
            "mcts:explore=0.1 mcts:explore=0.2 mcts:explore=0.3"
        );
        assert_eq!(
            grid("champion:parts=value/all"),
            ["champion:parts=value", "champion:parts=all"]
        );
        assert_eq!(grid("x:a=-1..1").join(" "), "x:a=-1 x:a=0 x:a=1");
    }

    #[test]
    fn several_parameters_expand_to_every_combination() {
        let all = grid("shadow:need=1..2:drain=10/20");
        assert_eq!(
            all,
            [
                "shadow:need=1:drain=10",
                "shadow:need=1:drain=20",
                "shadow:need=2:drain=10",
                "shadow:need=2:drain=20",
            ]
        );
        assert_eq!(expanded_players(&["zero", "flat:any=1..2"]).unwrap().len(), 3);
    }

    #[test]
    fn other_texts_are_left_unchanged() {
        for text in [
            "zero",
            "truthful-5",
            "flat:any=1",
            "old=flat:any=1",
            "old=cmd:./x a=1..3",
            "cmd:../x a=1..3 b=1/2",
            "wasm:a/b.wasm",
            "flat:any",
            "a:",
        ] {
            assert_eq!(grid(text), [text]);
        }
    }

    #[test]
    fn an_invalid_grid_is_refused() {
        let error = |text: &str| expanded_player(text).unwrap_err().to_string();
        assert_eq!(
            error("flat:any=3..1"),
            "player `flat:any=3..1`: invalid value `3..1` for `any`: the range is empty"
        );
        assert!(error("old = flat:any=1..3 ").contains("expected one with the name `old`"));
        assert!(error("flat:any=1..x").contains("expected numbers"));
        assert!(error("flat:any=1..3..0").contains("step above 0"));
        assert!(error("flat:any=1..2..3..4").contains("1..9..2"));
        assert!(error("flat:any=0.5..1").contains("expected a step"));
        assert!(error("flat:any=1//2").contains("missing"));
        assert!(error("flat:any=1..3/2").contains("`2` is listed twice"));
        assert!(error("flat:any=0..5000").contains("5001 values: expected at most 1000"));
        let many = error("flat:any=0..99:better=0..99");
        assert!(many.contains("a grid of 10000 players: expected at most 1000"), "{many}");
    }
}
