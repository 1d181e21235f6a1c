// Replaces System.exit in a class player.
package words;

import java.util.Arrays;

/**
 * Thrown where a player would have ended the whole program: only its game ends. Its stack trace starts
 * at the player.
 */
public final class ExitCalled extends Error {
    private static final long serialVersionUID = 1;

    private ExitCalled(int status) {
        super("the player called System.exit(".concat(String.valueOf(status)).concat(")"));
    }

    /** The replacement for a player's call of System.exit. */
    public static void exit(int status) {
        ExitCalled thrown = new ExitCalled(status);
        StackTraceElement[] stack = thrown.getStackTrace();
        if (stack.length > 1) {
            thrown.setStackTrace(Arrays.copyOfRange(stack, 1, stack.length));
        }
        throw thrown;
    }
}
