package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// ROC-TX from Java, on the installed library.
final class JavaRoctxTest {
    private static final String ANSWERS = """
            push 0
            push 1
            pop 1
            pop 0
            pop -1
            push 0
            pop 0
            thread true
            """;

    @Test
    void without_a_tool_there_are_levels_and_nobody_listens() {
        assertThat(out(program("silent"))).isEqualTo(ANSWERS + "listening false\n");
    }

    @Test
    void without_a_library_it_is_the_same() {
        Run run = program("silent").without("ROCPROFILER_HOME").without("LD_LIBRARY_PATH");
        assertThat(out(run)).isEqualTo(ANSWERS + "listening false\n");
    }

    @Test
    void a_tool_hears_everything_from_the_first_call_on() {
        assertThat(out(program("tool"))).isEqualTo("""
              roctxMarkA first
              roctxRangePushA range
              roctxRangePushA outer
            push 0
              roctxRangePushA inner
            push 1
              roctxRangePop
            pop 1
              roctxRangePop
            pop 0
            pop -1
              roctxRangePop
              roctxRangeStartA virtual
              roctxRangeStartA again
            push 0
              roctxRangeStop
            pop 0
              roctxRangeStop
              roctxRangeStartA process
              roctxRangeStop
              roctxNameOsThread main
              roctxNameHipDevice device 0
              roctxProfilerPause
              roctxGetThreadId
              roctxProfilerResume
              roctxGetThreadId
            thread true
            listening true
            """);
    }

    @Test
    void a_wrong_folder_is_named_and_the_program_goes_on() {
        Run run = program("silent").with("ROCPROFILER_HOME", "/nowhere").without("LD_LIBRARY_PATH");
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEqualTo("""
                rocprofiler: markers are not traced, as /nowhere/lib/librocprofiler-sdk-roctx.so.1 is missing: set \
                ROCPROFILER_HOME (or -Drocprofiler.home=) to the folder of rocprofiler-java
                """);
        assertThat(outcome.out()).isEqualTo(ANSWERS + "listening false\n");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_jvm_that_denies_native_access_says_how_to_start_it_and_the_program_goes_on() {
        Outcome outcome = program("--illegal-native-access=deny", "silent").go();
        assertThat(outcome.err()).isEqualTo("""
                rocprofiler: markers are not traced, as this JVM keeps Java from calling C: start it with \
                --enable-native-access=ALL-UNNAMED
                """);
        assertThat(outcome.out()).isEqualTo(ANSWERS + "listening false\n");
        assertThat(outcome.status()).isZero();
    }

    private static String out(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }

    private static Run program(String mode) {
        return program("--enable-native-access=ALL-UNNAMED", mode);
    }

    private static Run program(String option, String mode) {
        String classPath = JavaTool.jar("RoctxHost") + ":" + JavaTool.CLASS_PATH;
        Path java = Product.JDK.resolve("bin/java");
        return Run.command(java.toString(), option, "-cp", classPath, "RoctxHost", mode)
                .onSoftgpu()
                .with("ROCPROFILER_HOME", Product.HOME.toString());
    }
}
