// The class players in a folder, a jar or a file.
package words;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Sources and class files, without those of the simulator itself. */
final class Found {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");
    /** The method that exists only in the 2009 edition. */
    private static final Pattern REGISTER = Pattern.compile("\\bvoid\\s+Register\\s*\\(");

    private final Path work;
    private final List<Path> sources = new ArrayList<>();
    private final List<Path> classes = new ArrayList<>();
    private final List<SourceCompiler.Left> left = new ArrayList<>();

    Found(Path work, Path path) throws IOException {
        this.work = work;
        take(path);
    }

    List<Path> sources() {
        return sources;
    }

    /** What is no class file in spite of its name, or may not be where its own name says. */
    List<SourceCompiler.Left> left() {
        return left;
    }

    /** The folder of these players' edition; null if there are none. */
    String edition() throws IOException {
        boolean seven = false;
        boolean seed = false;
        boolean register = false;
        for (Path file : sources) {
            String text = text(file);
            if (text.contains("words.core")) {
                return "core";
            }
            seed |= text.contains("lettergame.ui");
            seven |= text.contains("seven.ui");
            register |= REGISTER.matcher(text).find();
        }
        for (Path file : classes) {
            String text = text(file);
            if (text.contains("words/core/Player")) {
                return "core";
            }
            seed |= text.contains("lettergame/ui/Player");
            seven |= text.contains("seven/ui/Player");
            register |= text.contains("Register");
        }
        if (seven) {
            return register ? "seven-2009" : "seven-2012";
        }
        return seed ? "lettergame-ui" : null;
    }

    /** Copies class files to the folders of their packages. */
    void copyClasses(Path into) throws IOException {
        Path folder = into.toAbsolutePath().normalize();
        for (Path file : classes) {
            String name = new Constants(Files.readAllBytes(file)).className();
            Path place = folder.resolve(name.concat(".class")).normalize();
            if (!place.startsWith(folder)) {
                left.add(new SourceCompiler.Left(file.toString(), "its name leads out of the folder"));
                continue;
            }
            Files.createDirectories(place.getParent());
            Files.copy(file, place, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void take(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            takeFile(path);
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes state) {
                boolean hidden = !folder.equals(path) && folder.getFileName().toString().startsWith(".");
                return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes state) throws IOException {
                takeFile(file);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private void takeFile(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (name.endsWith(".jar")) {
            take(unpacked(file));
        } else if (name.endsWith(".java") && !name.equals("module-info.java")) {
            Matcher declared = PACKAGE.matcher(text(file));
            if (!declared.find() || !Editions.PACKAGES.contains(declared.group(1))) {
                sources.add(file);
            }
        } else if (name.endsWith(".class") && !name.equals("module-info.class")) {
            takeClass(file);
        }
    }

    private void takeClass(Path file) throws IOException {
        try {
            String name = new Constants(Files.readAllBytes(file)).className();
            int end = Math.max(0, name.lastIndexOf('/'));
            if (!Editions.PACKAGES.contains(name.substring(0, end).replace('/', '.'))) {
                classes.add(file);
            }
        } catch (IndexOutOfBoundsException broken) {
            left.add(new SourceCompiler.Left(file.toString(), "it is not a class file"));
        }
    }

    /** Unpacks the sources and class files of a jar into a new folder. */
    private Path unpacked(Path jar) throws IOException {
        Path folder = Files.createTempDirectory(work, "jar");
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements();) {
                ZipEntry entry = all.nextElement();
                Path place = folder.resolve(entry.getName()).normalize();
                boolean wanted = entry.getName().endsWith(".java") || entry.getName().endsWith(".class");
                if (wanted && place.startsWith(folder)) {
                    Files.createDirectories(place.getParent());
                    Files.copy(zip.getInputStream(entry), place);
                }
            }
        }
        return folder;
    }

    /** A file as text, one character per byte: class names are found in any encoding. */
    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
