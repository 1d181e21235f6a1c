//! The headline of a game: at a table of persons it speaks to the viewer.

use maud::{Markup, html};

use crate::capital::{capital, placed};
use crate::rooms::cards::acting;
use crate::rooms::{Activity, Names, Pace, Picture, Room, Standing, Viewer};
use lettergame_base::{Seat, SeatSet};

/// `1 turn`, `26 turns`.
pub(crate) fn turn_count(turns: usize) -> String {
    format!("{turns} {}", if turns == 1 { "turn" } else { "turns" })
}

/// The message of a game whose last step was interrupted.
pub(super) fn broken(room: &Room, activity: Activity) -> Option<&'static str> {
    match (activity, room.can_recover()) {
        (Activity::BrokenDown, true) => Some("A player has broken down. Press Play to try again."),
        (Activity::BrokenDown, false) => {
            Some("A player has broken down; this game cannot continue.")
        }
        (Activity::Interrupted, true) => Some(
            "A player has thought for longer than this server allows. Press Play to let it try again.",
        ),
        (Activity::Interrupted, false) => Some(
            "A player has thought for longer than this server allows, or while no one watched; this game \
             cannot continue.",
        ),
        (Activity::Resting | Activity::Thinking, _) => None,
    }
}

/// The game's status. Where computers are watched, the word for thinking keeps its space while hidden, so that the
/// layout does not jump.
pub(super) fn headline(
    room: &Room,
    picture: &dyn Picture,
    pace: Pace,
    viewer: Viewer<'_>,
) -> Markup {
    let own = picture.own_status(viewer);
    html! {
        @if let Some(text) = broken(room, pace.activity) { span.wrong { (text) } }
        @else if room.has_persons() {
            (status(room, picture, pace, viewer))
            span.progress { (picture.progress()) @if let Some(own) = own { " · " (own) } }
        } @else {
            (picture.headline())
            @if picture.standing() != Standing::Over {
                " " span.thinking.on[pace.activity == Activity::Thinking] { "thinking…" }
            }
        }
    }
}

/// What a table of persons says to this viewer: `Your move`, `Ada is thinking`, `You lost by 2, 385 to 387`.
pub(super) fn status(room: &Room, picture: &dyn Picture, pace: Pace, viewer: Viewer<'_>) -> String {
    let names = room.people().names_for(viewer.seat);
    match picture.standing() {
        Standing::Over => outcome(room, picture, &names, viewer.seat),
        _ if room.free_seat().is_some() => "Waiting for your friend".to_owned(),
        Standing::Waits(persons) if viewer.seat.is_some_and(|seat| persons.contains(seat)) => {
            picture.call()
        }
        Standing::Ready if room.trial.is_some() => "Your move is judged in the review".to_owned(),
        Standing::Ready if !pace.playing => "Paused".to_owned(),
        Standing::Waits(_) | Standing::Ready => {
            let seats = acting(picture);
            let verb = if seats.len() == 1 { "is" } else { "are" };
            format!("{} {verb} thinking", names.sentence(seats))
        }
    }
}

