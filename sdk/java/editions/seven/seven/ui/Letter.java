// A letter with its value, as class players know it.
package seven.ui;

import lettergame.LetterValues;

/** One letter on sale or hidden. Two letters are never equal: each one is an object of its own. */
public class Letter implements Cloneable {
    private final Character character;
    private final int value;

    public Letter(Character character, int value) {
        this.character = character;
        this.value = value;
    }

    public Character getCharacter() {
        return character;
    }

    public int getValue() {
        return value;
    }

    static Letter of(char character) {
        return new Letter(character, LetterValues.value(character));
    }

    @Override
    protected Object clone() {
        try {
            return super.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
