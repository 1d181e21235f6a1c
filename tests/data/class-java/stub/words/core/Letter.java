package words.core;

public class Letter implements Cloneable {
    public Letter(Character character, int value) {
        throw new AssertionError();
    }

    public Character getCharacter() {
        throw new AssertionError();
    }

    public int getValue() {
        throw new AssertionError();
    }

    protected Object clone() {
        throw new AssertionError();
    }
}
