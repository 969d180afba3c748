package io.rocprofiler.sdk.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Discovery of tools in Java, on class paths that a user might give.
class JavaToolsTest {
    @TempDir
    Path directory = Path.of("");

    /// A valid tool.
    public static final class Good implements Tool {
        @Override
        public String name() {
            return "good";
        }

        @Override
        public void initialize(Setup setup) {}
    }

    /// A tool whose constructor throws.
    public static final class Bad implements Tool {
        public Bad() {
            throw new IllegalStateException("no\nluck");
        }

        @Override
        public String name() {
            return "bad";
        }

        @Override
        public void initialize(Setup setup) {}
    }

    private final List<String> names = new ArrayList<>();

    /// Finds tools and returns the messages on standard error.
    private List<String> find(String classPath) {
        PrintStream original = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            for (JavaTools.Found found : JavaTools.onClassPath(classPath)) names.add(found.name());
        } finally {
            System.setErr(original);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private Path directoryWith(String... lines) throws IOException {
        Path file = directory.resolve("classes/META-INF/services/io.rocprofiler.sdk.Tool");
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
        return directory.resolve("classes");
    }

    private Path jarWith(String line) throws IOException {
        Path jar = directory.resolve("tool.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("META-INF/services/io.rocprofiler.sdk.Tool"));
            zip.write(line.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    @Test
    void noVariableMeansNoTools() {
        assertThat(find("")).isEmpty();
        assertThat(JavaTools.onClassPath(null)).isEmpty();
    }

    @Test
    void directoriesAndJarsAreSearchedInOrder() throws IOException {
        Path jar = jarWith(Good.class.getName());
        Path classes = directoryWith("# our tool", "", Good.class.getName() + "   # the good one");
        assertThat(find(jar + File.pathSeparator + File.pathSeparator + classes))
                .isEmpty();
        assertThat(names).containsExactly("good", "good");
    }

    @Test
    void whatCannotBeMadeIsOneLineEach() throws IOException {
        Path classes = directoryWith(Bad.class.getName(), "no.such.Tool", "java.lang.Object", Good.class.getName());
        assertThat(find(classes.toString()))
                .containsExactly(
                        "rocprofiler: tool " + Bad.class.getName()
                                + " cannot be made and is ignored: java.lang.IllegalStateException: no luck",
                        "rocprofiler: tool no.such.Tool cannot be made and is ignored:"
                                + " java.lang.ClassNotFoundException: no.such.Tool",
                        "rocprofiler: tool java.lang.Object is ignored: it does not implement io.rocprofiler.sdk.Tool");
        assertThat(names).containsExactly("good");
    }

    @Test
    void entriesThatAreNotThereOrNotReadable() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.jar"), "not a zip");
        assertThat(find("/no/such.jar" + File.pathSeparator + broken))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo(
                                        "rocprofiler: ROCPROFILER_JAVA_TOOLS: no such file or directory: /no/such.jar"),
                        line -> assertThat(line)
                                .startsWith("rocprofiler: ROCPROFILER_JAVA_TOOLS: cannot read " + broken));
    }
}
