// Runs a player of the newest class simulator at a table of ours.
package words.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lettergame.LetterValues;
import lettergame.View;
import words.Auction;
import words.SimulatorSeat;

/** One game of a class player. */
public final class ClassSeat extends SimulatorSeat {
    private final List<PlayerBids> past = new ArrayList<>();
    private final List<PlayerBids> pastToRead = Collections.unmodifiableList(past);
    private SecretState secret;
    private Player player;

    public ClassSeat(Class<?> playerClass) {
        super(playerClass);
    }

    @Override
    protected void startGame(View view) {
        secret = new SecretState(view.points());
        player = (Player) newPlayer();
        player.startNewGame(seat(), seats());
    }

    @Override
    protected void startRound(int round) {
        player.startNewRound(secret);
    }

    @Override
    protected void setHidden(String letters) {
        secret.setHidden(letters);
    }

    @Override
    protected void setScore(int points) {
        secret.setScore(points);
    }

    @Override
    protected int askBid(char letter, int rounds) {
        return player.bid(letter(letter), pastToRead, rounds, names(), secret, seat());
    }

    @Override
    protected String askWord() {
        return player.returnWord();
    }

    @Override
    protected void hearAuction(Auction auction) {
        PlayerBids bids = new PlayerBids(letter(auction.letter()));
        bids.setBids(auction.bids());
        if (auction.isSold()) {
            bids.setWinner(auction.winner(), names().get(auction.winner()), auction.price());
        }
        past.add(bids);
        player.bidResult(bids);
    }

    @Override
    protected void hearScores(ArrayList<Integer> scores) {
        player.updateScores(scores);
    }

    static Letter letter(char character) {
        return new Letter(character, LetterValues.value(character));
    }
}
