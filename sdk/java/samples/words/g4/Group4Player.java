// A class player that reads the word files itself.
package words.g4;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;
import words.core.Word;

public class Group4Player extends Player {
    private ArrayList<Word> words = new ArrayList<Word>();
    private ArrayList<String> sevens = new ArrayList<String>();

    @Override
    protected void initializeWordlist() {
        try {
            BufferedReader r = new BufferedReader(new FileReader("files/wordlist.txt"));
            String line = null;
            while (null != (line = r.readLine())) {
                words.add(new Word(line.trim()));
            }
            r.close();
        } catch (IOException e) {
            e.printStackTrace();
        }
        wordlist = words.toArray(new Word[words.size()]);
        try {
            Scanner in = new Scanner(new File("files/7letterWords.txt"));
            while (in.hasNextLine()) {
                sevens.add(in.nextLine().toUpperCase());
            }
            in.close();
        } catch (FileNotFoundException e) {
            e.printStackTrace();
        }
    }

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        int with = 0;
        for (String s : sevens) {
            if (s.indexOf(bidLetter.getCharacter()) >= 0) {
                with++;
            }
        }
        return 10 * with / sevens.size();
    }
}
