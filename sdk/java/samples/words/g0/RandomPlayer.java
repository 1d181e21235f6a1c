// A class player: random bids up to an eighth of its score.
package words.g0;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class RandomPlayer extends Player {
    private Random rand = new Random();

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        int most = secretstate.getScore() / 8;
        return most <= 0 ? 0 : rand.nextInt(most + 1);
    }
}
