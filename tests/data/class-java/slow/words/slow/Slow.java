// Nine class players that use 40 to 120 ms of processor time for each bid, like the slow ones of a
// class; -Dslow.percent=5 makes them faster. At the end of a round they print the processor time
// they took.
package words.slow;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public abstract class Slow extends Player {
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final int PERCENT = Integer.getInteger("slow.percent", 100);
    private final int millis;
    private long thought = 0;

    Slow(int millis) {
        this.millis = millis;
    }

    private void think(long nanos) {
        long begun = CLOCK.getCurrentThreadCpuTime();
        long now = begun;
        while (now - begun < nanos) {
            double x = 1;
            for (int i = 0; i < 1000; i++) {
                x = Math.sqrt(x + i);
            }
            if (x < 0) {
                throw new IllegalStateException();
            }
            now = CLOCK.getCurrentThreadCpuTime();
        }
        thought += now - begun;
    }

    @Override
    public void startNewGame(int playerId, int numberOfPlayers) {
        long begun = CLOCK.getCurrentThreadCpuTime();
        super.startNewGame(playerId, numberOfPlayers);
        thought += CLOCK.getCurrentThreadCpuTime() - begun;
    }

    @Override
    public int bid(Letter bidLetter, List<PlayerBids> playerBidList, int totalRounds, ArrayList<String> playerList, SecretState secretstate, int playerID) {
        think(millis * 10_000L * PERCENT);
        return bidLetter.getValue() + millis % 3;
    }

    @Override
    public String returnWord() {
        long begun = CLOCK.getCurrentThreadCpuTime();
        String word = super.returnWord();
        thought += CLOCK.getCurrentThreadCpuTime() - begun;
        return word;
    }

    @Override
    public void updateScores(ArrayList<Integer> scores) {
        super.updateScores(scores);
        System.out.println("thought " + thought / 1000);
        thought = 0;
    }

    public static class S1 extends Slow { public S1() { super(40); } }
    public static class S2 extends Slow { public S2() { super(50); } }
    public static class S3 extends Slow { public S3() { super(60); } }
    public static class S4 extends Slow { public S4() { super(70); } }
    public static class S5 extends Slow { public S5() { super(80); } }
    public static class S6 extends Slow { public S6() { super(90); } }
    public static class S7 extends Slow { public S7() { super(100); } }
    public static class S8 extends Slow { public S8() { super(110); } }
    public static class S9 extends Slow { public S9() { super(120); } }
}
