// Runs an unmodified player of the class simulator as a program of LGP/1.
package words;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import lettergame.Run;
import lettergame.Streams;

/** {@code java -cp sdk/java/build:players words.Lgp [--batch] words.g7.Group7Player} */
public final class Lgp {
    private static final String BATCH = "--batch";

    private final String name;
    private final Constructor<?> seats;
    /** The folder to be restored before each game; null if games are played simultaneously. */
    private final GameFolder folder;

    private Lgp(String name, Constructor<?> seats, GameFolder folder) {
        this.name = name;
        this.seats = seats;
        this.folder = folder;
    }

    public static void main(String[] args) {
        Streams.take();
        PrintStream log = new PrintStream(new CappedLog(System.err), true);
        System.setOut(log);
        System.setErr(log);
        System.setProperty("java.awt.headless", "true");
        boolean batch = args.length == 2 && args[0].equals(BATCH);
        System.setProperty("words.batch", String.valueOf(batch));
        if (args.length != 1 && !batch) {
            leave("expected one class: words.Lgp [--batch] words.g7.Group7Player");
        }
        String name = args[args.length - 1];
        Lgp player = null;
        try {
            player = prepared(name, batch);
        } catch (ReflectiveOperationException | LinkageError missing) {
            leave(name.concat(" cannot be loaded: ").concat(missing.toString()));
        } catch (IOException unreadable) {
            leave("the working directory cannot be read: ".concat(unreadable.toString()));
        }
        Run.play(name.substring(name.lastIndexOf('.') + 1), batch, false, player::newSeat);
    }

    private static Lgp prepared(String name, boolean batch)
            throws ReflectiveOperationException, IOException {
        String edition = Editions.of(load(name));
        if (edition == null) {
            leave(name.concat(" is not a player: it does not extend words.core.Player, nor the player of ")
                .concat("an older edition that is on the class path"));
        }
        return new Lgp(name, Editions.seats(edition), batch ? null : new GameFolder());
    }

    private lettergame.Player newSeat() {
        try {
            if (folder != null) {
                folder.restore();
            }
            return (lettergame.Player) seats.newInstance(load(name));
        } catch (ReflectiveOperationException | IOException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** The class in a separate loader; its static initialisers run when it is used. */
    private static Class<?> load(String name) throws ClassNotFoundException {
        return new PlayerLoader().loadClass(name);
    }

    private static void leave(String why) {
        System.err.println(why);
        System.exit(2);
    }
}
