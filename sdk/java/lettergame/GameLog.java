// The log of a player program, marked with games.
package lettergame;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard error with the game at the start of each line, {@code [game 17] text}: lines of simultaneous games can be
 * told apart only by it. {@code lettergame replay --log} relies on it.
 */
final class GameLog extends OutputStream {
    private static final long NONE = -1;

    private final PrintStream log;
    private long game = NONE;
    private boolean atStart = true;

    GameLog(PrintStream log) {
        this.log = log;
    }

    /** The game of all lines from now on. */
    void about(long game) {
        this.game = game;
    }

    @Override
    public void write(int letter) {
        write(new byte[] {(byte) letter}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int start, int count) {
        if (game == NONE) {
            log.write(bytes, start, count);
            return;
        }
        byte[] mark = ("[game " + game + "] ").getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream marked = new ByteArrayOutputStream(count + mark.length);
        for (int at = start; at < start + count; at++) {
            if (atStart) {
                marked.writeBytes(mark);
            }
            marked.write(bytes[at]);
            atStart = bytes[at] == '\n';
        }
        log.write(marked.toByteArray(), 0, marked.size());
    }

    @Override
    public void flush() {
        log.flush();
    }
}
