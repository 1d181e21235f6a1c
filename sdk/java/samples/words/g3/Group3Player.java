// A class player that keeps static state and trusts it to be new in each game, and the same objects to come back.
package words.g3;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Group3Player extends Player {
    private static int games = 0;
    private static int bids = 0;
    private static List<Letter> seen = new ArrayList<Letter>();
    private Opponents opponents;
    private SecretState state;
    private Letter current;
    private int rounds = 0;

    @Override
    public void startNewGame(int playerID, int numPlayers) {
        super.startNewGame(playerID, numPlayers);
        games++;
        opponents = new Opponents(numPlayers);
    }

    @Override
    public void startNewRound(SecretState secretstate) {
        super.startNewRound(secretstate);
        state = secretstate;
        rounds++;
    }

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, ArrayList<String> playerList, SecretState secretstate) {
        if (games != 1 || bids != playerBidList.size() || state != secretstate || playerList.size() != numPlayers) {
            throw new IllegalStateException("games " + games + ", bids " + bids + ", list " + playerBidList.size());
        }
        for (int i = 0; i < seen.size(); i++) {
            if (playerBidList.get(i).getTargetLetter() != seen.get(i)) {
                throw new IllegalStateException("another letter at " + i);
            }
        }
        bids++;
        current = bidLetter;
        return opponents.usualBid(playerBidList) + 1;
    }

    @Override
    public void bidResult(boolean won, Letter letter, PlayerBids result) {
        super.bidResult(won, letter, result);
        if (letter != current || result.getTargetLetter() != letter || won != (result.getWinnerID() == myID)) {
            throw new IllegalStateException("not the letter that was on sale");
        }
        seen.add(letter);
    }

    @Override
    public String returnWord() {
        int held = myLetters.size();
        if (held != state.getTotalLetters() || playerLetters.get(myID).size() + state.getSecretLetters().size() != held) {
            throw new IllegalStateException("letters " + myLetters);
        }
        return super.returnWord();
    }

    @Override
    public void updateScores(List<Integer> scores) {
        super.updateScores(scores);
        if (scores.get(myID) != state.getScore()) {
            throw new IllegalStateException("scores " + scores + ", mine " + state.getScore());
        }
    }

    private static class Opponents {
        private final int players;

        Opponents(int players) {
            this.players = players;
        }

        int usualBid(List<PlayerBids> past) {
            return past.stream().mapToInt(b -> b.getWinAmount()).sum() / Math.max(1, past.size() * players);
        }
    }
}
