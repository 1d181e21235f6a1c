// A letter with its value, as class players know it.
package seven.ui;

import lettergame.LetterValues;

/** A letter on sale or hidden. Letters are compared by identity: no two are equal. */
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
