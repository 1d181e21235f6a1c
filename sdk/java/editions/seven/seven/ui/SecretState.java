// A player's private state.
package seven.ui;

import java.util.ArrayList;

/** The player's own state: one object per game, which changes during the game. */
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

    /** The player's current points. */
    public int getScore() {
        return score;
    }

    /** Always 0: the class simulator never counts them. */
    public int getTotalLetters() {
        return 0;
    }

    void setHidden(String letters) {
        secretLetters.clear();
        for (int i = 0; i < letters.length(); i++) {
            secretLetters.add(Letter.of(letters.charAt(i)));
        }
    }

    void setScore(int points) {
        score = points;
    }
}
