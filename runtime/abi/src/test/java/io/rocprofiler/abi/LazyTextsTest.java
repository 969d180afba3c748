package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Checks that starting the engine does not load data that only queries need.
class LazyTextsTest {
    /// Runs in a separate process, because loaded classes are a property of the whole JVM.
    public static final class Wrap {
        private Wrap() {}

        public static void main(String[] arguments) {
            long sum = 0;
            for (int index = 0; index < ApiTables.count(); index++) {
                ApiTable table = ApiTables.get(index);
                for (int operation = 0; operation < table.operations(); operation++) {
                    sum += table.stackWords(operation) + table.argMoves(operation).length;
                }
            }
            System.out.println("moves " + (sum > 0));
        }
    }

    @Test
    void wrappingLoadsNoTexts() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        location(ApiTables.class) + ":" + location(Wrap.class),
                        Wrap.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("moves true", "io.rocprofiler.abi.internal.ApiTables ");
        assertThat(output.lines()
                        .filter(line -> line.contains("io.rocprofiler.abi.")
                                && (line.contains("Text ") || line.contains("Operation "))))
                .isEmpty();
    }

    private static Path location(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
}
