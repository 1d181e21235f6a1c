// The base class of players of the first simulator of the Letter Game.
package lettergame.ui;

import java.io.IOException;
import java.util.ArrayList;
import java.util.logging.Logger;

/** A player with the interface of that simulator. */
public abstract class Player {
    protected Logger logger = Logger.getLogger(GameEngine.class.getName());
    /** The letters of this round; the player itself adds them. */
    protected ArrayList<Character> currentLetters = new ArrayList<>();
    /** This player's seat, from 0. */
    protected int myID;
    /** All words of textFiles/dictionary.txt. */
    protected ArrayList<String> wordlist;

    public Player() {
        try {
            wordlist = Dictionary.words();
        } catch (IOException unreadable) {
            throw new IllegalStateException("cannot read textFiles/dictionary.txt", unreadable);
        }
    }

    /** Called once, right after the constructor. */
    public abstract void newGame(int id, int numberOfRounds, int numberOfPlayers);

    /** Called at the start of each round, which counts from 0. */
    public abstract void newRound(SecretState secretState, int currentRound);

    /** The bid for this letter; not called while the player holds seven letters. */
    public abstract int getBid(
        Letter bidLetter,
        ArrayList<PlayerBids> playerBidList,
        ArrayList<String> playerList,
        SecretState secretState);

    /** Called after each auction. */
    public abstract void bidResult(boolean won, Letter letter, PlayerBids bids);

    /** The word to play. */
    public abstract String getWord();

    /** Called after each round. */
    public abstract void updateScores(ArrayList<Integer> scores);
}
