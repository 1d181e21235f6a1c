// A class player that does not call the inherited start methods, and leaves the rest to the base
// class.
package words.t1;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Logger;
import words.core.GameController;
import words.core.GameEngine;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.ScrabbleValues;
import words.core.SecretState;
import words.core.Word;

public class Witness extends Player {
    private static int games = 0;
    private static int bids = 0;
    private Logger own = Logger.getLogger(GameEngine.class.getName());
    private SecretState state;
    private Object letters = myLetters, allLetters = playerLetters;
    private List<PlayerBids> history;
    private ArrayList<String> names;
    private Letter last;
    private int paid = 0, before, rounds = 0, spent = 0;

    private static class Copy extends Letter {
        Copy() {
            super('H', 4);
        }

        Letter twin() {
            return (Letter) clone();
        }
    }

    static void must(boolean fact, String text) {
        if (!fact) {
            throw new IllegalStateException(text);
        }
    }

    public Witness() {
        must(myLetters.isEmpty() && playerLetters.isEmpty() && scores == null, "fields of a new player");
    }

    public void startNewGame(int playerId, int numberOfPlayers) {
        must(++games == 1, "static state of another game");
        this.myID = playerId;
        numPlayers = numberOfPlayers;
        must(wordlist == null, "a word list before it was asked for");
        initializeWordlist();
        must(wordlist.length > 1000, "words");
        must(new File("files/wordlist.txt").isFile() && new File("files/7letterWords.txt").isFile(), "files");
        values();
    }

    private void values() {
        must(ScrabbleValues.getWordScore("QUARTS") == 15, "a word of six");
        must(ScrabbleValues.getWordScore("QUARTZY") == 78, "a word of seven");
        must(ScrabbleValues.getWordScore("QUARTZES") == 76, "a word of eight");
        must(ScrabbleValues.letterScore('Q') == 10 && ScrabbleValues.getLetterFrequency('E') == 12, "letters");
        Word hand = new Word("TAC"), cat = new Word("CAT");
        must(hand.contains(cat) && !cat.contains(new Word("CATS")), "contains");
        must(cat.word.equals("CAT") && cat.length == 3 && cat.score == 5 && cat.countKeep[2] == 1, "a word");
        must(new Word(cat.countKeep).contains(hand) && new Word("QUARTZY").score == 28, "no 50 in a word");
        cat.score = 0;
        cat.length++;
        cat.word = null;
        cat.countKeep = new int[26];
        must(cat.contains(new Word("")) && !cat.contains(hand), "changed counts");
        Letter e = new Letter('E', 1);
        must(e.getCharacter() == 'E' && e.getValue() == 1 && !e.equals(new Letter('E', 1)), "a letter");
        Copy copy = new Copy();
        must(copy.twin() != copy && copy.twin().getValue() == 4, "a copy");
        must(new SecretState(7).getScore() == 7 && new SecretState(7).getSecretLetters().isEmpty(), "a state");
        must(new PlayerBids(e).getTargetLetter() == e && new PlayerBids(e).getBidValues().isEmpty(), "an auction");
        logger.info("values " + GameController.class.getName() + " " + own.getName());
    }

    public void startNewRound(SecretState secretState) {
        must(state == null || state == secretState, "another state");
        state = secretState;
        must(state.getTotalLetters() == 0, "total letters");
        myLetters.clear();
        playerLetters.clear();
        for (Letter hidden : state.getSecretLetters()) {
            myLetters.add(hidden.getCharacter());
        }
        for (int i = 0; i < numPlayers; i++) {
            playerLetters.add(new ArrayList<Character>());
        }
        before = state.getScore();
        spent = 0;
        must(rounds == 0 ? scores == null && before == 100 : scores.get(myID) == before, "scores");
        rounds++;
    }

    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretState, int playerId) {
        must(letters == myLetters && allLetters == playerLetters, "lists that are not live");
        must(history == null || history == playerBidList && names == playerList, "other objects");
        history = playerBidList;
        names = playerList;
        must(playerBidList.size() == bids++, "the history of the whole game");
        must(totalRounds == 3 && playerId == myID && secretState == state, "what a bid is told");
        must(playerList.get(myID).equals("words.t1.Witness") && playerList.size() == numPlayers, "names");
        must(playerList.equals(new ArrayList<String>(playerList)), "names");
        try {
            playerBidList.remove(0);
            throw new IllegalStateException("a history that can be changed");
        } catch (UnsupportedOperationException expected) {
            must(playerBidList != null, "");
        }
        must(!bidLetter.equals(last), "a letter that comes again");
        for (PlayerBids past : playerBidList) {
            must(past.getTargetLetter() != last && past.getTargetLetter() != bidLetter, "the letter of a bid");
        }
        must(state.getScore() == before - spent + gained(), "a live score");
        last = bidLetter;
        return bids % 4 == 1 ? 100000 : bids % 4 == 2 ? -5 : bidLetter.getValue();
    }

    // the prices paid since the round started, from the auctions in the list
    private int gained() {
        int sum = 0;
        for (PlayerBids past : history.subList(paid, history.size())) {
            must(past.getBidValues().size() == numPlayers, "bids of all seats");
            must(Collections.min(past.getBidValues()) >= 0 && Collections.max(past.getBidValues()) < 100000, "clamped");
            must(past.getWonBy().equals(names.get(past.getWinnerID())), "the winner's class");
            must(past.getWinAmount() <= past.getBidValues().get(past.getWinnerID()), "the price");
            if (past.getWinnerID() == myID) {
                spent += past.getWinAmount();
                sum -= past.getWinAmount();
            }
        }
        paid = history.size();
        return sum;
    }

    public String returnWord() {
        must(state.getScore() == before - spent + gained(), "a live score at the end");
        int held = playerLetters.get(myID).size() + state.getSecretLetters().size();
        must(myLetters.size() == held, "letters");
        Word hand = new Word(text());
        String best = "";
        int most = 0;
        for (Word word : wordlist) {
            if (hand.contains(word) && word.score > most) {
                most = word.score;
                best = word.word;
            }
        }
        String inherited = super.returnWord();
        must(inherited.equals(best), inherited + " instead of " + best);
        System.out.println("witness: " + rounds + " rounds, " + bids + " bids, " + history.size() + " auctions, " + names);
        return inherited;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (Character letter : myLetters) {
            text.append(letter);
        }
        return text.toString();
    }
}
