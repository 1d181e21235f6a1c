// A class player that keeps a diary in the working directory.
package words.g5;

import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Group5Player extends Player {

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        try {
            PrintWriter out = new PrintWriter(new FileWriter("diary.txt", true));
            out.println(bidLetter.getCharacter() + " " + secretstate.getScore());
            out.close();
        } catch (IOException e) {
            throw new RuntimeException(e);
        }
        return 2;
    }
}
