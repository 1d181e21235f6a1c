package words.core;

import java.util.ArrayList;

public class PlayerBids {
    public PlayerBids(Letter letter) {
        throw new AssertionError();
    }

    public ArrayList<Integer> getBidValues() {
        throw new AssertionError();
    }

    public Letter getTargetLetter() {
        throw new AssertionError();
    }

    public String getWonBy() {
        throw new AssertionError();
    }

    public int getWinAmount() {
        throw new AssertionError();
    }

    public int getWinnerID() {
        throw new AssertionError();
    }
}
