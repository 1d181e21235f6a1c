// The class that players extend.
package lettergame;

import java.io.IOException;
import java.util.Random;

/**
 * A player of one game: each game gets its own object. For the Letter Game override {@link #bid} and,
 * to play another word than the best one, {@link #word}; for the other games {@link #move}. An
 * exception counts as "no answer" in this game; the program continues.
 */
public abstract class Player {
    static {
        Streams.take();
    }

    private Table table;

    /** A game starts; {@link #seat} and similar methods can be called from here on. */
    public void start() {
    }

    /** The Letter Game: the bid for {@link View#letter}. */
    public int bid(View view) {
        throw new UnsupportedOperationException("this player does not bid");
    }

    /** The Letter Game: the word to play, "" for none. */
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

    /** Something was announced. All events arrive before the next decision, in order. */
    public void event(Json event) {
    }

    /** The game has ended ("over"), or ended for this player ("banned"). */
    public void end(Json scores, String why) {
    }

    /** This player's seat, from 0. */
    protected final int seat() {
        return table.seat;
    }

    /** The number of seats. */
    protected final int seats() {
        return table.seats;
    }

    /** The classes of all players by seat; null unless this is a player of the class simulator. */
    protected final Json classes() {
        return table.classes;
    }

    /** Random numbers that are the same whenever the game is replayed. */
    protected final Random random() {
        return table.random();
    }

    /** The settings of the game, as in a config. */
    protected final Json rules() {
        return table.program.rules();
    }

    /** The highest-scoring word of these upper-case letters, "" if there is none. */
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
