package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/// The engine's own JVM, in a program that is not Java's, has what tools and their libraries count on.
final class ToolJvmTest {
    private static final String TRANSPOSE = Product.file("share/rocprofiler/examples/01-matrix-transpose/transpose");

    @Test
    void a_tool_has_its_class_loader_and_its_shutdown_hooks() {
        Outcome outcome = program(JavaTool.jar("HookingTool")).go();
        assertThat(outcome.err()).isEqualTo("""
                constructor true
                initialize true
                close true
                hook
                """);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void all_jars_of_a_folder_are_searched() throws IOException {
        Path folder = Files.createTempDirectory(Product.TARGET, "tools");
        Files.copy(Path.of(JavaTool.jar("HookingTool")), folder.resolve("a.jar"));
        Files.copy(Path.of(Product.file("lib/java/rocprofiler-roctx.jar")), folder.resolve("b.jar"));
        Outcome outcome = program(folder + "/*").go();
        assertThat(outcome.err()).contains("initialize true\n").doesNotContain("rocprofiler:");
    }

    @Test
    void a_jar_without_a_tool_gets_a_line() {
        String jar = Product.file("lib/java/rocprofiler-roctx.jar");
        Outcome outcome = program(jar).go();
        assertThat(outcome.err()).isEqualTo("""
                rocprofiler: ROCPROFILER_JAVA_TOOLS: no tool in JAR: a jar or folder needs\
                 META-INF/services/io.rocprofiler.sdk.Tool, with the names of its classes that implement\
                 io.rocprofiler.sdk.Tool
                """.replace("JAR", jar));
        assertThat(outcome.out()).startsWith("PASSED");
    }

    /// Flight Recorder dumps in a shutdown hook.
    @Test
    void flight_recorder_runs_in_it() throws IOException {
        Outcome outcome = program(Product.file("lib/java/rocprofiler-jfr.jar"))
                .with(
                        "ROCPROFILER_JAVA_OPTIONS",
                        "-Xlog:disable -XX:StartFlightRecording:filename=tool.jfr,settings=none")
                .go();
        assertThat(outcome.out()).as(outcome.err()).startsWith("PASSED");
        assertThat(RecordingFile.readAllEvents(outcome.folder().resolve("tool.jfr")))
                .filteredOn(event -> event.getEventType().getName().equals("io.rocprofiler.GpuKernel"))
                .hasSize(4)
                .allMatch(event -> event.getString("kernel").equals("transpose"));
    }

    private static Run program(String tools) {
        return Run.command(TRANSPOSE, "16", "2").onSoftgpu().with("ROCPROFILER_JAVA_TOOLS", tools);
    }
}
