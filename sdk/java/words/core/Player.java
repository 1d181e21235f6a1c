// The base class of players written for the class simulator.
package words.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;

/** A player as the class simulator knows it. */
public abstract class Player {
    /** All words of files/wordlist.txt. */
    protected Word[] wordlist;
    protected Logger logger = Logger.getLogger(GameController.class.getName());
    /** This player's seat, from 0. */
    protected int myID;
    /** All letters held in this round, hidden ones too. */
    protected List<Character> myLetters = new ArrayList<>();
    /** The letters each player won in this round. */
    protected List<List<Character>> playerLetters = new ArrayList<>();
    protected int numPlayers;
    /** All players' points as of the end of the last round. */
    protected List<Integer> scores = new ArrayList<>();

    /** Called once at the start of a game. */
    public void startNewGame(int playerID, int numPlayers) {
        myID = playerID;
        this.numPlayers = numPlayers;
        initializeWordlist();
    }

    /** Fills {@link #wordlist}. */
    protected void initializeWordlist() {
        try {
            wordlist = WordFile.words().clone();
        } catch (IOException unreadable) {
            throw new IllegalStateException("cannot read files/wordlist.txt", unreadable);
        }
    }

    /** Called at the start of each round. */
    public void startNewRound(SecretState secretstate) {
        myLetters = new ArrayList<>();
        for (Letter letter : secretstate.getSecretLetters()) {
            myLetters.add(letter.getCharacter());
        }
        playerLetters = new ArrayList<>();
        for (int seat = 0; seat < numPlayers; seat++) {
            playerLetters.add(new ArrayList<>());
        }
    }

    /** What to bid for this letter. */
    public abstract int bid(
            Letter bidLetter,
            List<PlayerBids> playerBidList,
            ArrayList<String> playerList,
            SecretState secretstate);

    /** Called after each auction. */
    public void bidResult(boolean won, Letter letter, PlayerBids bids) {
        if (won) {
            myLetters.add(letter.getCharacter());
        }
        int winner = bids.getWinnerID();
        if (winner >= 0 && winner < playerLetters.size()) {
            playerLetters.get(winner).add(letter.getCharacter());
        }
    }

    /** The word to play: the highest sum of letters, the first in the list among equals. */
    public String returnWord() {
        StringBuilder letters = new StringBuilder();
        for (Character letter : myLetters) {
            letters.append(letter.charValue());
        }
        return WordFile.best(wordlist, new Word(letters.toString()));
    }

    /** Called after each round. */
    public void updateScores(List<Integer> scores) {
        this.scores = scores;
    }
}
