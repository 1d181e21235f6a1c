// A class player that writes to the loggers.
package words.g2;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import words.core.GameEngine;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Group2Player extends Player {
    private static final Logger LOG = Logger.getLogger(GameEngine.class.getName());

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        logger.info("player " + myID + " of " + numPlayers + " bids on " + bidLetter.getCharacter());
        LOG.log(Level.WARNING, "scores {0}", scores);
        return 3;
    }

    @Override
    public void bidResult(PlayerBids bids) {
        super.bidResult(bids);
        logger.fine("won by " + bids.getWinnerID() + " for " + bids.getWinAmount());
    }
}
