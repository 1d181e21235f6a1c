// A sample player: bids the letter's value and plays its best word.
import lettergame.LetterValues;
import lettergame.Player;
import lettergame.Run;
import lettergame.View;

public class LetterValue extends Player {
    @Override
    public int bid(View view) {
        return LetterValues.value(view.letter());
    }

    public static void main(String[] args) {
        Run.play("letter-value", LetterValue::new);
    }
}
