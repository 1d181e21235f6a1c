//! Moves as a person types them: `8D SCuRRY`, `exchange QV`, `pass`, `challenge`.

use crate::board::Distribution;
use crate::rules::{Move, ParseMoveError, Scrabble};
use lettergame_base::Seat;
use lettergame_game::Table;

/// Reads a move typed by the person at this seat, if it is legal: as it will be made, where letters that are already
/// on the board are marked as such. The word `play` may be left out, and the rest may be in either case: lower case
/// is a blank, or a plain letter where the rack has no blank for it.
///
/// # Errors
/// Why the text is not a legal move, in a sentence.
pub fn typed_move(table: &Table<Scrabble>, seat: Seat, text: &str) -> Result<Move, String> {
    let upper = text.to_uppercase();
    match taken(table, seat, text) {
        Err(_) if upper != text => taken(table, seat, &upper),
        taken => taken,
    }
}

fn taken(table: &Table<Scrabble>, seat: Seat, text: &str) -> Result<Move, String> {
    let choice = read(table.rules().distribution(), text).map_err(|error| error.to_string())?;
    let mut trial = table.clone();
    trial.clear();
    trial.answer(seat, Ok(choice));
    if let Some(offence) = trial.offences().first() {
        return Err(offence.text.clone());
    }
    Ok(trial.answers()[seat].as_ref().map_or(choice, |answer| *answer.choice))
}

fn read(distribution: &'static Distribution, text: &str) -> Result<Move, ParseMoveError> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    match ["play ", "exchange ", "pass", "challenge"].iter().find(|name| lower.starts_with(**name))
    {
        Some(name) => Move::read(distribution, &format!("{name}{}", &text[name.len()..])),
        None => Move::read(distribution, &format!("play {text}")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::typed_move;
    use crate::board::{Distribution, Play};
    use crate::plays::{All, Generator};
    use crate::rules::{Event, Move, ParseMoveError, Scrabble, ScrabbleRules};
    use lettergame_base::{Rng, Seat, Seed};
    use lettergame_game::{Table, Turn};
    use lettergame_words::Lexicon;

    fn read(text: &str) -> Result<Move, ParseMoveError> {
        super::read(Distribution::english(), text)
    }

    #[test]
    fn the_keyword_play_may_be_omitted() {
        for (typed, expected) in [
            ("8D SCuRRY", "play 8D SCuRRY"),
            ("play 8D S(CuR)RY", "play 8D S(CuR)RY"),
            ("Exchange qv", "exchange QV"),
            (" PASS ", "pass"),
        ] {
            assert_eq!(read(typed).unwrap().to_string(), expected);
        }
        for bad in ["", "hello", "exchange", "pass on", "8D"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    /// The ways to type a play: letters of the board in parentheses, as dots, like the others, and all in the other
    /// case if that does not make blanks of them.
    fn texts(play: &Play, has_blanks: bool) -> Vec<String> {
        let (place, tiles) = (play.place(), play.distribution());
        let letters = play.letters().iter().enumerate();
        let dots: String = letters
            .map(|(index, cell)| match play.new_letters() >> index & 1 {
                1 => tiles.cells_text(&[*cell]),
                _ => ".".to_owned(),
            })
            .collect();
        let mut texts = vec![play.to_string(), format!("{place} {dots}")];
        let spelled = format!("{place} {}", play.word());
        texts.extend((!has_blanks).then(|| spelled.to_lowercase()));
        texts.push(spelled);
        texts
    }

    fn mover(table: &Table<Scrabble>) -> Option<Seat> {
        let Turn::Ask(seats) = table.turn() else { return None };
        seats.iter().next()
    }

    /// The score that is announced for a move.
    fn earned(table: &Table<Scrabble>, seat: Seat, choice: Move) -> i32 {
        let mut trial = table.clone();
        trial.clear();
        trial.answer(seat, Ok(choice));
        match trial.advance() {
            [Event::Play { score, .. }, ..] => score.0,
            other => panic!("{other:?}"),
        }
    }

    /// Checks all texts of some plays of a position; the number of those through tiles of the board.
    fn check(table: &Table<Scrabble>, seat: Seat, plays: &[Play]) -> usize {
        let view = table.view(seat);
        let mut through = 0;
        for play in plays {
            through += usize::from(play.count() < play.letters().len());
            for text in texts(play, view.rack().blanks() > 0) {
                let Ok(Move::Play(read)) = typed_move(table, seat, &text) else {
                    panic!("{text} on\n{}", view.board());
                };
                let shown = view.board().score(table.rules().lexicon(), &read);
                assert_eq!(shown, Ok(earned(table, seat, Move::Play(*play))), "{text}");
                assert_eq!(read, *play, "{text}");
            }
        }
        through
    }

    #[test]
    fn what_a_typed_play_scores_before_it_is_made_is_what_it_earns() {
        let lexicon = Arc::new(Lexicon::shipped());
        let game = Arc::new(Scrabble::new(ScrabbleRules::standard(), lexicon));
        let (mut rng, mut through): (Rng, usize) = (Seed(1).rng(), 0);
        for deal in 0..4 {
            let mut table = Table::new(Arc::clone(&game), 2, Seed(deal)).unwrap();
            while let Some(seat) = mover(&table) {
                let mut found = All::default();
                table.view(seat).plays(&mut Generator::new(), &mut found);
                let drawn = |rng: &mut Rng| found.0[rng.below(found.0.len() as u32) as usize].play;
                let plays: Vec<Play> = match found.0.len() {
                    0 => Vec::new(),
                    _ => (0..8).map(|_| drawn(&mut rng)).collect(),
                };
                through += check(&table, seat, &plays);
                let choice = plays.first().map_or(Move::Pass, |play| Move::Play(*play));
                table.clear();
                table.answer(seat, Ok(choice));
                table.advance();
            }
        }
        assert!(through > 300, "{through}");
    }
}
