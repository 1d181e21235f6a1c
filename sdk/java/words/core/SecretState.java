// What only the player itself knows.
package words.core;

import java.util.ArrayList;

/** The player's own state. It is live: it changes while the game goes on. */
public class SecretState {
    private ArrayList<Letter> secretLetters = new ArrayList<>();
    private int score;
    private int totalLetters;

    SecretState() {
    }

    /** The hidden letters of this round. */
    public ArrayList<Letter> getSecretLetters() {
        return secretLetters;
    }

    /** The player's points now. */
    public int getScore() {
        return score;
    }

    /** How many letters the player holds now, hidden ones included. */
    public int getTotalLetters() {
        return totalLetters;
    }

    void startRound(ArrayList<Letter> hidden) {
        secretLetters = hidden;
        totalLetters = hidden.size();
    }

    void setScore(int points) {
        score = points;
    }

    void win(int price) {
        score -= price;
        totalLetters++;
    }
}
