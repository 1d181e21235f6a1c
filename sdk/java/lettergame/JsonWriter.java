// Writes JSON as bytes.
package lettergame;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** A growing, reusable buffer of JSON. */
final class JsonWriter {
    private static final int MAX_DEPTH = 64;

    private byte[] bytes = new byte[1 << 10];
    private int length;

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    void append(JsonWriter other) {
        reserve(other.length);
        System.arraycopy(other.bytes, 0, bytes, length, other.length);
        length += other.length;
    }

    void raw(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    void raw(String ascii) {
        int count = ascii.length();
        reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
    }

    void separate(boolean needed, char separator) {
        if (needed) {
            raw(separator);
        }
    }

    void number(long number) {
        if (number < 0) {
            raw(Long.toString(number));
            return;
        }
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        reserve(digits);
        long rest = number;
        for (int at = length + digits - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    void text(String text) {
        raw('"');
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '"' || letter == '\\') {
                raw('\\');
                raw(letter);
            } else if (letter >= ' ' && letter < 127) {
                raw(letter);
            } else {
                raw("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    raw(Character.forDigit(letter >> shift & 15, 16));
                }
            }
        }
        raw('"');
    }

    /** A value of plain Java: null, a string, number, boolean, list, map or array, or {@link Json}. */
    void value(Object value) {
        value(value, 0);
    }

    private void value(Object value, int depth) {
        if (depth == MAX_DEPTH) {
            throw new IllegalArgumentException("a move nested too deeply");
        }
        if (value instanceof Json) {
            ((Json) value).write(this);
        } else if (value instanceof CharSequence || value instanceof Character) {
            text(value.toString());
        } else if (value instanceof Map) {
            map((Map<?, ?>) value, depth);
        } else if (value instanceof Iterable) {
            list((Iterable<?>) value, depth);
        } else if (value instanceof Object[]) {
            list(Arrays.asList((Object[]) value), depth);
        } else if (value instanceof int[]) {
            raw(Arrays.toString((int[]) value));
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            raw(String.valueOf(value));
        } else {
            throw new IllegalArgumentException("not a JSON value: " + value.getClass().getName());
        }
    }

    private void map(Map<?, ?> map, int depth) {
        raw('{');
        boolean more = false;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            separate(more, ',');
            more = true;
            text(String.valueOf(entry.getKey()));
            raw(':');
            value(entry.getValue(), depth + 1);
        }
        raw('}');
    }

    private void list(Iterable<?> list, int depth) {
        raw('[');
        boolean more = false;
        for (Object element : list) {
            separate(more, ',');
            more = true;
            value(element, depth + 1);
        }
        raw(']');
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
