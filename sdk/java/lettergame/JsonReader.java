// Reads a line of JSON: validates it and records where each value is.
package lettergame;

import java.util.Arrays;

/** A reusable reader, for a single thread. */
final class JsonReader {
    /** Maximum nesting of arrays and objects. */
    private static final int MAX_DEPTH = 64;
    private static final int FIRST_TAPE = 1 << 12;

    /** Bytes that end the plain part of a string: a quote, an escape, a control character. */
    private static final boolean[] ENDS_PLAIN = new boolean[256];

    static {
        Arrays.fill(ENDS_PLAIN, 0, ' ', true);
        ENDS_PLAIN['"'] = true;
        ENDS_PLAIN['\\'] = true;
    }

    private byte[] line;
    private int[] tape = new int[FIRST_TAPE];
    private int used;

    /** Reads a line that is terminated by a 0 byte, which is not part of it. */
    Json read(byte[] text) {
        line = text;
        used = 0;
        int end = skipBlanks(value(skipBlanks(0), 0));
        if (end != text.length - 1) {
            throw unreadable(end);
        }
        line = null;
        return new Json(text, Arrays.copyOf(tape, used), 0);
    }

    private int value(int at, int depth) {
        switch (line[at]) {
            case '{':
                return object(at, depth);
            case '[':
                return array(at, depth);
            case '"':
                return string(at);
            case 't':
                return literal(at, "true", Json.TRUE);
            case 'f':
                return literal(at, "false", Json.FALSE);
            case 'n':
                return literal(at, "null", Json.NULL_TYPE);
            default:
                return number(at);
        }
    }

    private int object(int start, int depth) {
        int node = open(start, Json.OBJECT, depth);
        int at = skipBlanks(start + 1);
        if (line[at] != '}') {
            at = field(at, depth);
            while (line[at] == ',') {
                at = field(skipBlanks(at + 1), depth);
            }
            expect(at, '}');
        }
        tape[node + 1] = used;
        return at + 1;
    }

    private int field(int start, int depth) {
        expect(start, '"');
        int colon = skipBlanks(string(start));
        expect(colon, ':');
        return skipBlanks(value(skipBlanks(colon + 1), depth + 1));
    }

    private int array(int start, int depth) {
        int node = open(start, Json.ARRAY, depth);
        int at = skipBlanks(start + 1);
        if (line[at] != ']') {
            at = skipBlanks(value(at, depth + 1));
            while (line[at] == ',') {
                at = skipBlanks(value(skipBlanks(at + 1), depth + 1));
            }
            expect(at, ']');
        }
        tape[node + 1] = used;
        return at + 1;
    }

    private int open(int at, int type, int depth) {
        if (depth == MAX_DEPTH) {
            throw new IllegalArgumentException("JSON nested too deeply at byte " + at);
        }
        int node = used;
        note(at, type, 0);
        return node;
    }

    private int string(int quote) {
        byte[] text = line;
        int at = quote + 1;
        while (!ENDS_PLAIN[text[at] & 255]) {
            at++;
        }
        if (text[at] == '"') {
            note(quote + 1, Json.STRING, at);
            return at + 1;
        }
        return escapedString(quote, at);
    }

    private int escapedString(int quote, int from) {
        int at = from;
        while (line[at] != '"') {
            if (line[at] == '\\') {
                at = escape(at + 1);
            } else if (line[at] >= 0 && line[at] < ' ') {
                throw unreadable(at);
            } else {
                at++;
            }
        }
        note(quote + 1, Json.ESCAPED, at);
        return at + 1;
    }

    /** Checks the escape after a backslash. */
    private int escape(int at) {
        if (line[at] == 'u') {
            for (int digit = 1; digit <= 4; digit++) {
                if (Character.digit(line[at + digit], 16) < 0) {
                    throw unreadable(at + digit);
                }
            }
            return at + 5;
        }
        if (line[at] <= 0 || "\"\\/bfnrt".indexOf(line[at]) < 0) {
            throw unreadable(at);
        }
        return at + 1;
    }

    private int literal(int start, String word, int type) {
        for (int i = 0; i < word.length(); i++) {
            expect(start + i, word.charAt(i));
        }
        note(start, type, start + word.length());
        return start + word.length();
    }

    private int number(int start) {
        int at = line[start] == '-' ? start + 1 : start;
        int whole = at;
        at = digits(at);
        if (line[whole] == '0' && at > whole + 1) {
            throw unreadable(whole + 1);
        }
        if (line[at] == '.') {
            at = digits(at + 1);
        }
        if (line[at] == 'e' || line[at] == 'E') {
            at++;
            at = digits(line[at] == '+' || line[at] == '-' ? at + 1 : at);
        }
        note(start, Json.NUMBER, at);
        return at;
    }

    private int digits(int start) {
        int at = start;
        while (line[at] >= '0' && line[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw unreadable(at);
        }
        return at;
    }

    private void note(int start, int type, int end) {
        if (used == tape.length) {
            tape = Arrays.copyOf(tape, 2 * used);
        }
        tape[used] = start << 3 | type;
        tape[used + 1] = end;
        used += 2;
    }

    private int skipBlanks(int start) {
        int at = start;
        while (line[at] == ' ' || line[at] == '\t' || line[at] == '\r' || line[at] == '\n') {
            at++;
        }
        return at;
    }

    private void expect(int at, char wanted) {
        if (line[at] != wanted) {
            throw unreadable(at);
        }
    }

    private static IllegalArgumentException unreadable(int at) {
        return new IllegalArgumentException("invalid JSON at byte " + at);
    }

    /** The text of a string whose escapes have been checked. */
    static String unescape(String escaped) {
        StringBuilder text = new StringBuilder(escaped.length());
        for (int at = 0; at < escaped.length(); at++) {
            char letter = escaped.charAt(at);
            if (letter != '\\') {
                text.append(letter);
                continue;
            }
            at++;
            char named = escaped.charAt(at);
            if (named == 'u') {
                text.append((char) Integer.parseInt(escaped.substring(at + 1, at + 5), 16));
                at += 4;
            } else {
                int control = "bfnrt".indexOf(named);
                text.append(control < 0 ? named : "\b\f\n\r\t".charAt(control));
            }
        }
        return text.toString();
    }
}
