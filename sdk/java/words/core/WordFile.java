// Reads the word list once for all games of a program.
package words.core;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/** The words of files/wordlist.txt. */
final class WordFile {
    private static final Path PATH = Path.of("files", "wordlist.txt");
    private static final boolean SHARED = Boolean.getBoolean("words.batch");
    private static Word[] words = new Word[0];
    private static FileTime read;

    private WordFile() {
    }

    /**
     * All words in the order of the file, for one game: its changes are not visible to other games, unless
     * several are played simultaneously.
     */
    static Word[] copy() throws IOException {
        Word[] all = words();
        if (SHARED) {
            return all.clone();
        }
        Word[] copies = new Word[all.length];
        for (int i = 0; i < all.length; i++) {
            copies[i] = new Word(all[i]);
        }
        return copies;
    }

    /** Reads the list, unless it was read and the file has not changed since. */
    static synchronized Word[] words() throws IOException {
        FileTime changed = Files.getLastModifiedTime(PATH);
        if (!changed.equals(read)) {
            List<Word> found = new ArrayList<>();
            // one byte per character: lists in any encoding can be read
            for (String line : Files.readAllLines(PATH, StandardCharsets.ISO_8859_1)) {
                if (!line.isBlank()) {
                    found.add(new Word(line.trim()));
                }
            }
            words = found.toArray(new Word[0]);
            read = changed;
        }
        return words;
    }

    /** The list's word of these letters with the highest sum of letter values, the first among equals. */
    static String best(Word[] list, Word letters) {
        String best = "";
        int most = 0;
        for (Word word : list) {
            if (word.score > most && letters.contains(word)) {
                best = word.word;
                most = word.score;
            }
        }
        return best;
    }
}
