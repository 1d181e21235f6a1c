// A class player: bids the letter's value and leaves the rest to the base class.
package words.g0;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class LetterValuePlayer extends Player {

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        return bidLetter.getValue();
    }
}
