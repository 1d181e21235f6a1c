//! Playing on from any point of a finished game: the same game with other players, whose first turns are those
//! that were taken.

use std::sync::Arc;

use crate::app::App;
use crate::review::path::review_path;
use crate::review::{Review, Trial};
use crate::rooms::Room;
use crate::sections::begin_again;
use lettergame_base::Seat;
use lettergame_plan::PERSON;

/// A room of the game after this many turns, with a person in this seat. Other computers keep
/// their seats, and computers of medium strength take those of other persons.
pub(super) fn played_on(
    app: &Arc<App>,
    room: &Room,
    review: &Review,
    plies: usize,
    seat: Seat,
) -> Result<Room, String> {
    let about = &room.about;
    if about.run.is_some() {
        return Err("a game of a tournament cannot be continued; start one of your own".to_owned());
    }
    if plies >= review.story.plies() {
        return Err("the game is over at this point; choose an earlier turn".to_owned());
    }
    let players = players(&about.players, seat.index(), about.stand_in());
    let new = begin_again(app, room.section.path, &about.address, &players)?;
    review.replay.happened(plies).iter().try_for_each(|happened| new.repeat(happened))?;
    Ok(new)
}

/// A room in which the person in this seat makes another move instead of its mistake in the last of these turns.
pub(super) fn tried_again(
    app: &Arc<App>,
    room: &Room,
    review: &Review,
    plies: usize,
    seat: Seat,
) -> Result<Room, String> {
    let story = &review.story;
    let before = plies.checked_sub(1).ok_or("there is no turn before this one")?;
    let turn = story.turns.get(before).ok_or("this game has no such turn")?;
    let verdict = turn.verdicts.iter().find(|said| said.seat == seat);
    let verdict = verdict.ok_or("nothing is known about this move")?;
    let made = turn.lines.first().map_or("", String::as_str);
    let cost = story.scale.text(verdict.cost);
    let mut new = played_on(app, room, review, before, seat)?;
    let mistake = review_path(room, Some(plies), None);
    new.trial = Some(Trial::new(mistake, seat, format!("{made}: this cost {cost}.")));
    // the others wait until the move is judged
    new.set_playing(false);
    Ok(new)
}

/// The seat of this number, counted from 1.
pub(super) fn read_seat(room: &Room, text: &str) -> Result<Seat, String> {
    let seats = room.about.players.len();
    let number = text.parse().ok().filter(|number| (1..=seats).contains(number));
    let seat = number.and_then(|number: usize| Seat::new(number - 1));
    seat.ok_or_else(|| format!("invalid seat `{text}`: expected a number from 1 to {seats}"))
}

/// The players, with a person in one seat only.
fn players(before: &[String], person: usize, stand_in: &str) -> Vec<String> {
    let player = |(index, player): (usize, &String)| match index == person {
        true => PERSON.to_owned(),
        false if player == PERSON => stand_in.to_owned(),
        false => player.clone(),
    };
    before.iter().enumerate().map(player).collect()
}

#[cfg(test)]
mod tests {
    use super::players;

    #[test]
    fn one_person_plays_and_computers_take_other_seats_of_persons() {
        let before = ["person", "greedy", "person", "person"].map(str::to_owned);
        let after = players(&before, 1, "flat");
        assert_eq!(after, ["flat", "person", "flat", "flat"]);
        assert_eq!(players(&before[..2], 0, "flat"), ["person", "greedy"]);
    }
}
