// The values and counts of letters, for class players.
package seven.ui;

import lettergame.LetterValues;

/** Static questions about letters and words. */
public final class ScrabbleValues {
    private static final int BONUS_LENGTH = 7;

    private ScrabbleValues() {
    }

    /** The value of a letter. */
    public static int letterScore(Character letter) {
        return LetterValues.value(letter);
    }

    /** How many of a letter are in the bag of each round. */
    public static int getLetterFrequency(Character letter) {
        return LetterValues.count(letter);
    }

    /** The sum of the letters' values, plus 50 for seven or more letters. */
    public static int getWordScore(String word) {
        int score = word.length() >= BONUS_LENGTH ? LetterValues.bonus() : 0;
        for (int i = 0; i < word.length(); i++) {
            score += LetterValues.value(word.charAt(i));
        }
        return score;
    }
}
