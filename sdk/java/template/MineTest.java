// Plays the player over the protocol, as a tournament does: java -cp build MineTest build
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public class MineTest {
    private static final String HELLO = "{\"t\":\"hello\",\"lgp\":[1,1],\"game\":\"auction\",\"rules\":"
            + "{\"preset\":\"words\",\"rounds\":10,\"hidden\":3,\"longest-word\":7,\"bonus\":\"exactly-7\"},\"batch\":64}";
    private static final String NEW = "{\"t\":\"new\",\"g\":17,\"seat\":0,\"seats\":2,\"seed\":\"9f3c2a7745d01e6b\"}";
    private static final String BYE = "{\"t\":\"bye\"}";

    public static void main(String[] args) throws Exception {
        String classes = Path.of(args.length > 0 ? args[0] : "build").toAbsolutePath().toString();
        List<String> answers = converse(classes, HELLO, NEW,
                "[" + ask(5, "bid", "\"letter\":\"T\",", "CA") + "," + ask(6, "word", "", "CATS") + "]", BYE);
        expect(answers.get(0), "\"hello\"", "\"lgp\":1");
        String all = String.join("\n", answers);
        expect(all, "\"q\":5", "\"bid\":");
        expect(all, "\"q\":6", "\"word\":\"CATS\"");
        System.out.println("all is well");
    }

    private static String ask(int number, String kind, String letter, String hidden) {
        String letters = "\"" + String.join("\",\"", hidden.split("")) + "\"";
        return "{\"t\":\"ask\",\"q\":" + number + ",\"g\":17,\"kind\":\"" + kind + "\",\"events\":[],\"view\":{\"round\":1,"
                + "\"rounds\":10,\"seat\":0," + letter + "\"points\":100,\"hidden\":[" + letters + "],\"won\":[],"
                + "\"held\":[[],[]],\"all_points\":[100,100],\"auctions_left\":9,\"banned\":[]}}";
    }

    // The player's answers to these messages. It runs in a folder with the files of a tournament, but few words.
    private static List<String> converse(String classes, String... messages) throws Exception {
        Path folder = Files.createTempDirectory("player");
        Files.createDirectory(folder.resolve("files"));
        Files.writeString(folder.resolve("files/wordlist.txt"), "AT\nCAT\nCATS\nSAT\nSCATTER\nTAR\n");
        Files.writeString(folder.resolve("files/7letterWords.txt"), "SCATTER\n");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process player = new ProcessBuilder(java.toString(), "-cp", classes, "Mine")
                .directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        player.getOutputStream().write((String.join("\n", messages) + "\n").getBytes("UTF-8"));
        player.getOutputStream().close();
        List<String> lines = new String(player.getInputStream().readAllBytes(), "UTF-8").lines().toList();
        if (player.waitFor() != 0 || lines.isEmpty()) {
            throw new AssertionError("the player ended with exit code " + player.exitValue());
        }
        return lines;
    }

    private static void expect(String text, String... parts) {
        for (String part : parts) {
            if (!text.contains(part)) {
                throw new AssertionError(part + " is not in: " + text);
            }
        }
    }
}
