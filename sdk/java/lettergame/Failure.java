// Summarises an exception of a player in one line.
package lettergame;

/** The text of a `fail` message. */
final class Failure {
    private static final int LONGEST = 500;
    private static final String NO_DISPLAY = "java.awt.HeadlessException";

    private Failure() {
    }

    /** The class, the message and the first stack frame outside the Java library. */
    static String text(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof ExceptionInInitializerError && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String name = cause.getClass().getName();
        StringBuilder text = new StringBuilder();
        if (name.equals(NO_DISPLAY)) {
            text.append("it opens a window, but there is no display: ");
            text.append("interactive players are not supported: ").append(name);
        } else {
            text.append(name);
            if (cause.getMessage() != null) {
                text.append(": ").append(cause.getMessage());
            }
        }
        if (text.length() > LONGEST) {
            text.setLength(LONGEST);
        }
        StackTraceElement[] stack = cause.getStackTrace();
        if (stack.length > 0) {
            text.append(" at ").append(firstOutside(stack));
        }
        return text.toString();
    }

    private static StackTraceElement firstOutside(StackTraceElement[] stack) {
        for (StackTraceElement line : stack) {
            String module = line.getModuleName();
            if (module == null) {
                return line;
            }
        }
        return stack[0];
    }
}
