// A class player that overrides everything, calls the base class each time, and records the
// callers.
package words.t2;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Inheritor extends Player {
    private SecretState state;
    private String dealt;

    public Inheritor() {
        System.out.println("call constructor");
    }

    @Override
    public void startNewGame(int playerId, int numberOfPlayers) {
        System.out.println("call startNewGame " + playerId + " " + numberOfPlayers);
        super.startNewGame(playerId, numberOfPlayers);
        must(myID == playerId && numPlayers == numberOfPlayers && wordlist != null, "the game");
    }

    @Override
    protected void initializeWordlist() {
        System.out.println("call initializeWordlist");
        super.initializeWordlist();
    }

    @Override
    public void startNewRound(SecretState secretState) {
        state = secretState;
        System.out.println("call startNewRound");
        must(dealt == null || dealt.equals(hidden()), "the hidden letters were dealt before the scores");
        super.startNewRound(secretState);
        must(myLetters.size() == state.getSecretLetters().size(), "hidden letters");
        must(playerLetters.size() == numPlayers && playerLetters.get(0).isEmpty(), "letters of all");
    }

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerId) {
        System.out.println("call bid");
        return bidLetter.getValue() / 2;
    }

    @Override
    public void bidResult(PlayerBids bids) {
        int mine = myLetters.size(), theirs = playerLetters.get(bids.getWinnerID()).size();
        super.bidResult(bids);
        System.out.println("call bidResult");
        must(playerLetters.get(bids.getWinnerID()).size() == theirs + 1, "the winner's letters");
        must(myLetters.size() == mine + (bids.getWinnerID() == myID ? 1 : 0), "my letters");
    }

    @Override
    public String returnWord() {
        System.out.println("call returnWord");
        return super.returnWord();
    }

    @Override
    public void updateScores(ArrayList<Integer> newScores) {
        System.out.println("call updateScores");
        super.updateScores(newScores);
        must(scores == newScores && scores.get(myID) == state.getScore(), "scores");
        dealt = hidden();
    }

    private String hidden() {
        String text = "";
        for (Letter letter : state.getSecretLetters()) {
            text += letter.getCharacter();
        }
        return text;
    }

    private static void must(boolean fact, String text) {
        if (!fact) {
            throw new IllegalStateException(text);
        }
    }
}
