// A class player that keeps static state, and relies on it being fresh in each game and on getting
// the same objects again.
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
    private static List<PlayerBids> seen = new ArrayList<PlayerBids>();
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
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        if (games != 1 || bids != playerBidList.size() || state != secretstate || playerList.size() != numPlayers) {
            throw new IllegalStateException("games " + games + ", bids " + bids + ", list " + playerBidList.size());
        }
        for (int i = 0; i < seen.size(); i++) {
            if (playerBidList.get(i) != seen.get(i)) {
                throw new IllegalStateException("another auction at " + i);
            }
        }
        bids++;
        current = bidLetter;
        return opponents.usualBid(playerBidList) + 1;
    }

    @Override
    public void bidResult(PlayerBids result) {
        super.bidResult(result);
        if (result.getTargetLetter() == current || !result.getTargetLetter().getCharacter().equals(current.getCharacter())) {
            throw new IllegalStateException("not a letter like the one that was on sale");
        }
        seen.add(result);
    }

    @Override
    public String returnWord() {
        int held = myLetters.size();
        if (playerLetters.get(myID).size() + state.getSecretLetters().size() != held) {
            throw new IllegalStateException("letters " + myLetters);
        }
        return super.returnWord();
    }

    @Override
    public void updateScores(ArrayList<Integer> scores) {
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
