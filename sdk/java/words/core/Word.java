// A word with its letters counted.
package words.core;

/** A word, or the letters of a hand. Words of the list are shared between the games of a program. */
public class Word {
    private static final int LETTERS = 26;

    public final String word;
    public final int length;
    /** How often each letter occurs, A first. */
    public final int[] countKeep;
    /** The letters' values, without a bonus. */
    public final int score;
    /** Which letters occur, A the lowest bit. */
    final int set;

    public Word(String word) {
        this.word = word;
        length = word.length();
        countKeep = new int[LETTERS];
        int sum = 0;
        int seen = 0;
        for (int i = 0; i < length; i++) {
            char letter = Character.toUpperCase(word.charAt(i));
            if (letter >= 'A' && letter <= 'Z') {
                countKeep[letter - 'A']++;
                seen |= 1 << letter - 'A';
                sum += ScrabbleValues.letterScore(letter);
            }
        }
        score = sum;
        set = seen;
    }

    /** The letters of these counts, A first. */
    public Word(int[] counts) {
        this(spelled(counts));
    }

    /** Can the other word be made of this one's letters? */
    public boolean contains(Word other) {
        int[] have = countKeep;
        int[] need = other.countKeep;
        for (int letter = 0; letter < LETTERS; letter++) {
            if (need[letter] > have[letter]) {
                return false;
            }
        }
        return true;
    }

    private static String spelled(int[] counts) {
        StringBuilder letters = new StringBuilder();
        for (int letter = 0; letter < LETTERS; letter++) {
            for (int i = 0; i < counts[letter]; i++) {
                letters.append((char) ('A' + letter));
            }
        }
        return letters.toString();
    }
}
