// A faulty class player: its fifth bid throws an exception.
package words.g6;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Group6Player extends Player {
    private int[] plan = {1, 2, 3, 4};
    private int next = 0;

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        return plan[next++];
    }
}
