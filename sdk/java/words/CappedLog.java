// The output of a class player, up to a limit.
package words;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Passes on the first mebibyte and drops the rest: players that print at every bid would fill any log. */
final class CappedLog extends OutputStream {
    private static final long MAX_BYTES = 1 << 20;
    private static final byte[] LAST_LINE =
        "\n[the log is full: further output is dropped]\n".getBytes(StandardCharsets.US_ASCII);

    private final PrintStream log;
    private long room = MAX_BYTES;

    CappedLog(PrintStream log) {
        this.log = log;
    }

    @Override
    public void write(int letter) {
        write(new byte[] {(byte) letter}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int start, int count) {
        if (room <= 0) {
            return;
        }
        log.write(bytes, start, (int) Math.min(count, room));
        room -= count;
        if (room <= 0) {
            log.write(LAST_LINE, 0, LAST_LINE.length);
        }
        log.flush();
    }
}
