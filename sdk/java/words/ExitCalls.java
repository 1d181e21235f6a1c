// Redirects calls of System.exit in a class file to ExitCalled.exit.
package words;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A class file names the methods it calls in its constant pool. Changing the class named there is
 * enough; the code stays as it is. A security manager would work too, but prints warnings in Java 17
 * and was removed in later versions.
 */
final class ExitCalls {
    private static final int MAX_CONSTANTS = 65_535;

    private ExitCalls() {
    }

    /** The class file, changed if it calls System.exit. */
    static byte[] redirected(byte[] file, Constants constants) throws IOException {
        int count = constants.count();
        byte[] changed = file.clone();
        boolean calls = false;
        for (int constant = 1; constant < count; constant++) {
            if (constants.calls(constant, "java/lang/System", "exit", "(I)V")) {
                ByteBuffer.wrap(changed).putShort(constants.place(constant) + 1, (short) (count + 1));
                calls = true;
            }
        }
        return calls && count + 2 <= MAX_CONSTANTS ? withTarget(changed, constants) : file;
    }

    /** Appends the name and the class of the target to the constant pool. */
    private static byte[] withTarget(byte[] changed, Constants constants) throws IOException {
        int start = Constants.COUNT_AT;
        int end = constants.end();
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(result);
        out.write(changed, 0, start);
        out.writeShort(constants.count() + 2);
        out.write(changed, start + 2, end - start - 2);
        out.writeByte(Constants.UTF8);
        out.writeUTF("words/ExitCalled");
        out.writeByte(Constants.CLASS);
        out.writeShort(constants.count());
        out.write(changed, end, changed.length - end);
        return result.toByteArray();
    }
}
