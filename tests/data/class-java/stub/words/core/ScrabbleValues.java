package words.core;

public final class ScrabbleValues {
    private ScrabbleValues() {
    }

    public static int getWordScore(String word) {
        throw new AssertionError();
    }

    public static int letterScore(Character letter) {
        throw new AssertionError();
    }

    public static int getLetterFrequency(Character letter) {
        throw new AssertionError();
    }
}
