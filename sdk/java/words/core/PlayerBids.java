// What all players bid for one letter.
package words.core;

import java.util.ArrayList;

/** The outcome of one auction. A seat that did not bid stands with 0. */
public class PlayerBids {
    private final Letter targetLetter;
    private final ArrayList<Integer> bidValues;
    private final int winnerID;
    private final String wonBy;
    private final int winAmount;

    PlayerBids(
            Letter targetLetter, ArrayList<Integer> bidValues, int winnerID, String wonBy, int winAmount) {
        this.targetLetter = targetLetter;
        this.bidValues = bidValues;
        this.winnerID = winnerID;
        this.wonBy = wonBy;
        this.winAmount = winAmount;
    }

    public Letter getTargetLetter() {
        return targetLetter;
    }

    /** The bids by seat. */
    public ArrayList<Integer> getBidValues() {
        return bidValues;
    }

    /** The winner's seat, -1 if nobody won. */
    public int getWinnerID() {
        return winnerID;
    }

    /** The winner's name in the list of players, "" if nobody won. */
    public String getWonBy() {
        return wonBy;
    }

    /** What the winner paid. */
    public int getWinAmount() {
        return winAmount;
    }
}
