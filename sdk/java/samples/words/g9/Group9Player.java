// A faulty class player: its twentieth bid never returns.
package words.g9;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Group9Player extends Player {
    private int bids = 0;

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        bids++;
        while (bids >= 20) {
            bids = Math.max(bids, 20);
        }
        return 1;
    }
}
