// Turns the calls of System.exit in a class file into calls of ExitCalled.exit.
package words;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A class file names the methods it calls in its table of constants. It is enough to change the class
 * that is named there; the code stays as it is. A security manager would do as well, but prints
 * warnings in Java 17 and is gone in later ones.
 */
final class ExitCalls {
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int METHOD_HANDLE = 15;
    private static final int COUNT_AT = 8;
    private static final int MOST_CONSTANTS = 65_535;

    private final byte[] file;
    private final ByteBuffer bytes;
    /** Where each constant begins; the first is number 1. */
    private int[] places;
    private int end;

    private ExitCalls(byte[] file) {
        this.file = file;
        bytes = ByteBuffer.wrap(file);
    }

    /** The class file, changed if it calls System.exit. A file that is no class comes back as it is. */
    static byte[] redirected(byte[] file) throws IOException {
        try {
            return new ExitCalls(file).redirect();
        } catch (IndexOutOfBoundsException broken) {
            return file;
        }
    }

    private byte[] redirect() throws IOException {
        findConstants();
        int count = places.length;
        byte[] changed = file.clone();
        boolean calls = false;
        for (int constant = 1; constant < count; constant++) {
            if (isExit(places[constant])) {
                ByteBuffer.wrap(changed).putShort(places[constant] + 1, (short) (count + 1));
                calls = true;
            }
        }
        return calls && count + 2 <= MOST_CONSTANTS ? withTarget(changed) : file;
    }

    private void findConstants() {
        places = new int[unsigned(COUNT_AT)];
        int at = COUNT_AT + 2;
        for (int constant = 1; constant < places.length; constant++) {
            places[constant] = at;
            int tag = file[at];
            at += 1 + size(at);
            if (tag == LONG || tag == DOUBLE) {
                constant++;
            }
        }
        end = at;
    }

    /** Bytes of the constant at this place behind its tag. */
    private int size(int at) {
        int tag = file[at];
        if (tag == UTF8) {
            return 2 + unsigned(at + 1);
        }
        if (tag == LONG || tag == DOUBLE) {
            return 8;
        }
        if (tag == METHOD_HANDLE) {
            return 3;
        }
        return tag == CLASS || tag == 8 || tag == 16 || tag >= 19 ? 2 : 4;
    }

    private boolean isExit(int at) {
        if (at == 0 || file[at] != METHOD) {
            return false;
        }
        int owner = places[unsigned(at + 1)];
        int signature = places[unsigned(at + 3)];
        return says(owner + 1, "java/lang/System")
            && says(signature + 1, "exit")
            && says(signature + 3, "(I)V");
    }

    /** Does the constant whose number stands here say this text? */
    private boolean says(int at, String text) {
        int place = places[unsigned(at)];
        int from = place + 3;
        byte[] said = Arrays.copyOfRange(file, from, from + unsigned(place + 1));
        return new String(said, StandardCharsets.UTF_8).equals(text);
    }

    /** Appends the name and the class of the target to the constants. */
    private byte[] withTarget(byte[] changed) throws IOException {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(result);
        out.write(changed, 0, COUNT_AT);
        out.writeShort(places.length + 2);
        out.write(changed, COUNT_AT + 2, end - COUNT_AT - 2);
        out.writeByte(UTF8);
        out.writeUTF("words/ExitCalled");
        out.writeByte(CLASS);
        out.writeShort(places.length);
        out.write(changed, end, changed.length - end);
        return result.toByteArray();
    }

    private int unsigned(int at) {
        return Short.toUnsignedInt(bytes.getShort(at));
    }
}
