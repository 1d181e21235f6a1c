// Resets the working directory before each game.
package words;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Class players write files beside their data and read them back. A Java program cannot change its
 * working directory, so whatever a game left in it is removed before the next.
 */
final class GameFolder {
    private static final Path ROOT = Path.of("");

    /** A file in its original state. */
    private record Original(byte[] bytes, BasicFileAttributes state) {
        boolean isSame(BasicFileAttributes now) {
            return now.isRegularFile() && now.size() == state.size()
                && now.lastModifiedTime().equals(state.lastModifiedTime());
        }
    }

    private final Map<Path, Original> files = new HashMap<>();
    private final Set<Path> folders = new HashSet<>();
    private final Set<Path> links = new HashSet<>();

    /** Records the content of the working directory. */
    GameFolder() throws IOException {
        Files.walkFileTree(ROOT.toAbsolutePath(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes state) {
                folders.add(folder);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes state) throws IOException {
                if (state.isRegularFile()) {
                    files.put(file, new Original(Files.readAllBytes(file), state));
                } else {
                    links.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Restores everything. */
    void restore() throws IOException {
        Set<Path> same = new HashSet<>();
        Files.walkFileTree(ROOT.toAbsolutePath(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes state) throws IOException {
                Original original = files.get(file);
                if (original != null && original.isSame(state)) {
                    same.add(file);
                } else if (!links.contains(file)) {
                    Files.delete(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException error) throws IOException {
                if (!folders.contains(folder)) {
                    Files.delete(folder);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        for (Map.Entry<Path, Original> file : files.entrySet()) {
            if (!same.contains(file.getKey())) {
                Files.createDirectories(file.getKey().getParent());
                Files.write(file.getKey(), file.getValue().bytes());
                Files.setLastModifiedTime(file.getKey(), file.getValue().state().lastModifiedTime());
            }
        }
    }
}
