package words.core;

public class Word {
    public String word;
    public int length, score;
    public int[] countKeep;

    public Word(String word) {
        throw new AssertionError();
    }

    public Word(int[] counts) {
        throw new AssertionError();
    }

    public boolean contains(Word other) {
        throw new AssertionError();
    }
}
