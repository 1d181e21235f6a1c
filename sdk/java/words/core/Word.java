// A word with its letter counts.
package words.core;

import lettergame.LetterValues;

/** A word, or the letters of a hand. Players may modify it: each game has its own copies. */
public class Word {
    private static final int LETTERS = 26;

    public String word;
    public int length;
    /** How often each letter occurs, A first. */
    public int[] countKeep;
    /** The sum of the letters' values, without a bonus. */
    public int score;

    public Word(String word) {
        this.word = word;
        length = word.length();
        countKeep = new int[LETTERS];
        for (int i = 0; i < length; i++) {
            char letter = Character.toUpperCase(word.charAt(i));
            if (letter >= 'A' && letter <= 'Z') {
                countKeep[letter - 'A']++;
                score += LetterValues.value(letter);
            }
        }
    }

    /** The letters with these counts, A first. */
    public Word(int[] counts) {
        this(spelled(counts));
    }

    /** A deep copy. */
    Word(Word other) {
        word = other.word;
        length = other.length;
        countKeep = other.countKeep.clone();
        score = other.score;
    }

    /** Whether the other word can be made of this one's letters. */
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
