package words.core;

import java.util.ArrayList;

public class SecretState {
    public SecretState(int score) {
        throw new AssertionError();
    }

    public ArrayList<Letter> getSecretLetters() {
        throw new AssertionError();
    }

    public int getScore() {
        throw new AssertionError();
    }

    public int getTotalLetters() {
        throw new AssertionError();
    }
}
