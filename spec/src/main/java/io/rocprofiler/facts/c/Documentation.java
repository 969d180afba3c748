package io.rocprofiler.facts.c;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/// Texts for the public headers that the facts do not contain, read from `public-headers.properties` beside the
/// generator: a sentence or two per function and file, a header's includes, and its hand-written tail.
final class Documentation {
    private final Properties texts = new Properties();

    Documentation() {
        try (InputStream stream = Documentation.class.getResourceAsStream("public-headers.properties")) {
            texts.load(new InputStreamReader(Objects.requireNonNull(stream), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    String of(String name) {
        return texts.getProperty(name, "");
    }

    String about(String path) {
        return texts.getProperty("about." + path, "Part of the rocprofiler-sdk interface.");
    }

    List<String> includes(String path) {
        String files = texts.getProperty("include." + path, "");
        return files.isEmpty() ? List.of() : List.of(files.split(" ", -1));
    }

    /// Returns the text at the end of a header, inside its `extern "C"`.
    String epilogue(String path) {
        try (InputStream stream = Documentation.class.getResourceAsStream("tail/" + path.replace('/', '.'))) {
            return stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8) + "\n";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
