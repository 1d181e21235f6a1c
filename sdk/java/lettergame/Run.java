// Starts a player program.
package lettergame;

import java.util.function.Supplier;

/** Call this from {@code main}. */
public final class Run {
    private Run() {
    }

    /** Plays until the runner is done, many games at a time, then exits. */
    public static void play(String name, Supplier<? extends Player> players) {
        play(name, true, true, players);
    }

    /**
     * The same with options: without batch, one game at a time; without readsWords, the word list is not
     * read until a best word is requested.
     */
    public static void play(
            String name, boolean batch, boolean readsWords, Supplier<? extends Player> players) {
        Streams.take();
        int status = 0;
        try {
            new Program(name, batch, readsWords, players).talk();
        } catch (Throwable broken) {
            System.err.println("the connection failed: " + broken);
            status = 1;
        }
        System.exit(status);
    }
}
