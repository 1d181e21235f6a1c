// What a player of the Letter Game sees when it is asked.
package lettergame;

/** The state of the Letter Game for one seat. Letters are upper case. */
public final class View {
    private final Json json;

    View(Json json) {
        this.json = json;
    }

    /** The round, from 1. */
    public int round() {
        return json.get("round").integer();
    }

    /** Rounds of the game. */
    public int rounds() {
        return json.get("rounds").integer();
    }

    /** This player's seat, from 0. */
    public int seat() {
        return json.get("seat").integer();
    }

    /** The letter on sale; not available when a word is asked for. */
    public char letter() {
        return json.get("letter").firstCharacter();
    }

    /** This player's points. */
    public int points() {
        return json.get("points").integer();
    }

    /** The points of a seat. */
    public int points(int seat) {
        return json.get("all_points").at(seat).integer();
    }

    /** This player's hidden letters. */
    public String hidden() {
        return letters(json.get("hidden"));
    }

    /** The letters this player won in this round. */
    public String won() {
        return letters(json.get("won"));
    }

    /** All letters of this player, hidden ones first. */
    public String letters() {
        return hidden().concat(won());
    }

    /** The letters a seat won in this round. */
    public String held(int seat) {
        return letters(json.get("held").at(seat));
    }

    /** Auctions still to come in this round, including this one. */
    public int auctionsLeft() {
        return json.get("auctions_left").integer();
    }

    /** Whether this seat is banned. */
    public boolean banned(int seat) {
        for (Json out : json.get("banned")) {
            if (out.integer() == seat) {
                return true;
            }
        }
        return false;
    }

    /** The view as received. */
    public Json json() {
        return json;
    }

    private static String letters(Json list) {
        StringBuilder letters = new StringBuilder();
        for (Json letter : list) {
            letters.append(letter.firstCharacter());
        }
        return letters.toString();
    }
}
