//! Small pieces of sentences.

/// The text, capitalised.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How a game ended for the player in this place: `you came 3rd`.
pub(crate) fn placed(place: u8) -> String {
    let end = match (place % 10, place % 100 / 10) {
        (1, 0 | 2..) => "st",
        (2, 0 | 2..) => "nd",
        (3, 0 | 2..) => "rd",
        _ => "th",
    };
    if place == 1 { "you came first".to_owned() } else { format!("you came {place}{end}") }
}

#[cfg(test)]
mod tests {
    use super::placed;

    #[test]
    fn places_are_said_as_people_say_them() {
        let said: Vec<String> = [1, 2, 3, 4, 11, 12, 13].map(placed).to_vec();
        let ends = ["first", "2nd", "3rd", "4th", "11th", "12th", "13th"];
        assert_eq!(said, ends.map(|end| format!("you came {end}")));
    }
}
