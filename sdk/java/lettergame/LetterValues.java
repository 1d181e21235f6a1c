// The values of letters and the bonus, and the number of letters of each kind in the bag.
package lettergame;

/** The values and counts of the 98 letters and the bonus: as published, until the hello message sets them. */
public final class LetterValues {
    private static final int[] VALUES =
        {1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10};
    private static final int[] COUNTS =
        {9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1};

    private static int bonus = 50;

    private LetterValues() {
    }

    /** Takes the values in the hello message. */
    static void take(Json scoring) {
        for (char letter = 'A'; letter <= 'Z'; letter++) {
            String name = String.valueOf(letter);
            VALUES[letter - 'A'] = scoring.get("values").get(name).integer();
            COUNTS[letter - 'A'] = scoring.get("counts").get(name).integer();
        }
        bonus = scoring.get("bonus").integer();
    }

    /** The bonus for a long word. */
    public static int bonus() {
        return bonus;
    }

    /** The value of a letter A to Z in either case; 0 for anything else. */
    public static int value(char letter) {
        return of(VALUES, letter);
    }

    /** How often a letter is in the bag. */
    public static int count(char letter) {
        return of(COUNTS, letter);
    }

    private static int of(int[] table, char letter) {
        int index = (letter >= 'a' ? letter - 'a' : letter - 'A');
        return index >= 0 && index < 26 ? table[index] : 0;
    }
}
