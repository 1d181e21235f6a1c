// Compiles sources, leaving out those that do not compile.
package words;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Calls the compiler repeatedly: files that depend on a failing file fail in the next call. */
final class SourceCompiler {
    /** A file that does not compile, and its first error. */
    record Left(String name, String why) {
    }

    private SourceCompiler() {
    }

    /** Compiles everything that compiles; returns the rest. */
    static List<Left> compile(List<Path> sources, String classPath, Path into) throws IOException {
        List<Left> left = new ArrayList<>();
        List<Path> rest = new ArrayList<>(sources);
        while (!rest.isEmpty()) {
            Map<Path, String> errors = errors(rest, classPath, into);
            if (errors.isEmpty()) {
                break;
            }
            rest.removeAll(errors.keySet());
            errors.forEach((file, why) -> left.add(new Left(file.toString(), why)));
        }
        return left;
    }

    /** The first error of each file. */
    private static Map<Path, String> errors(List<Path> sources, String classPath, Path into)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("this Java has no compiler; install a JDK");
        }
        DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
        Charset encoding = encoding(sources);
        List<String> options = List.of("-proc:none", "-nowarn", "-Xlint:none", "-cp", classPath,
            "-d", into.toString(), "-implicit:none", "-Xmaxerrs", "10000");
        Map<Path, String> errors = new LinkedHashMap<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(told, Locale.ENGLISH, encoding)) {
            boolean done = compiler.getTask(
                null, files, told, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
            for (Diagnostic<? extends JavaFileObject> said : told.getDiagnostics()) {
                if (said.getKind() == Diagnostic.Kind.ERROR && said.getSource() != null) {
                    String why = "line ".concat(String.valueOf(said.getLineNumber())).concat(": ")
                        .concat(said.getMessage(Locale.ENGLISH));
                    errors.putIfAbsent(Path.of(said.getSource().toUri()), why);
                }
            }
            if (!done && errors.isEmpty()) {
                throw new IOException("the compiler failed: ".concat(told.getDiagnostics().toString()));
            }
        }
        return known(errors, sources);
    }

    /** The errors by the names under which the sources were given. */
    private static Map<Path, String> known(Map<Path, String> errors, List<Path> sources) {
        Map<Path, String> known = new LinkedHashMap<>();
        for (Path source : sources) {
            String why = errors.get(source.toAbsolutePath());
            if (why != null) {
                known.put(source, why);
            }
        }
        if (known.isEmpty() && !errors.isEmpty()) {
            throw new IllegalStateException(errors.toString());
        }
        return known;
    }

    /** UTF-8, or one byte per character if a source is not valid UTF-8. */
    private static Charset encoding(List<Path> sources) throws IOException {
        for (Path source : sources) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(Files.readAllBytes(source)));
            } catch (CharacterCodingException other) {
                return StandardCharsets.ISO_8859_1;
            }
        }
        return StandardCharsets.UTF_8;
    }
}
