// A player of the 2012 edition.
package seven.g1;

import java.util.ArrayList;
import seven.ui.Letter;
import seven.ui.Player;
import seven.ui.PlayerBids;
import seven.ui.SecretState;

public class Plain implements Player {
    private int id, rounds, players, round = -1, results = 0;
    private ArrayList<Character> letters = new ArrayList<Character>();
    private ArrayList<Integer> scores;
    private SecretState state;

    public void newGame(int id, int rounds, int players) {
        this.id = id;
        this.rounds = rounds;
        this.players = players;
        must(rounds == 3 || rounds == 2, "rounds " + rounds);
    }

    public void newRound(SecretState secretState, int current) {
        must(current == ++round && (state == null || state == secretState), "round " + current);
        state = secretState;
        letters.clear();
        for (Letter letter : secretState.getSecretLetters()) {
            letters.add(letter.getCharacter());
        }
    }

    public int getBid(Letter letter, ArrayList<PlayerBids> history, ArrayList<String> names, SecretState secretState) {
        must(history.size() == results && names.get(id).equals("seven.g1.Plain") && names.size() == players, "told");
        return letter.getValue();
    }

    public void bidResult(boolean won, Letter letter, PlayerBids bids) {
        must(won == (bids.getWinnerID() == id) && bids.getBidValues().size() == players, "a result");
        results++;
        if (won) {
            letters.add(letter.getCharacter());
        }
    }

    public String getWord() {
        System.out.println("plain: round " + round + " of " + rounds + ", " + results + " results, " + scores);
        return letters.contains('A') && letters.contains('T') ? "AT" : "";
    }

    public void updateScores(ArrayList<Integer> scores) {
        must(scores.get(id) == state.getScore(), "scores");
        this.scores = scores;
    }

    private static void must(boolean fact, String text) {
        if (!fact) {
            throw new IllegalStateException(text);
        }
    }
}
