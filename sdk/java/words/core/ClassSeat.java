// Plays a class player at a table of ours: turns asks and events into the calls of the class simulator.
package words.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lettergame.Json;
import lettergame.LetterValues;
import lettergame.View;

/** One game of a class player. */
public final class ClassSeat extends lettergame.Player {
    private final Class<? extends Player> playerClass;
    private final SecretState secret = new SecretState();
    private final List<PlayerBids> past = new ArrayList<>();
    private final List<PlayerBids> pastToRead = Collections.unmodifiableList(past);
    private final ArrayList<String> names = new ArrayList<>();
    private final List<Json> unheard = new ArrayList<>();
    private Player player;
    private Letter onSale;
    private int round;
    /** Did all calls so far return? After one that did not, the player's state is worth nothing. */
    private boolean sound;

    public ClassSeat(Class<? extends Player> playerClass) {
        this.playerClass = playerClass;
    }

    /** Reads what all games share. */
    public static void prepare() throws IOException {
        WordFile.words();
    }

    @Override
    public int bid(View view) {
        call(view);
        onSale = letter(view.letter());
        int bid = player.bid(onSale, pastToRead, names, secret);
        sound = true;
        return bid;
    }

    @Override
    public String word(View view) {
        call(view);
        String word = player.returnWord();
        sound = true;
        return word;
    }

    /** Events wait for the next ask: the hidden letters of a round come with its first view. */
    @Override
    public void event(Json event) {
        unheard.add(event);
    }

    @Override
    public void end(Json scores, String why) {
        if (sound) {
            hear(null);
        }
    }

    private void call(View view) {
        if (player == null) {
            begin(view);
        } else if (!sound) {
            throw new IllegalStateException("the player failed earlier in this game");
        }
        sound = false;
        hear(view);
        if (view.round() != round) {
            startRound(view);
        }
        secret.setScore(view.points());
    }

    private void begin(View view) {
        for (int seat = 0; seat < seats(); seat++) {
            names.add("Player".concat(String.valueOf(seat)));
        }
        secret.setScore(view.points());
        player = Instances.of(playerClass);
        for (int seat = 0; seat < seats(); seat++) {
            player.scores.add(view.points(seat));
        }
        player.startNewGame(seat(), seats());
    }

    private void startRound(View view) {
        ArrayList<Letter> hidden = new ArrayList<>();
        String letters = view.hidden();
        for (int i = 0; i < letters.length(); i++) {
            hidden.add(letter(letters.charAt(i)));
        }
        round = view.round();
        secret.startRound(hidden);
        player.startNewRound(secret);
    }

    private void hear(View view) {
        for (Json event : unheard) {
            Json type = event.get("type");
            if (type.is("auction")) {
                if (view != null && round != view.round() && event.get("round").integer() == view.round()) {
                    startRound(view);
                }
                hearAuction(event);
            } else if (type.is("round")) {
                hearRound(event);
            }
        }
        unheard.clear();
    }

    private void hearAuction(Json auction) {
        Letter sold = onSale == null ? letter(auction.get("letter").text().charAt(0)) : onSale;
        onSale = null;
        ArrayList<Integer> bids = new ArrayList<>();
        for (Json bid : auction.get("bids")) {
            bids.add(bid.isNull() ? 0 : bid.integer());
        }
        boolean isSold = auction.get("winner").isNumber();
        int winner = isSold ? auction.get("winner").integer() : -1;
        int price = isSold ? auction.get("price").integer() : 0;
        PlayerBids outcome = new PlayerBids(sold, bids, winner, isSold ? names.get(winner) : "", price);
        past.add(outcome);
        boolean won = winner == seat();
        if (won) {
            secret.win(price);
        }
        player.bidResult(won, sold, outcome);
    }

    private void hearRound(Json end) {
        List<Integer> points = new ArrayList<>();
        for (Json score : end.get("all_points")) {
            points.add(score.integer());
        }
        secret.setScore(points.get(seat()));
        player.updateScores(points);
    }

    private static Letter letter(char character) {
        return new Letter(character, LetterValues.value(character));
    }
}
