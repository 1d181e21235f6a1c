// The bids of all players for one letter.
package seven.ui;

import java.util.ArrayList;

/** The outcome of one auction. A seat that did not bid is listed with 0. */
public class PlayerBids {
    private final Letter targetLetter;
    private ArrayList<Integer> bidValues = new ArrayList<>();
    private int winnerID = -1;
    private String wonBy = "";
    private int winAmount;

    /** An auction for this letter, without bids yet. */
    public PlayerBids(Letter targetLetter) {
        this.targetLetter = targetLetter;
    }

    public Letter getTargetLetter() {
        return targetLetter;
    }

    /** The bids by seat. */
    public ArrayList<Integer> getBidValues() {
        return bidValues;
    }

    /** The winner's seat, -1 if there is none. */
    public int getWinnerID() {
        return winnerID;
    }

    /** The winner's name in the list of players, "" if there is none. */
    public String getWonBy() {
        return wonBy;
    }

    /** The price the winner paid. */
    public int getWinAmount() {
        return winAmount;
    }

    void setBids(ArrayList<Integer> bids) {
        bidValues = bids;
    }

    void setWinner(int seat, String name, int price) {
        winnerID = seat;
        wonBy = name;
        winAmount = price;
    }
}
