// A class player that prints everything it thinks, from the start.
package words.g1;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.OrganismsGame;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;
import words.core.ScrabbleValues;

public class Group1Player extends Player {
    static {
        System.out.println("Group 1 is loaded");
    }

    private SecretState state;

    @Override
    public void startNewRound(SecretState secretstate) {
        super.startNewRound(secretstate);
        state = secretstate;
        System.out.println("{\"t\":\"act\",\"q\":1,\"move\":{\"bid\":99}}");
    }

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        OrganismsGame.println("now on sale: " + bidLetter.getCharacter() + " for " + bidLetter.getValue());
        System.err.println("my letters " + myLetters + ", score " + state.getScore() + ", past bids " + playerBidList.size());
        for (PlayerBids past : playerBidList) {
            System.out.print(past.getTargetLetter().getCharacter() + ":" + past.getBidValues() + " " + past.getWonBy() + " ");
        }
        System.out.println();
        return Math.min(ScrabbleValues.getLetterFrequency(bidLetter.getCharacter()), state.getScore());
    }
}
