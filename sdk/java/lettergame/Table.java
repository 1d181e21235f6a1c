// One game from the program's point of view.
package lettergame;

import java.util.Random;

/** A game in progress. Its player is created at the first ask, whose time limit allows for that. */
final class Table {
    final Program program;
    final int seat;
    final int seats;
    final Json classes;
    private final String seed;
    private Random random;
    private Player player;

    Table(Program program, Json message) {
        this.program = program;
        seat = message.get("seat").integer();
        seats = message.get("seats").integer();
        classes = message.get("classes");
        seed = message.get("seed").isText() ? message.get("seed").text() : "0";
    }

    /** The player, after it has received all announcements. */
    Player informed(Json events) {
        if (player == null) {
            Player made = program.newPlayer();
            made.sit(this);
            player = made;
            made.start();
        }
        tell(events);
        return player;
    }

    void end(Json message) {
        if (player != null) {
            tell(message.get("events"));
            Json why = message.get("why");
            player.end(message.get("scores"), why.isText() ? why.text() : "over");
        }
    }

    Random random() {
        if (random == null) {
            random = new Random(Long.parseUnsignedLong(seed, 16));
        }
        return random;
    }

    private void tell(Json events) {
        if (!events.isNull()) {
            for (Json event : events) {
                player.event(event);
            }
        }
    }
}
