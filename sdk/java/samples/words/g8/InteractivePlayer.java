// A class player that asks a person in a window.
package words.g8;

import java.util.ArrayList;
import java.util.List;
import javax.swing.JOptionPane;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class InteractivePlayer extends Player {

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        String answer = JOptionPane.showInputDialog("Your bid for " + bidLetter.getCharacter() + "?");
        return Integer.parseInt(answer);
    }
}
