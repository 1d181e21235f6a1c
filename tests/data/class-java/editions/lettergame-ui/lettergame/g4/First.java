// A player of the first simulator.
package lettergame.g4;

import java.util.ArrayList;
import lettergame.ui.Letter;
import lettergame.ui.LetterGameValues;
import lettergame.ui.Player;
import lettergame.ui.PlayerBids;
import lettergame.ui.SecretState;

public class First extends Player {
    private SecretState state;

    public void newGame(int id, int rounds, int players) {
        myID = id;
        logger.info("game of " + players);
        if (wordlist.size() != 270853 || !wordlist.contains("QUARTZ")) {
            throw new IllegalStateException("words " + wordlist.size());
        }
        if (!new java.io.File("textFiles/dictionary.txt").isFile()) {
            throw new IllegalStateException("no dictionary");
        }
    }

    public void newRound(SecretState secretState, int round) {
        state = secretState;
        currentLetters.clear();
        for (Letter letter : state.getSecretLetters()) {
            currentLetters.add(letter.getCharacter());
        }
    }

    public int getBid(Letter letter, ArrayList<PlayerBids> history, ArrayList<String> names, SecretState secretState) {
        if (currentLetters.size() >= 7) {
            throw new IllegalStateException("asked with seven letters");
        }
        return LetterGameValues.letterScore(letter.getCharacter());
    }

    public void bidResult(boolean won, Letter letter, PlayerBids bids) {
        if (won) {
            currentLetters.add(letter.getCharacter());
        }
    }

    public String getWord() {
        System.out.println("first: " + currentLetters.size() + " letters");
        String best = "";
        for (String word : wordlist) {
            if (LetterGameValues.getWordScore(word) > LetterGameValues.getWordScore(best) && made(word)) {
                best = word;
            }
        }
        return best;
    }

    private boolean made(String word) {
        ArrayList<Character> rest = new ArrayList<Character>(currentLetters);
        for (char letter : word.toCharArray()) {
            if (!rest.remove((Character) letter)) {
                return false;
            }
        }
        return true;
    }

    public void updateScores(ArrayList<Integer> scores) {
        if (scores.get(myID) != state.getScore()) {
            throw new IllegalStateException("scores " + scores);
        }
    }
}
