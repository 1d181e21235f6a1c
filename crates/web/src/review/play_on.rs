//! Playing on from any point of a finished game: the same game with other players, whose first turns are those
//! that were taken.

use std::sync::Arc;

use crate::app::App;
use crate::review::Review;
use crate::rooms::Room;
use crate::sections::begin_again;
use lettergame_plan::PERSON;

/// A room of the game after this many turns, with a person in this seat, counted from 1. Other computers keep
/// their seats, and computers of medium strength take those of other persons.
pub(super) fn played_on(
    app: &Arc<App>,
    room: &Room,
    review: &Review,
    plies: usize,
    seat: &str,
) -> Result<Room, String> {
    let about = &room.about;
    if about.run.is_some() {
        return Err("a game of a tournament cannot be continued; start one of your own".to_owned());
    }
    if plies >= review.story.plies() {
        return Err("the game is over at this point; choose an earlier turn".to_owned());
    }
    let seats = about.players.len();
    let seat = seat
        .parse()
        .ok()
        .filter(|seat| (1..=seats).contains(seat))
        .ok_or_else(|| format!("invalid seat `{seat}`: expected a number from 1 to {seats}"))?;
    let players = players(&about.players, seat - 1, about.stand_in);
    let new = begin_again(app, room.section.path, &about.address, &players)?;
    review.replay.happened(plies).iter().try_for_each(|happened| new.repeat(happened))?;
    Ok(new)
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
