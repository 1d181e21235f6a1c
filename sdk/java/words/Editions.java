// Detects the edition of the class simulator that a player was written for.
package words;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/** The editions of this SDK. Each has its own base class or interface `Player` and its `ClassSeat`. */
final class Editions {
    /** The packages of the editions. */
    static final List<String> PACKAGES = List.of("words.core", "seven.ui", "lettergame.ui");

    private Editions() {
    }

    /** The package of a class's edition; null if it is not a player. */
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

    /** The constructor of an edition's seats, each for one game of the given player class. */
    static Constructor<?> seats(String edition) throws ReflectiveOperationException {
        return Class.forName(edition.concat(".ClassSeat")).getConstructor(Class.class);
    }
}
