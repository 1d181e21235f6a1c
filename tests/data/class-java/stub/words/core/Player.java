package words.core;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;

public abstract class Player {
    protected Word[] wordlist;
    protected Logger logger;
    protected int myID, numPlayers;
    protected List<Character> myLetters;
    protected List<List<Character>> playerLetters;
    protected List<Integer> scores;

    public Player() {
        throw new AssertionError();
    }

    public void startNewGame(int playerId, int numberOfPlayers) {
        throw new AssertionError();
    }

    protected void initializeWordlist() {
        throw new AssertionError();
    }

    public void startNewRound(SecretState secretState) {
        throw new AssertionError();
    }

    public abstract int bid(Letter letter, List<PlayerBids> history, int totalRounds, ArrayList<String> players, SecretState state, int playerId);

    public void bidResult(PlayerBids bids) {
        throw new AssertionError();
    }

    public String returnWord() {
        throw new AssertionError();
    }

    public void updateScores(ArrayList<Integer> scores) {
        throw new AssertionError();
    }
}
