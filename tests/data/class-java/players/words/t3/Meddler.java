// A class player that modifies everything within reach: nothing of it may be visible in the next
// game.
package words.t3;

import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;
import words.core.Word;

public class Meddler extends Player {
    @Override
    public void startNewGame(int playerId, int numberOfPlayers) {
        super.startNewGame(playerId, numberOfPlayers);
        must(wordlist[0].score > 0 && wordlist[0].countKeep[0] < 20, "a word of another game");
        must(!new File("files/scrabblewordlist.txt").exists() && !new File("notes").exists(), "files of another game");
        wordlist[0].score = -1;
        wordlist[0].countKeep[0] = 99;
        wordlist[1] = new Word("ZZZZ");
        try {
            must(Files.size(Paths.get("files/wordlist.txt")) > 10000, "a word list of another game");
            FileWriter out = new FileWriter("files/scrabblewordlist.txt");
            out.write("WRITTEN\n");
            out.close();
            must(new File("notes/deep").mkdirs(), "a folder");
            Files.write(Paths.get("notes/deep/mine.txt"), "mine".getBytes());
            must(Files.readAllLines(Paths.get("files/scrabblewordlist.txt")).get(0).equals("WRITTEN"), "read back");
            Files.write(Paths.get("files/wordlist.txt"), "CAT\n".getBytes());
            initializeWordlist();
            must(wordlist.length == 1 && wordlist[0].word.equals("CAT"), "its own word list");
            must(new File("files/7letterWords.txt").delete(), "a file that is taken away");
        } catch (IOException e) {
            throw new RuntimeException(e);
        }
    }

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerId) {
        playerList.set(0, "somebody");
        return 2;
    }

    @Override
    public String returnWord() {
        myLetters.remove(0);
        myLetters.clear();
        myLetters.add('T');
        myLetters.add('C');
        myLetters.add('A');
        System.out.println("meddler: " + super.returnWord());
        return super.returnWord();
    }

    private static void must(boolean fact, String text) {
        if (!fact) {
            throw new IllegalStateException(text);
        }
    }
}
