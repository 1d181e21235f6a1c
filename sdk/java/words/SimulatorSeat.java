// Translates asks and events of a table of ours into calls of a class simulator.
package words;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import lettergame.Json;
import lettergame.View;

/**
 * One game of a class player of any edition. Events are kept until the next ask: the hidden letters of
 * a round arrive with its first view.
 */
public abstract class SimulatorSeat extends lettergame.Player {
    private final Class<?> playerClass;
    private final ArrayList<String> names = new ArrayList<>();
    private final List<Json> unheard = new ArrayList<>();
    private boolean begun;
    private int round;
    private int score;
    /** Whether all calls so far returned. After one that did not, the player's state is unreliable. */
    private boolean sound = true;

    protected SimulatorSeat(Class<?> playerClass) {
        this.playerClass = playerClass;
    }

    /** Creates the player and starts its game with the points of the view. */
    protected abstract void startGame(View view);

    /** A round starts, counted from 1; {@link #setHidden} was called before. */
    protected abstract void startRound(int round);

    /** Sets the hidden letters of the next round. */
    protected abstract void setHidden(String letters);

    /** Sets the player's current points. */
    protected abstract void setScore(int points);

    protected abstract int askBid(char letter, int rounds);

    protected abstract String askWord();

    protected abstract void hearAuction(Auction auction);

    protected abstract void hearScores(ArrayList<Integer> scores);

    /** The classes of all players by seat: one list for the whole game. */
    protected final ArrayList<String> names() {
        return names;
    }

    /** A new player; exceptions of its constructor are passed on unchanged. */
    protected final Object newPlayer() {
        try {
            Constructor<?> constructor = playerClass.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (InvocationTargetException thrown) {
            SimulatorSeat.<RuntimeException>rethrow(thrown.getCause());
            throw new AssertionError(thrown);
        } catch (ReflectiveOperationException unsuitable) {
            throw new IllegalStateException("a player needs a constructor without arguments", unsuitable);
        }
    }

    @Override
    public final int bid(View view) {
        prepare(view);
        int bid = askBid(view.letter(), view.rounds());
        sound = true;
        return bid;
    }

    @Override
    public final String word(View view) {
        prepare(view);
        String word = askWord();
        sound = true;
        return word;
    }

    @Override
    public final void event(Json event) {
        unheard.add(event);
    }

    @Override
    public final void end(Json scores, String why) {
        if (sound && begun) {
            hear(null);
        }
    }

    private void prepare(View view) {
        if (!sound) {
            throw new IllegalStateException("the player failed earlier in this game");
        }
        sound = false;
        if (!begun) {
            begun = true;
            begin(view);
        }
        hear(view);
        enter(view);
        own(view.points());
    }

    private void begin(View view) {
        for (int seat = 0; seat < seats(); seat++) {
            Json told = classes().isNull() ? classes() : classes().at(seat);
            String other = told.isText() ? told.text() : "Player".concat(String.valueOf(seat));
            names.add(seat == seat() ? playerClass.getName() : other);
        }
        score = view.points();
        try {
            startGame(view);
        } finally {
            MissingFiles.tell();
        }
    }

    private void enter(View view) {
        if (view.round() != round) {
            round = view.round();
            setHidden(view.hidden());
            startRound(round);
        }
    }

    private void hear(View view) {
        for (Json event : unheard) {
            Json type = event.get("type");
            if (type.is("auction")) {
                hearSale(new Auction(event), view);
            } else if (type.is("round")) {
                hearRound(event, view);
            }
        }
        unheard.clear();
    }

    private void hearSale(Auction auction, View view) {
        if (view != null && auction.round() == view.round()) {
            enter(view);
        }
        if (auction.isSold() && auction.winner() == seat()) {
            own(score - auction.price());
        }
        hearAuction(auction);
    }

    /** The next round's hidden letters are dealt before the scores of this one are announced. */
    private void hearRound(Json end, View view) {
        ArrayList<Integer> points = new ArrayList<>();
        for (Json seat : end.get("all_points")) {
            points.add(seat.integer());
        }
        own(points.get(seat()));
        if (view != null && view.round() != end.get("round").integer()) {
            setHidden(view.hidden());
        }
        hearScores(points);
    }

    private void own(int points) {
        score = points;
        setScore(points);
    }

    /** Throws anything without declaring it. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
