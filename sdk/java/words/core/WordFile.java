// Reads the word list once for all games of a program.
package words.core;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The words of files/wordlist.txt. */
final class WordFile {
    private static final Path PATH = Path.of("files", "wordlist.txt");
    private static Word[] words = new Word[0];
    /** The letters of each word as a set, side by side: a search that reads no more is quick. */
    private static int[] sets = new int[0];

    private WordFile() {
    }

    /** All words, in the order of the file. The array is shared: copy it before it is given away. */
    static synchronized Word[] words() throws IOException {
        if (words.length == 0) {
            List<Word> read = new ArrayList<>();
            String text = Files.readString(PATH, StandardCharsets.UTF_8);
            for (String line : text.split("\n")) {
                if (!line.isBlank()) {
                    read.add(new Word(line.trim()));
                }
            }
            words = read.toArray(new Word[0]);
            sets = new int[words.length];
            for (int i = 0; i < words.length; i++) {
                sets[i] = words[i].set;
            }
        }
        return words;
    }

    /** The highest sum of letters among the list's words of these letters, the first among equals. */
    static String best(Word[] list, Word letters) {
        String best = "";
        int most = 0;
        for (int i = 0; i < list.length; i++) {
            Word word = list[i];
            int set = i < words.length && word == words[i] ? sets[i] : word.set;
            if ((set & ~letters.set) == 0 && word.score > most && letters.contains(word)) {
                best = word.word;
                most = word.score;
            }
        }
        return best;
    }
}
