// Finds the highest-scoring word of some letters under the rules of a Letter Game.
package lettergame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The valid words, best first; among equal points in alphabetical order. Words with the same set of
 * letters are chained, so for few letters each of their subsets is looked up, and for many the list is
 * searched until a word fits.
 */
public final class BestWord {
    static final Path WORD_LIST = Path.of("files", "wordlist.txt");
    /** Up to this many different letters, all subsets are looked up. */
    private static final int MAX_FOR_SUBSETS = 10;
    /** Letters are counted up to 7 in four bits each, the highest of which stays free. */
    private static final int MAX_OF_A_LETTER = 7;
    private static final long FREE_BITS = 0x8888888888888L;
    private static final int LOW_LETTERS = 13;

    private final int longest;
    private final boolean longerEarnBonus;

    private byte[] text;
    private int words;
    /** For each word, best first: its position in the text, its letters as a set and as counts. */
    private int[] starts = new int[1 << 12];
    private int[] lengths = new int[1 << 12];
    private int[] sets = new int[1 << 12];
    private long[] lowCounts;
    private long[] highCounts;
    /** The hash table of sets: 1 plus the index of a set's best word; then the next word of the same set. */
    private int[] heads;
    private int[] next;
    private int shift;

    /** Reads the word list, for the rules in the hello message. */
    public BestWord(Json rules) throws IOException {
        Json limit = rules.get("longest-word");
        Json bonus = rules.get("bonus");
        longest = limit.isNumber() ? limit.integer() : Integer.MAX_VALUE;
        longerEarnBonus = bonus.isText() && bonus.is("at-least-7");
        text = Files.readAllBytes(WORD_LIST);
        readWords();
        sortBestFirst();
        countLetters();
        chainSets();
    }

    /** The best word of these letters, "" if there is none. */
    public String of(String letters) {
        int set = 0;
        int[] counts = new int[26];
        for (int i = 0; i < letters.length(); i++) {
            int letter = letters.charAt(i) - 'A';
            counts[letter]++;
            set |= 1 << letter;
        }
        long low = packed(counts, 0) | FREE_BITS;
        long high = packed(counts, LOW_LETTERS) | FREE_BITS;
        int best = Integer.bitCount(set) <= MAX_FOR_SUBSETS
            ? bestOfSubsets(set, low, high)
            : firstThatFits(set, low, high);
        return best == words
            ? ""
            : new String(text, starts[best], lengths[best], StandardCharsets.ISO_8859_1);
    }

    /** The bonus for a word of this length. */
    public int bonus(int length) {
        return length == 7 || longerEarnBonus && length > 7 ? LetterValues.bonus() : 0;
    }

    private int bestOfSubsets(int set, long low, long high) {
        int best = words;
        for (int subset = set; subset > 0; subset = subset - 1 & set) {
            int word = heads[place(subset)] - 1;
            if (word >= 0 && sets[word] != subset) {
                word = probed(subset);
            }
            while (word >= 0 && word < best) {
                if (fits(word, low, high)) {
                    best = word;
                }
                word = next[word];
            }
        }
        return best;
    }

    private int firstThatFits(int set, long low, long high) {
        for (int word = 0; word < words; word++) {
            if ((sets[word] & ~set) == 0 && fits(word, low, high)) {
                return word;
            }
        }
        return words;
    }

    private boolean fits(int word, long low, long high) {
        return (low - lowCounts[word] & high - highCounts[word] & FREE_BITS) == FREE_BITS;
    }

    private void readWords() {
        for (int start = 0; start < text.length; ) {
            int set = 0;
            int at = start;
            boolean plain = true;
            for (; at < text.length && text[at] >= ' '; at++) {
                plain &= text[at] >= 'A' && text[at] <= 'Z';
                set |= 1 << text[at] - 'A';
            }
            if (plain && at > start && at - start <= longest) {
                note(start, at - start, set);
            }
            start = at + 1;
        }
    }

    private void note(int start, int length, int set) {
        if (words == starts.length) {
            starts = Arrays.copyOf(starts, 2 * words);
            lengths = Arrays.copyOf(lengths, 2 * words);
            sets = Arrays.copyOf(sets, 2 * words);
        }
        starts[words] = start;
        lengths[words] = length;
        sets[words] = set;
        words++;
    }

    /** The list is in alphabetical order, which is kept among words of equal points. */
    private void sortBestFirst() {
        int[] points = new int[words];
        int most = 0;
        for (int word = 0; word < words; word++) {
            points[word] = points(word);
            most = Math.max(most, points[word]);
        }
        int[] places = new int[most + 2];
        for (int earned : points) {
            places[most - earned + 1]++;
        }
        for (int i = 1; i < places.length; i++) {
            places[i] += places[i - 1];
        }
        int[] order = new int[words];
        for (int word = 0; word < words; word++) {
            order[places[most - points[word]]++] = word;
        }
        starts = reordered(starts, order);
        lengths = reordered(lengths, order);
        sets = reordered(sets, order);
    }

    private int points(int word) {
        int points = bonus(lengths[word]);
        for (int i = 0; i < lengths[word]; i++) {
            points += LetterValues.value((char) text[starts[word] + i]);
        }
        return points;
    }

    private static int[] reordered(int[] values, int[] order) {
        int[] result = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            result[i] = values[order[i]];
        }
        return result;
    }

    private void countLetters() {
        lowCounts = new long[words];
        highCounts = new long[words];
        for (int word = 0; word < words; word++) {
            for (int i = 0; i < lengths[word]; i++) {
                int letter = text[starts[word] + i] - 'A';
                if (letter < LOW_LETTERS) {
                    lowCounts[word] += 1L << 4 * letter;
                } else {
                    highCounts[word] += 1L << 4 * (letter - LOW_LETTERS);
                }
            }
        }
    }

    private static long packed(int[] counts, int from) {
        long packed = 0;
        for (int i = 0; i < LOW_LETTERS; i++) {
            packed |= (long) Math.min(counts[from + i], MAX_OF_A_LETTER) << 4 * i;
        }
        return packed;
    }

    private void chainSets() {
        int bits = 33 - Integer.numberOfLeadingZeros(2 * words + 1);
        shift = 32 - bits;
        heads = new int[1 << bits];
        next = new int[words];
        for (int word = words - 1; word >= 0; word--) {
            int place = place(sets[word]);
            while (heads[place] != 0 && sets[heads[place] - 1] != sets[word]) {
                place = place + 1 & heads.length - 1;
            }
            next[word] = heads[place] - 1;
            heads[place] = word + 1;
        }
    }

    private int place(int set) {
        return set * 0x9E3779B1 >>> shift;
    }

    /** The best word of a set that is not in its own slot of the table, or -1. */
    private int probed(int set) {
        int place = place(set) + 1 & heads.length - 1;
        while (heads[place] != 0 && sets[heads[place] - 1] != set) {
            place = place + 1 & heads.length - 1;
        }
        return heads[place] - 1;
    }
}
