// Finds out for which edition of the class simulator a player was written.
package words;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/** The editions of this SDK. Each has its base class or interface `Player` and its `ClassSeat`. */
final class Editions {
    /** The packages of the editions. */
    static final List<String> PACKAGES = List.of("words.core", "seven.ui", "lettergame.ui");

    private Editions() {
    }

    /** The package of the edition that a class belongs to; null if it is no player. */
    static String of(Class<?> playerClass) {
        List<Class<?>> above = new ArrayList<>();
        for (Class<?> known = playerClass; known != null; known = known.getSuperclass()) {
            above.add(known);
            above.addAll(List.of(known.getInterfaces()));
        }
        for (Class<?> known : above) {
            if (known.getSimpleName().equals("Player") && PACKAGES.contains(known.getPackageName())) {
                return known.getPackageName();
            }
        }
        return null;
    }

    /** What makes the seats of an edition, each for one game of the player's class that is given. */
    static Constructor<?> seats(String edition) throws ReflectiveOperationException {
        return Class.forName(edition.concat(".ClassSeat")).getConstructor(Class.class);
    }
}
