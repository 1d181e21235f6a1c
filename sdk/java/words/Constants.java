// The constant pool of a class file.
package words;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the names in a class file: classes, methods, strings. */
final class Constants {
    static final int UTF8 = 1;
    static final int CLASS = 7;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int STRING = 8;
    private static final int METHOD = 10;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int MODULE = 19;
    /** The offset of the number of constants. */
    static final int COUNT_AT = 8;

    private final byte[] file;
    private final ByteBuffer bytes;
    /** The offset of each constant; the first is number 1. */
    private final int[] places;
    private final int end;

    /** Throws IndexOutOfBoundsException if the file is not a class file. */
    Constants(byte[] file) {
        this.file = file;
        bytes = ByteBuffer.wrap(file);
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

    /** The number of constants, including the unused entry 0. */
    int count() {
        return places.length;
    }

    /** The offset after the last constant. */
    int end() {
        return end;
    }

    /** The offset of a constant. */
    int place(int constant) {
        return places[constant];
    }

    /** The name of the class of this file, with slashes. */
    String className() {
        return text(unsigned(places[unsigned(end + 2)] + 1));
    }

    /** All string constants in the code, without class and method names. */
    List<String> strings() {
        List<String> found = new ArrayList<>();
        for (int constant = 1; constant < places.length; constant++) {
            int place = places[constant];
            if (place > 0 && file[place] == STRING) {
                found.add(text(unsigned(place + 1)));
            }
        }
        return found;
    }

    /** Whether this constant is a reference to that method. */
    boolean calls(int constant, String owner, String name, String signature) {
        int place = places[constant];
        if (place == 0 || file[place] != METHOD) {
            return false;
        }
        int ownerPlace = places[unsigned(place + 1)];
        int signaturePlace = places[unsigned(place + 3)];
        return text(unsigned(ownerPlace + 1)).equals(owner)
            && text(unsigned(signaturePlace + 1)).equals(name)
            && text(unsigned(signaturePlace + 3)).equals(signature);
    }

    private String text(int constant) {
        int place = places[constant];
        return new String(file, place + 3, unsigned(place + 1), StandardCharsets.UTF_8);
    }

    /** The size of the constant at this offset, after its tag. */
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
        return tag == CLASS || tag == STRING || tag == METHOD_TYPE || tag >= MODULE ? 2 : 4;
    }

    private int unsigned(int at) {
        return Short.toUnsignedInt(bytes.getShort(at));
    }
}
