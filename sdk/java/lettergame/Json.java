// A JSON value that is parsed lazily: nothing is built before it is asked for.
package lettergame;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * An immutable JSON value. A missing field reads as {@link #NULL}. Asking a value for another type
 * (the text of a number) throws {@link IllegalStateException}.
 */
public final class Json implements Iterable<Json> {
    static final int NULL_TYPE = 0;
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int NUMBER = 3;
    static final int STRING = 4;
    static final int ESCAPED = 5;
    static final int ARRAY = 6;
    static final int OBJECT = 7;

    /** The value null. */
    public static final Json NULL = parse("null");

    private static final String[] TYPE_NAMES =
        {"null", "true", "false", "number", "string", "string", "array", "object"};

    /** The line, followed by a 0. */
    private final byte[] line;
    /**
     * Two numbers for each value, in the order of the line: the offset of its first byte times 8 plus its
     * type, and its end. The end of a scalar is a byte offset, that of an array or object an index on the
     * tape. A string excludes its quotes; an object alternates between keys and values.
     */
    private final int[] tape;
    private final int node;

    Json(byte[] line, int[] tape, int node) {
        this.line = line;
        this.tape = tape;
        this.node = node;
    }

    /** Parses a text. */
    public static Json parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] line = new byte[bytes.length + 1];
        System.arraycopy(bytes, 0, line, 0, bytes.length);
        return new JsonReader().read(line);
    }

    public boolean isNull() {
        return type() == NULL_TYPE;
    }

    public boolean isNumber() {
        return type() == NUMBER;
    }

    public boolean isText() {
        return type() == STRING || type() == ESCAPED;
    }

    public boolean isArray() {
        return type() == ARRAY;
    }

    public boolean isObject() {
        return type() == OBJECT;
    }

    /** The field of this name, or {@link #NULL}. */
    public Json get(String key) {
        if (type() != OBJECT) {
            throw wrongType("an object");
        }
        int end = tape[node + 1];
        for (int at = node + 2; at < end; at = after(at + 2)) {
            if (says(at, key)) {
                return new Json(line, tape, at + 2);
            }
        }
        return NULL;
    }

    /** The element at this index of an array. */
    public Json at(int index) {
        Elements elements = iterator();
        for (int skipped = 0; skipped < index; skipped++) {
            elements.next();
        }
        return elements.next();
    }

    /** The number of elements of an array. */
    public int size() {
        int count = 0;
        for (Elements elements = iterator(); elements.hasNext(); elements.skip()) {
            count++;
        }
        return count;
    }

    /** The elements of an array. */
    @Override
    public Elements iterator() {
        if (type() != ARRAY) {
            throw wrongType("an array");
        }
        return new Elements();
    }

    /** A whole number. */
    public long number() {
        if (type() != NUMBER) {
            throw wrongType("a number");
        }
        int at = start();
        int end = tape[node + 1];
        boolean negative = line[at] == '-';
        if (negative) {
            at++;
        }
        if (end - at > 18) {
            return Long.parseLong(string());
        }
        long number = 0;
        for (; at < end; at++) {
            int digit = line[at] - '0';
            if (digit < 0 || digit > 9) {
                throw new IllegalStateException("not a whole number: " + string());
            }
            number = number * 10 + digit;
        }
        return negative ? -number : number;
    }

    /** A whole number of 32 bits. */
    public int integer() {
        return Math.toIntExact(number());
    }

    /** A number with a fraction. */
    public double decimal() {
        if (type() != NUMBER) {
            throw wrongType("a number");
        }
        return Double.parseDouble(string());
    }

    public boolean truth() {
        if (type() != TRUE && type() != FALSE) {
            throw wrongType("true or false");
        }
        return type() == TRUE;
    }

    /** The text of a string. */
    public String text() {
        switch (type()) {
            case STRING:
                return string();
            case ESCAPED:
                return JsonReader.unescape(string());
            default:
                throw wrongType("a string");
        }
    }

    /** Whether this is a string with this text. */
    public boolean is(String text) {
        return type() == STRING ? says(node, text) : type() == ESCAPED && text().equals(text);
    }

    /** The value as JSON. */
    @Override
    public String toString() {
        JsonWriter writer = new JsonWriter();
        write(writer);
        return writer.toString();
    }

    void write(JsonWriter writer) {
        switch (type()) {
            case STRING:
            case ESCAPED:
                writer.text(text());
                break;
            case ARRAY:
                writer.raw('[');
                for (int at = node + 2; at < tape[node + 1]; at = after(at)) {
                    writer.separate(at > node + 2, ',');
                    new Json(line, tape, at).write(writer);
                }
                writer.raw(']');
                break;
            case OBJECT:
                writer.raw('{');
                boolean key = true;
                for (int at = node + 2; at < tape[node + 1]; at = after(at), key = !key) {
                    writer.separate(at > node + 2, key ? ',' : ':');
                    new Json(line, tape, at).write(writer);
                }
                writer.raw('}');
                break;
            default:
                writer.raw(string());
        }
    }

    /** The first character of a string, without building the string. */
    char firstCharacter() {
        return type() == STRING && line[start()] > 0 && start() < tape[node + 1]
            ? (char) line[start()]
            : text().charAt(0);
    }

    private int type() {
        return tape[node] & 7;
    }

    private int start() {
        return tape[node] >>> 3;
    }

    private String string() {
        return new String(line, start(), tape[node + 1] - start(), StandardCharsets.UTF_8);
    }

    /** The index on the tape after the value at this one. */
    private int after(int at) {
        return (tape[at] & 7) >= ARRAY ? tape[at + 1] : at + 2;
    }

    private boolean says(int at, String text) {
        int begin = tape[at] >>> 3;
        int length = tape[at + 1] - begin;
        if ((tape[at] & 7) == ESCAPED) {
            return new Json(line, tape, at).text().equals(text);
        }
        if (length != text.length()) {
            return length > text.length() && new Json(line, tape, at).string().equals(text);
        }
        for (int i = 0; i < length; i++) {
            if (line[begin + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private IllegalStateException wrongType(String wanted) {
        return new IllegalStateException("expected " + wanted + ", found " + TYPE_NAMES[type()]);
    }

    /** The elements of an array, in order. */
    public final class Elements implements Iterator<Json> {
        private int next = node + 2;

        private Elements() {
        }

        @Override
        public boolean hasNext() {
            return next < tape[node + 1];
        }

        @Override
        public Json next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Json element = new Json(line, tape, next);
            next = after(next);
            return element;
        }

        private void skip() {
            next = after(next);
        }
    }
}
