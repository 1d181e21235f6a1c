// Plays a player that was written for the class simulator, unmodified, as a program of LGP/1.
package words;

import java.io.IOException;
import java.io.PrintStream;
import lettergame.Run;
import lettergame.Streams;
import words.core.ClassSeat;
import words.core.Player;

/** {@code java -cp sdk/java/build:players words.Lgp [--batch] words.g7.Group7Player} */
public final class Lgp {
    private static final String BATCH = "--batch";

    private Lgp() {
    }

    public static void main(String[] args) {
        Streams.take();
        PrintStream log = new PrintStream(new CappedLog(System.err), true);
        System.setOut(log);
        System.setErr(log);
        System.setProperty("java.awt.headless", "true");
        boolean batch = args.length == 2 && args[0].equals(BATCH);
        if (args.length != 1 && !batch) {
            leave("one class is wanted: words.Lgp [--batch] words.g7.Group7Player");
        }
        String name = args[args.length - 1];
        try {
            load(name);
            ClassSeat.prepare();
        } catch (ClassNotFoundException | LinkageError missing) {
            leave(name.concat(" cannot be loaded: ").concat(missing.toString()));
        } catch (ClassCastException other) {
            leave(name.concat(" does not extend words.core.Player"));
        } catch (IOException unreadable) {
            leave("files/wordlist.txt cannot be read: ".concat(unreadable.toString()));
        }
        Run.play(name.substring(name.lastIndexOf('.') + 1), batch, false, () -> newSeat(name));
    }

    private static ClassSeat newSeat(String name) {
        try {
            return new ClassSeat(load(name));
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** The class in a loader of its own; its static initialisers run when it is used. */
    private static Class<? extends Player> load(String name) throws ClassNotFoundException {
        return new PlayerLoader().loadClass(name).asSubclass(Player.class);
    }

    private static void leave(String why) {
        System.err.println(why);
        System.exit(2);
    }
}
