// Makes class players.
package words.core;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/** Objects of a player's class. */
final class Instances {
    private Instances() {
    }

    /** A new player; what its constructor throws is thrown as it is. */
    static Player of(Class<? extends Player> playerClass) {
        try {
            Constructor<? extends Player> constructor = playerClass.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (InvocationTargetException thrown) {
            Instances.<RuntimeException>rethrow(thrown.getCause());
            throw new AssertionError(thrown);
        } catch (ReflectiveOperationException unsuitable) {
            throw new IllegalStateException("a player needs a constructor without arguments", unsuitable);
        }
    }

    /** Throws anything without declaring it. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
