// The messages that the handout lets players print.
package words.core;

/** Writes to the messages of the player: its log in a tournament, its console in the simulator. */
public final class OrganismsGame {
    private OrganismsGame() {
    }

    /** Writes a text. */
    public static void print(Object text) {
        System.out.print(text);
    }

    /** Writes a line. */
    public static void println(Object line) {
        System.out.println(line);
    }
}
