// What players of the class simulator of 2009 implement.
package seven.ui;

import java.util.ArrayList;

/** A player as the class simulator of 2009 knows it. It has one of the two forms of {@code Bid}. */
public interface Player {
    /** Called once, right after the constructor. */
    void Register();

    /** What to bid for this letter. */
    default int Bid(Letter bidLetter, ArrayList<PlayerBids> playerBidList, int totalRounds) {
        throw new UnsupportedOperationException("the player has no method Bid");
    }

    /** The same, of players that want to know more. */
    default int Bid(
            Letter bidLetter,
            ArrayList<PlayerBids> playerBidList,
            int totalRounds,
            ArrayList<String> playerList,
            SecretState secretState,
            int playerId) {
        return Bid(bidLetter, playerBidList, totalRounds);
    }

    /** The word to play. */
    String returnWord();
}