/// How the game ended.
fn outcome(room: &Room, picture: &dyn Picture, names: &Names, viewer: Option<Seat>) -> String {
    let seats = Seat::first(names.len());
    if let Some(seat) = room.people().resigned() {
        let other = names.get(seat.opponent());
        return match viewer {
            Some(own) if own == seat => format!("You resigned: {other} won"),
            Some(_) => format!("You won: {} resigned", names.get(seat)),
            None => format!("{other} won: {} resigned", names.get(seat)),
        };
    }
    let first: SeatSet = seats.filter(|seat| picture.score(*seat).place == 1).collect();
    let best = first.iter().next().map_or(0, |seat| picture.score(seat).points.0);
    match viewer.map(|seat| (seat, picture.score(seat))) {
        Some((seat, own)) if names.len() == 2 => {
            let other = picture.score(seat.opponent()).points.0;
            let (word, by) = match own.place {
                _ if first.len() == 2 => ("It is a tie", 0),
                1 => ("You won", own.points.0 - other),
                _ => ("You lost", other - own.points.0),
            };
            let by = if by > 0 { format!(" by {by}") } else { String::new() };
            format!("{word}{by}, {} to {other}", own.points)
        }
        Some((seat, own)) if first == SeatSet::one(seat) => format!("You won with {}", own.points),
        Some((_, own)) if own.place == 1 => {
            format!("{} share first place with {best}", names.sentence(first))
        }
        Some((_, own)) => {
            let place = capital(&placed(own.place));
            format!("{place} with {}; {} won with {best}", own.points, names.sentence(first))
        }
        None if first.len() == 1 => format!("{} won with {best}", names.sentence(first)),
        None => format!("{} share first place with {best}", names.sentence(first)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::outcome;
    use crate::app::App;
    use crate::rooms::{Names, Part, Picture, Room, Score, Standing, Viewer};
    use crate::sections;
    use crate::serving::query::Fields;
    use crate::terms::Terms;
    use lettergame_base::{Points, Seat, SeatSet};
    use lettergame_words::Lexicon;

    /// A game that ended with these points and places.
    struct Ended(Vec<(i32, u8)>);

    impl Picture for Ended {
        fn standing(&self) -> Standing {
            Standing::Over
        }
        fn headline(&self) -> String {
            String::new()
        }
        fn progress(&self) -> String {
            String::new()
        }
        fn acting(&self) -> SeatSet {
            SeatSet::EMPTY
        }
        fn score(&self, seat: Seat) -> Score {
            let (points, place) = self.0[seat.index()];
            Score { points: Points(points), place }
        }
        fn renamed(&self, _: Names) -> Arc<dyn Picture> {
            Arc::new(Ended(self.0.clone()))
        }
        fn news(&self) -> String {
            String::new()
        }
        fn parts(&self, _: Viewer<'_>) -> Vec<Part> {
            Vec::new()
        }
    }

    fn room(players: &str) -> Room {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        let fields = Fields::parse(format!("players={players}").as_bytes());
        sections::begin(&app, "/auction", &fields).unwrap()
    }

    #[tokio::test]
    async fn the_end_is_told_to_each_viewer() {
        let (two, three) = (room("person,zero"), room("person,zero,zero"));
        for (room, ended, viewer, told) in [
            (&two, &[(387, 1), (385, 2)][..], Some(0), "You won by 2, 387 to 385"),
            (&two, &[(385, 2), (387, 1)], Some(0), "You lost by 2, 385 to 387"),
            (&two, &[(30, 1), (30, 1)], Some(0), "It is a tie, 30 to 30"),
            (&two, &[(30, 1), (30, 2)], Some(0), "You won, 30 to 30"),
            (&two, &[(1, 2), (2, 1)], None, "Ada won with 2"),
            (&three, &[(9, 1), (2, 3), (4, 2)], Some(0), "You won with 9"),
            (&three, &[(9, 1), (9, 1), (4, 3)], Some(0), "You and Ada share first place with 9"),
            (&three, &[(2, 3), (9, 1), (4, 2)], Some(0), "You came 3rd with 2; Ada won with 9"),
            (&three, &[(9, 1), (9, 1), (4, 3)], None, "Player 1 and Ada share first place with 9"),
        ] {
            let viewer = viewer.and_then(Seat::new);
            let names = room.people().names_for(viewer);
            assert_eq!(outcome(room, &Ended(ended.to_vec()), &names, viewer), told);
        }
        let own = two.seats[0].0;
        assert_eq!(two.resign(own), Some(Ok(())));
        assert_eq!(two.picture().standing(), Standing::Over);
        let told = |viewer: Option<Seat>| {
            outcome(&two, &*two.picture(), &two.people().names_for(viewer), viewer)
        };
        assert_eq!(told(Some(own)), "You resigned: Ada won");
        assert_eq!(told(None), "Ada won: Player 1 resigned");
        assert!(two.resign(own).unwrap().is_err(), "only once");
        assert!(three.resign(own).unwrap().is_err(), "others play on");
    }
}
