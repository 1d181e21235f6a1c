// Reads lines of bytes from the runner.
package lettergame;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a stream, each of at most 1 MiB. */
final class Lines {
    private static final int LONGEST = 1 << 20;

    private final InputStream in;
    private byte[] buffer = new byte[1 << 16];
    private int start;
    private int end;

    Lines(InputStream in) {
        this.in = in;
    }

    /** The next line with a 0 byte in place of its LF, or null at the end of the stream. */
    byte[] next() throws IOException {
        int searched = start;
        while (true) {
            for (int at = searched; at < end; at++) {
                if (buffer[at] == '\n') {
                    byte[] line = Arrays.copyOfRange(buffer, start, at + 1);
                    line[at - start] = 0;
                    start = at + 1;
                    return line;
                }
            }
            int length = end - start;
            if (!fill()) {
                return null;
            }
            searched = start + length;
        }
    }

    private boolean fill() throws IOException {
        int length = end - start;
        if (length > LONGEST) {
            throw new IOException("received a line of more than 1 MiB");
        }
        if (end == buffer.length) {
            byte[] room = length > buffer.length / 2 ? new byte[2 * buffer.length] : buffer;
            System.arraycopy(buffer, start, room, 0, length);
            buffer = room;
            start = 0;
            end = length;
        }
        int count = in.read(buffer, end, buffer.length - end);
        end += Math.max(count, 0);
        return count >= 0;
    }
}
