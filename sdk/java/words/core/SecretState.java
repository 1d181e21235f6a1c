// What only the player itself knows.
package words.core;

import java.util.ArrayList;

/** The player's own state: one object for a game, which changes while the game goes on. */
public class SecretState {
    private final ArrayList<Letter> secretLetters = new ArrayList<>();
    private int score;

    /** A state with this score and no letters. */
    public SecretState(int score) {
        this.score = score;
    }

    /** The hidden letters of this round. */
    public ArrayList<Letter> getSecretLetters() {
        return secretLetters;
    }

    /** The player's points now. */
    public int getScore() {
        return score;
    }

    /** Always 0: the class simulator never counts here. */
    public int getTotalLetters() {
        return 0;
    }

    void setHidden(String letters) {
        secretLetters.clear();
        for (int i = 0; i < letters.length(); i++) {
            secretLetters.add(ClassSeat.letter(letters.charAt(i)));
        }
    }

    void setScore(int points) {
        score = points;
    }
}
