// Finds the players of a class in a folder, a jar or a file, and compiles them.
package words;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code java -cp SDK/core words.Gather SDK PLAYERS WORK PATH}: SDK is the folder of the compiled editions,
 * PLAYERS receives the class files, WORK contains the sources of the older editions in its folder
 * `editions`, and jars are unpacked there. Prints a line for each player, {@code player CLASS EDITION},
 * and then for each file or class that is left out, {@code left NAME WHY}, separated by tabs. No code of a
 * player is run.
 */
public final class Gather {
    private static final String NEWEST = "core";
    /** The maximum length of a text. */
    private static final int LONGEST = 400;

    private final Path sdk;
    private final Path players;
    private final Path work;
    private final List<String> playerLines = new ArrayList<>();
    private final List<String> leftLines = new ArrayList<>();

    private Gather(Path sdk, Path players, Path work) {
        this.sdk = sdk;
        this.players = players;
        this.work = work;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 4) {
            System.err.println("usage: words.Gather SDK PLAYERS WORK PATH");
            System.exit(2);
        }
        Path work = Path.of(args[2]);
        Gather gather = new Gather(Path.of(args[0]), Path.of(args[1]), work);
        Found found = new Found(work, Path.of(args[3]));
        gather.run(found);
        found.left().forEach(gather::leave);
        gather.playerLines.forEach(System.out::println);
        gather.leftLines.forEach(System.out::println);
    }

    private void run(Found found) throws IOException {
        Files.createDirectories(players);
        String edition = found.edition();
        if (edition == null) {
            return;
        }
        if (!edition.equals(NEWEST)) {
            compileEdition(edition);
        }
        found.copyClasses(players);
        String path = classPath(edition);
        for (SourceCompiler.Left left : SourceCompiler.compile(found.sources(), path, players)) {
            leave(left);
        }
        findPlayers(edition);
    }

    /** Compiles an older edition, with what editions of the same package have in common. */
    private void compileEdition(String edition) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String part : List.of(edition, edition.replaceFirst("-\\d+$", ""))) {
            Path folder = work.resolve("editions").resolve(part);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> all = Files.walk(folder)) {
                    all.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        sources = sources.stream().distinct().toList();
        Path into = Files.createDirectories(sdk.resolve(edition));
        SourceCompiler.compile(sources, classPath(edition), into)
            .forEach(this::leave);
    }

    private String classPath(String edition) {
        return String.join(File.pathSeparator,
            sdk.resolve("core").toString(), sdk.resolve(edition).toString(), players.toString());
    }

    private void findPlayers(String edition) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(players)) {
            files = all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
        }
        URL[] places = {players.toUri().toURL(), sdk.resolve(edition).toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(places)) {
            for (Path file : files) {
                String name = players.relativize(file).toString();
                name = name.substring(0, name.length() - ".class".length()).replace(File.separatorChar, '.');
                look(name, edition, loader);
            }
        }
    }

    /** Is this class a player that can be made? */
    private void look(String name, String edition, ClassLoader loader) {
        try {
            Class<?> found = Class.forName(name, false, loader);
            if (Modifier.isAbstract(found.getModifiers()) || Editions.of(found) == null) {
                return;
            }
            found.getDeclaredConstructor();
            playerLines.add(line("player", name, edition));
        } catch (NoSuchMethodException without) {
            leave(new SourceCompiler.Left(name, "it has no constructor without arguments"));
        } catch (ClassNotFoundException | LinkageError unusable) {
            leave(new SourceCompiler.Left(name, unusable.toString()));
        }
    }

    private void leave(SourceCompiler.Left left) {
        leftLines.add(line("left", left.name(), left.why()));
    }

    private static String line(String kind, String name, String text) {
        return String.join("\t", kind, plain(name), plain(text));
    }

    private static String plain(String text) {
        String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").trim();
        return line.length() > LONGEST ? line.substring(0, LONGEST).concat("...") : line;
    }
}
