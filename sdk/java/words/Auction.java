// The sale of one letter, as announced to class players.
package words;

import java.util.ArrayList;
import lettergame.Json;

/** An announced auction. */
public final class Auction {
    private final Json event;

    Auction(Json event) {
        this.event = event;
    }

    int round() {
        return event.get("round").integer();
    }

    /** The letter that was on sale. */
    public char letter() {
        return event.get("letter").text().charAt(0);
    }

    /** A new list of the bids by seat; a seat that did not bid is listed with 0. */
    public ArrayList<Integer> bids() {
        ArrayList<Integer> bids = new ArrayList<>();
        for (Json bid : event.get("bids")) {
            bids.add(bid.isNull() ? 0 : bid.integer());
        }
        return bids;
    }

    /** Whether the letter was sold. */
    public boolean isSold() {
        return event.get("winner").isNumber();
    }

    /** The winner's seat. */
    public int winner() {
        return event.get("winner").integer();
    }

    /** The price the winner paid. */
    public int price() {
        return event.get("price").integer();
    }
}
