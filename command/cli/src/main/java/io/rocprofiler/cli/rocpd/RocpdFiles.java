package io.rocprofiler.cli.rocpd;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The databases that words name: themselves, those in folders, and those of packages (`package.py` of
/// rocprofiler-sdk 1.0.0).
final class RocpdFiles {

    static final String INDEX = "index.yaml";
    static final String PACKAGE = ".rpdb";

    private RocpdFiles() {}

    /// @throws CommandException if a word names none
    static List<Path> of(List<String> words) {
        List<Path> files = new ArrayList<>();
        for (String word : words) {
            Path path = Path.of(word);
            if (!Files.exists(path)) {
                throw failed(word + ": no such file or directory");
            }
            if (!Files.isDirectory(path)) {
                files.addAll(word.matches(".*\\.ya?ml") ? named(path) : List.of(path));
            } else if (Files.exists(path.resolve(INDEX))) {
                files.addAll(named(path.resolve(INDEX)));
            } else {
                files.addAll(within(path));
            }
        }
        return files;
    }

    private static List<Path> within(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> files = entries.filter(entry -> entry.toString().endsWith(".db"))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw failed(folder + ": holds no databases (*.db); rocprofv3 writes one with -f rocpd");
            }
            return files;
        } catch (IOException e) {
            throw failed(folder + ": " + IoErrorText.of(e));
        }
    }

    private static List<Path> named(Path index) {
        Object names;
        try {
            Map<?, ?> all = YAMLMapper.shared().readValue(index.toFile(), Map.class);
            names = all.get("rocprofiler-sdk") instanceof Map<?, ?> sdk && sdk.get("rocpd") instanceof Map<?, ?> rocpd
                    ? rocpd.get("files")
                    : null;
        } catch (JacksonException _) {
            names = null;
        }
        List<?> words = names instanceof List<?> list ? list : names instanceof String name ? List.of(name) : List.of();
        if (words.isEmpty()) {
            throw failed(index + ": names no databases; rocpd package writes such a file");
        }
        List<Path> files = new ArrayList<>();
        for (Object word : words) {
            Path file = index.resolveSibling(String.valueOf(word)).normalize();
            if (!Files.exists(file)) {
                throw failed(file + ": no such file, but " + index + " names it");
            }
            files.add(file);
        }
        return files;
    }
}
