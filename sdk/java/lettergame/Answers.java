// Sends answers: those of a batch together, but each within 20 ms after it was ready.
package lettergame;

import java.io.IOException;
import java.io.OutputStream;

/** The answers to the runner. A separate thread sends pending ones while a player is still thinking. */
final class Answers implements Runnable {
    private static final long PATIENCE_MS = 20;
    private static final long PATIENCE_NANOS = PATIENCE_MS * 1_000_000;
    private static final int ENOUGH_BYTES = 1 << 16;

    private final OutputStream out;
    private final JsonWriter waiting = new JsonWriter();
    private boolean inArray;
    private boolean watched;
    private boolean busy;
    private long since;

    Answers(OutputStream out) {
        this.out = out;
        Thread watcher = new Thread(this, "answers");
        watcher.setDaemon(true);
        watcher.start();
    }

    /** A line was received: its answers are sent as an array or one by one. */
    synchronized void begin(boolean array) {
        inArray = array;
        since = System.nanoTime();
    }

    /** One answer to the latest line. */
    synchronized void add(JsonWriter answer) {
        if (waiting.length() == 0) {
            waiting.separate(inArray, '[');
        } else {
            waiting.raw(inArray ? ',' : '\n');
        }
        waiting.append(answer);
        busy = true;
        if (waiting.length() > ENOUGH_BYTES || System.nanoTime() - since > PATIENCE_NANOS) {
            send();
        } else if (!watched) {
            watched = true;
            notifyAll();
        }
    }

    /** Sends pending answers. */
    synchronized void send() {
        if (waiting.length() == 0) {
            return;
        }
        waiting.separate(inArray, ']');
        waiting.raw('\n');
        try {
            waiting.writeTo(out);
        } catch (IOException gone) {
            Runtime.getRuntime().halt(1);
        }
        waiting.clear();
        since = System.nanoTime();
    }

    /** Checks every 20 ms while there are answers; sleeps after 20 ms without one. */
    @Override
    public synchronized void run() {
        try {
            while (true) {
                if (!busy) {
                    watched = false;
                }
                busy = false;
                while (!watched) {
                    wait();
                }
                long passed = (System.nanoTime() - since) / 1_000_000;
                if (passed >= PATIENCE_MS) {
                    send();
                    passed = 0;
                }
                wait(PATIENCE_MS - passed);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
