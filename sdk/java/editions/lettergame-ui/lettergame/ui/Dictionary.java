// Reads the dictionary of the first simulator of the Letter Game.
package lettergame.ui;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/** The second column of textFiles/dictionary.txt; if that is missing, files/wordlist.txt. */
final class Dictionary {
    private static final Path PATH = Path.of("textFiles", "dictionary.txt");
    private static final Path PLAIN = Path.of("files", "wordlist.txt");

    private Dictionary() {
    }

    static ArrayList<String> words() throws IOException {
        boolean columns = Files.exists(PATH);
        ArrayList<String> words = new ArrayList<>();
        for (String line : Files.readAllLines(columns ? PATH : PLAIN, StandardCharsets.ISO_8859_1)) {
            String[] cells = line.trim().split("[\\s,;]+");
            if (cells.length > (columns ? 1 : 0) && !line.isBlank()) {
                words.add(cells[columns ? 1 : 0]);
            }
        }
        return words;
    }
}
