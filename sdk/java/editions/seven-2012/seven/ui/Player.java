// The interface of players of the 2012 class simulator.
package seven.ui;

import java.util.ArrayList;

/** A player for the 2012 class simulator. */
public interface Player {
    /** Called once, right after the constructor. */
    void newGame(int id, int numberOfRounds, int numberOfPlayers);

    /** Called at the start of each round, which counts from 0. */
    void newRound(SecretState secretState, int currentRound);

    /** The bid for this letter. */
    int getBid(
        Letter bidLetter,
        ArrayList<PlayerBids> playerBidList,
        ArrayList<String> playerList,
        SecretState secretState);

    /** Called after each auction. */
    void bidResult(boolean won, Letter letter, PlayerBids bids);

    /** The word to play. */
    String getWord();

    /** Called after each round. */
    void updateScores(ArrayList<Integer> scores);
}
