// Runs a player of the first simulator of the Letter Game at a table of ours.
package lettergame.ui;

import java.util.ArrayList;
import lettergame.View;
import words.Auction;
import words.SimulatorSeat;

/** One game of a class player. */
public final class ClassSeat extends SimulatorSeat {
    private final ArrayList<PlayerBids> past = new ArrayList<>();
    private SecretState secret;
    private Player player;

    public ClassSeat(Class<?> playerClass) {
        super(playerClass);
    }

    @Override
    protected void startGame(View view) {
        secret = new SecretState(view.points());
        player = (Player) newPlayer();
        player.newGame(seat(), view.rounds(), seats());
    }

    @Override
    protected void startRound(int round) {
        player.newRound(secret, round - 1);
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
        return player.getBid(Letter.of(letter), past, names(), secret);
    }

    @Override
    protected String askWord() {
        return player.getWord();
    }

    @Override
    protected void hearAuction(Auction auction) {
        Letter letter = Letter.of(auction.letter());
        PlayerBids bids = new PlayerBids(letter);
        bids.setBids(auction.bids());
        if (auction.isSold()) {
            bids.setWinner(auction.winner(), names().get(auction.winner()), auction.price());
        }
        past.add(bids);
        player.bidResult(auction.isSold() && auction.winner() == seat(), letter, bids);
    }

    @Override
    protected void hearScores(ArrayList<Integer> scores) {
        player.updateScores(scores);
    }
}
