// A player of the 2009 edition, with the long form of Bid.
package seven.g3;

import java.util.ArrayList;
import seven.ui.Letter;
import seven.ui.Player;
import seven.ui.PlayerBids;
import seven.ui.SecretState;

public class Long implements Player {
    private int id;
    private SecretState state;

    public void Register() {
    }

    public int Bid(Letter letter, ArrayList<PlayerBids> history, int rounds, ArrayList<String> names, SecretState secretState, int id) {
        this.id = id;
        state = secretState;
        if (!names.get(id).equals("seven.g3.Long") || secretState.getScore() < 0) {
            throw new IllegalStateException("told " + names);
        }
        return letter.getValue();
    }

    public String returnWord() {
        System.out.println("long: seat " + id + ", " + state.getSecretLetters().size() + " hidden");
        return "";
    }
}
