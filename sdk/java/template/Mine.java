// A player of the Letter Game: pays for letters that improve its best word. Change `bid` to make it yours.
import lettergame.LetterValues;
import lettergame.Player;
import lettergame.Run;
import lettergame.View;

public class Mine extends Player {
    // A word of seven letters earns a bonus of 50 points. Until there is one, every letter may
    // bring it closer: that chance is worth this many points.
    private static final int HOPE = 7;

    @Override
    public int bid(View view) {
        String best = bestWord(view.letters());
        String better = bestWord(view.letters() + view.letter());
        int gain = points(better) - points(best);
        int hope = best.length() < 7 ? HOPE : 0;
        // Half of the gain, as other letters may bring it too; and never all points at once, as
        // later rounds need some.
        return Math.min(Math.max(gain / 2, hope), view.points() / 4);
    }

    private static int points(String word) {
        int sum = word.length() == 7 ? 50 : 0;
        for (char letter : word.toCharArray()) {
            sum += LetterValues.value(letter);
        }
        return sum;
    }

    public static void main(String[] args) {
        Run.play("mine", Mine::new);
    }
}
