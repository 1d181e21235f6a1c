// A faulty class player: it exits the program after losing three letters.
package words.g7;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Group7Player extends Player {
    private int lost = 0;

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        if (lost >= 3) {
            System.exit(1);
        }
        return 1;
    }

    @Override
    public void bidResult(PlayerBids bids) {
        super.bidResult(bids);
        if (bids.getWinnerID() != myId) {
            lost++;
        }
    }
}
