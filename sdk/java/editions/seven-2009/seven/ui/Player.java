// The interface of players of the 2009 class simulator.
package seven.ui;

import java.util.ArrayList;

/** A player for the 2009 class simulator. It implements one of the two forms of {@code Bid}. */
public interface Player {
    /** Called once, right after the constructor. */
    void Register();

    /** The bid for this letter. */
    default int Bid(Letter bidLetter, ArrayList<PlayerBids> playerBidList, int totalRounds) {
        throw new UnsupportedOperationException("the player has no method Bid");
    }

    /** The same, for players that want more information. */
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
