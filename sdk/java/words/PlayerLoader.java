// Loads a class player and its classes afresh for each game, so that static state ends with the
// game.
package words;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The class loader of one game. Everything on the class path except this SDK belongs to the player. */
final class PlayerLoader extends ClassLoader {
    /** Marks classes that do not belong to the player. */
    private static final byte[] SHARED = new byte[0];

    /** The packages of this SDK. */
    private static final Set<String> SDK = Set.of("lettergame", "words.core", "lettergame.ui", "seven.ui");

    /** The bytes of classes, read only once for all games. */
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
        if (isShared(name)) {
            return SHARED;
        }
        URL place = ClassLoader.getSystemResource(name.replace('.', '/').concat(".class"));
        if (place == null || place.getProtocol().equals("jrt")) {
            return SHARED;
        }
        try (InputStream in = place.openStream()) {
            byte[] file = in.readAllBytes();
            Constants constants = new Constants(file);
            MissingFiles.note(constants.strings());
            return ExitCalls.redirected(file, constants);
        } catch (IOException | IndexOutOfBoundsException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    private static boolean isShared(String name) {
        String folder = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        return name.startsWith("java.") || SDK.contains(folder) || name.equals(ExitCalled.class.getName());
    }
}
