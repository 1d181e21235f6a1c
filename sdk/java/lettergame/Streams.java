// Reserves standard input and output for the protocol.
package lettergame;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** The real standard streams. A player's output goes to standard error; its input is empty. */
public final class Streams {
    static final InputStream IN = new FileInputStream(FileDescriptor.in);
    static final OutputStream OUT = new FileOutputStream(FileDescriptor.out);

    static final GameLog LOG = new GameLog(System.err);

    static {
        System.setIn(InputStream.nullInputStream());
        System.setErr(new PrintStream(LOG, true));
        System.setOut(System.err);
    }

    private Streams() {
    }

    /** Takes over the streams; call this before a player's class is loaded. */
    public static void take() {
        // done by the static initialiser
    }
}
