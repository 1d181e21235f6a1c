// Loads a class player and its classes afresh for each game, so that static state ends with the game.
package words;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;

/** The loader of one game. What is on the class path and not of this SDK belongs to the player. */
final class PlayerLoader extends ClassLoader {
    /** Classes that are not the player's stand here with no bytes. */
    private static final byte[] SHARED = new byte[0];

    /** The bytes of classes, read once for all games. */
    private static final Map<String, byte[]> READ = new HashMap<>();

    PlayerLoader() {
        super(ClassLoader.getSystemClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = bytes(name);
            return bytes == SHARED
                ? super.loadClass(name, resolve)
                : defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static byte[] bytes(String name) throws ClassNotFoundException {
        synchronized (READ) {
            byte[] bytes = READ.get(name);
            if (bytes == null) {
                bytes = read(name);
                READ.put(name, bytes);
            }
            return bytes;
        }
    }

    private static byte[] read(String name) throws ClassNotFoundException {
        if (name.startsWith("java.") || name.startsWith("words.core.")
                || name.startsWith("lettergame.") || name.equals(ExitCalled.class.getName())) {
            return SHARED;
        }
        URL place = ClassLoader.getSystemResource(name.replace('.', '/').concat(".class"));
        if (place == null || place.getProtocol().equals("jrt")) {
            return SHARED;
        }
        try (InputStream in = place.openStream()) {
            return ExitCalls.redirected(in.readAllBytes());
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
