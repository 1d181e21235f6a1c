// Connects a player program with the runner.
package lettergame;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Reads messages, calls the players, sends answers. */
final class Program {
    private static final int VERSION = 1;
    private static final String LETTER_GAME = "auction";

    private final String name;
    private final boolean batch;
    private final boolean readsWords;
    private final Supplier<? extends Player> players;
    private final Lines lines = new Lines(Streams.IN);
    private final Answers answers = new Answers(Streams.OUT);
    private final JsonReader reader = new JsonReader();
    private final JsonWriter answer = new JsonWriter();
    private final Map<Long, Table> tables = new HashMap<>();
    private Json rules = Json.NULL;
    private boolean letterGame;
    private BestWord bestWord;

    /** readsWords: load the word list before the game starts. */
    Program(String name, boolean batch, boolean readsWords, Supplier<? extends Player> players) {
        this.name = name;
        this.batch = batch;
        this.readsWords = readsWords;
        this.players = players;
    }

    /** Exchanges messages until the runner says bye or is gone. */
    void talk() throws IOException {
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            if (line.length == 1 || line.length == 2 && line[0] == '\r') {
                continue;
            }
            Json message = reader.read(line);
            answers.begin(message.isArray());
            boolean leave = message.isArray() ? takeAll(message) : take(message);
            answers.send();
            if (leave) {
                return;
            }
        }
    }

    Json rules() {
        return rules;
    }

    Player newPlayer() {
        return players.get();
    }

    BestWord bestWord() throws IOException {
        if (bestWord == null) {
            bestWord = new BestWord(rules);
        }
        return bestWord;
    }

    private boolean takeAll(Json messages) throws IOException {
        for (Json message : messages) {
            if (take(message)) {
                return true;
            }
        }
        return false;
    }

    /** Handles a message; returns whether it is time to exit. */
    private boolean take(Json message) throws IOException {
        switch (message.get("t").text()) {
            case "ask":
                answer(message);
                return false;
            case "new":
                tables.put(message.get("g").number(), new Table(this, message));
                return false;
            case "end":
                end(message);
                return false;
            case "hello":
                greet(message);
                return false;
            case "ping":
                answer.clear();
                answer.raw("{\"t\":\"pong\"}");
                answers.add(answer);
                return false;
            case "bye":
                return true;
            default:
                return false;
        }
    }

    private void greet(Json hello) throws IOException {
        Json spoken = hello.get("lgp");
        if (spoken.at(0).integer() > VERSION || spoken.at(1).integer() < VERSION) {
            throw new IOException("the runner does not support LGP/1");
        }
        letterGame = hello.get("game").is(LETTER_GAME);
        if (!hello.get("rules").isNull()) {
            rules = hello.get("rules");
        }
        if (!hello.get("scoring").isNull()) {
            LetterValues.take(hello.get("scoring"));
        }
        if (letterGame && readsWords && Files.exists(BestWord.WORD_LIST)) {
            bestWord();
        }
        answer.clear();
        answer.raw("{\"t\":\"hello\",\"lgp\":1,\"name\":");
        answer.text(name);
        answer.raw(",\"version\":\"1.0\",\"caps\":");
        answer.raw(batch ? "[\"batch\"]}" : "[]}");
        answers.add(answer);
    }

    private void answer(Json ask) {
        long question = ask.get("q").number();
        long game = ask.get("g").number();
        Streams.LOG.about(game);
        try {
            Table table = tables.get(game);
            if (table == null) {
                throw new IllegalStateException("asked about a game that did not begin");
            }
            decide(table.informed(ask.get("events")), ask, question);
        } catch (Throwable thrown) {
            complain(thrown);
            start("fail", question);
            answer.raw(",\"why\":");
            answer.text(Failure.text(thrown));
            answer.raw('}');
        }
        answers.add(answer);
    }

    private void decide(Player player, Json ask, long question) {
        Json kind = ask.get("kind");
        Json view = ask.get("view");
        if (letterGame && kind.is("bid")) {
            int bid = player.bid(new View(view));
            start("act", question);
            answer.raw(",\"move\":{\"bid\":");
            answer.number(bid);
            answer.raw("}}");
        } else if (letterGame && kind.is("word")) {
            String word = player.word(new View(view));
            start("act", question);
            answer.raw(",\"move\":{\"word\":");
            answer.text(word == null ? "" : word);
            answer.raw("}}");
        } else {
            Object move = player.move(kind.text(), view);
            start("act", question);
            answer.raw(",\"move\":");
            answer.value(move);
            answer.raw('}');
        }
    }

    private void start(String type, long question) {
        answer.clear();
        answer.raw("{\"t\":\"");
        answer.raw(type);
        answer.raw("\",\"q\":");
        answer.number(question);
    }

    private void end(Json message) {
        long game = message.get("g").number();
        Streams.LOG.about(game);
        Table table = tables.remove(game);
        if (table == null) {
            return;
        }
        try {
            table.end(message);
        } catch (Throwable thrown) {
            complain(thrown);
        }
    }

    private static void complain(Throwable thrown) {
        try {
            thrown.printStackTrace();
        } catch (Throwable unprintable) {
            System.err.println(thrown.getClass().getName());
        }
    }
}
