// Reports missing files named by a class player: without them it may play worse.
package words;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** String constants in the player's classes that look like data files. */
final class MissingFiles {
    private static final Pattern DATA_FILE = Pattern.compile(
        "[^\\s\\p{Cntrl}*?<>|\"%][^\\p{Cntrl}*?<>|\"%]{0,200}"
            + "\\.(txt|csv|tsv|dat|data|dict|dic|lst|list|ser|obj|bin|json|xml|gz|zip|properties)",
        Pattern.CASE_INSENSITIVE);

    private static final Set<String> NAMED = new TreeSet<>();
    private static final Set<String> TOLD = new TreeSet<>();

    private MissingFiles() {
    }

    /** Records the strings of a class that was loaded. */
    static synchronized void note(List<String> texts) {
        for (String text : texts) {
            if (DATA_FILE.matcher(text).matches()) {
                NAMED.add(text);
            }
        }
    }

    /** Reports each missing file once; call this after a player's initialisation. */
    static synchronized void tell() {
        for (String name : NAMED) {
            if (isMissing(name) && TOLD.add(name)) {
                System.err.println("the player names the file ".concat(name)
                    .concat(", which does not exist: if it reads it, it continues without it;")
                    .concat(" put it into the player's `data` folder"));
            }
        }
        NAMED.clear();
    }

    private static boolean isMissing(String name) {
        try {
            return !Files.exists(Path.of(name));
        } catch (InvalidPathException | SecurityException other) {
            return true;
        }
    }
}
