//! The games under way, for visitors who look for one to watch.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::rooms::{Room, Rooms};

impl Rooms {
    /// At most `most` unfinished games that had a viewer within `recent`, newest first. Replays of tournament
    /// games are not among them, nor those that wait for a friend.
    pub(crate) fn under_way(&self, now: Instant, recent: Duration, most: usize) -> Vec<Arc<Room>> {
        let mut found = self.all();
        found.retain(|room| {
            room.about.run.is_none()
                && room.idle(now) <= recent
                && !room.is_over()
                && room.free_seat().is_none()
                && !room.pace().activity.is_end()
        });
        found.sort_by_key(|room| std::cmp::Reverse(room.begun));
        found.truncate(most);
        found
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use crate::app::App;
    use crate::rooms::Room;
    use crate::sections;
    use crate::serving::asker::Asker;
    use crate::serving::query::Fields;
    use crate::terms::Terms;
    use lettergame_words::Lexicon;

    const RECENT: Duration = Duration::from_secs(60);

    fn begun(app: &Arc<App>) -> Room {
        sections::begin(app, "/marrakech", &Fields::parse(b"players=greedy,random")).unwrap()
    }

    fn add(app: &Arc<App>, room: Room) -> Arc<Room> {
        app.rooms.add(room, Asker::at(Ipv4Addr::LOCALHOST.into()), Instant::now()).unwrap()
    }

    #[tokio::test]
    async fn the_newest_games_with_viewers_are_found() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        let rooms = [0, 1, 2].map(|_| add(&app, begun(&app)));
        let now = Instant::now();
        let found = |now, most| {
            let found = app.rooms.under_way(now, RECENT, most);
            found.iter().map(|room| room.id.to_string()).collect::<Vec<String>>()
        };
        let [first, second, third] = rooms.each_ref().map(|room| room.id.to_string());
        assert_eq!(found(now, 2), [third, second]);
        let later = now + 2 * RECENT;
        rooms[0].looked_at(later);
        assert_eq!(found(later, 2), [first]);
    }

    #[tokio::test]
    async fn replays_of_tournament_games_are_not_games_under_way() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        let mut room = begun(&app);
        room.about.run = Some("/tournaments/demo".to_owned());
        add(&app, room);
        assert!(app.rooms.under_way(Instant::now(), RECENT, 2).is_empty());
    }
}
