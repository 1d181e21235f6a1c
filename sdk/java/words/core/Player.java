// The base class of players written for the class simulator.
package words.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;

/** A player for the class simulator. */
public abstract class Player {
    /** All words of files/wordlist.txt. */
    protected Word[] wordlist;
    protected Logger logger = Logger.getLogger(GameController.class.getName());
    /** This player's seat, from 0. */
    protected int myID;
    /** The same, as the handout calls it. */
    protected int myId;
    protected int numPlayers;
    /** All letters held in this round, hidden ones too. */
    protected List<Character> myLetters = new ArrayList<>();
    /** The letters each player won in this round. */
    protected List<List<Character>> playerLetters = new ArrayList<>();
    /** All players' points after the previous round; null in the first. */
    protected List<Integer> scores;

    public Player() {
    }

    /** Called once, right after the constructor. */
    public void startNewGame(int playerId, int numberOfPlayers) {
        myID = playerId;
        myId = playerId;
        numPlayers = numberOfPlayers;
        initializeWordlist();
    }

    /** Fills {@link #wordlist}. */
    protected void initializeWordlist() {
        try {
            wordlist = WordFile.copy();
        } catch (IOException unreadable) {
            throw new IllegalStateException("cannot read files/wordlist.txt", unreadable);
        }
    }

    /** Called at the start of each round. */
    public void startNewRound(SecretState secretState) {
        myLetters.clear();
        for (Letter letter : secretState.getSecretLetters()) {
            myLetters.add(letter.getCharacter());
        }
        playerLetters.clear();
        for (int seat = 0; seat < numPlayers; seat++) {
            playerLetters.add(new ArrayList<>());
        }
    }

    /** The bid for this letter. */
    public abstract int bid(
            Letter bidLetter,
            List<PlayerBids> playerBidList,
            int totalRounds,
            ArrayList<String> playerList,
            SecretState secretState,
            int playerId);

    /** Called after each auction. */
    public void bidResult(PlayerBids bids) {
        Character letter = bids.getTargetLetter().getCharacter();
        int winner = bids.getWinnerID();
        if (winner == myID) {
            myLetters.add(letter);
        }
        if (winner >= 0 && winner < playerLetters.size()) {
            playerLetters.get(winner).add(letter);
        }
    }

    /** The word to play: the one with the highest sum of letter values, the first in the list among equals. */
    public String returnWord() {
        StringBuilder letters = new StringBuilder();
        for (Character letter : myLetters) {
            letters.append(letter.charValue());
        }
        return WordFile.best(wordlist, new Word(letters.toString()));
    }

    /** Called after each round. */
    public void updateScores(ArrayList<Integer> scores) {
        this.scores = scores;
    }
}
