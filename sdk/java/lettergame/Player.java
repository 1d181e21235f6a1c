// The class that players extend.
package lettergame;

import java.io.IOException;
import java.util.Random;

/**
 * A player of one game: each game gets an object of its own. For the Letter Game write {@link #bid}
 * and, if the best word is not what you want, {@link #word}; for the other games {@link #move}. What a
 * method throws counts as "no answer" in this game; the program goes on.
 */
public abstract class Player {
    static {
        Streams.take();
    }

    private Table table;

    /** A game begins; {@link #seat} and the like may be asked from here on. */
    public void start() {
    }

    /** The Letter Game: what to bid for {@link View#letter}. */
    public int bid(View view) {
        throw new UnsupportedOperationException("this player does not bid");
    }

    /** The Letter Game: the word to name, "" for none. */
    public String word(View view) {
        return bestWord(view.letters());
    }

    /**
     * Any other decision. The move is plain Java: a string, a number, a list, a map, e.g.
     * {@code Map.of("rotate", 90)}.
     */
    public Object move(String kind, Json view) {
        throw new UnsupportedOperationException("this player makes no move of kind " + kind);
    }

    /** Something was announced. All events come before the next decision, in order. */
    public void event(Json event) {
    }

    /** The game is over ("over"), or over for this player ("banned"). */
    public void end(Json scores, String why) {
    }

    /** This player's seat, from 0. */
    protected final int seat() {
        return table.seat;
    }

    /** Seats of the game. */
    protected final int seats() {
        return table.seats;
    }

    /** The classes of all players by seat; null unless this is a player of the class simulator. */
    protected final Json classes() {
        return table.classes;
    }

    /** Chance that comes again when the game is played again. */
    protected final Random random() {
        return table.random();
    }

    /** The settings of the game, as in a config. */
    protected final Json rules() {
        return table.program.rules();
    }

    /** The word of these upper-case letters that earns most, "" if there is none. */
    protected final String bestWord(String letters) {
        try {
            return table.program.bestWord().of(letters);
        } catch (IOException unreadable) {
            throw new IllegalStateException("cannot read files/wordlist.txt", unreadable);
        }
    }

    final void sit(Table at) {
        table = at;
    }
}
