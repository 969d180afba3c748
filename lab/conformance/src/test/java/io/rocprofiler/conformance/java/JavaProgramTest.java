package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// A Java program that has the SDK's jars on its class path and registers its own tool, as one with a single Maven
/// dependency does.
final class JavaProgramTest {

    @Test
    void ids_are_attached_to_threads_for_the_length_of_a_try_statement() {
        assertThat(out(program("external"))).isEqualTo("""
              nothing external 0
              outer external 42
              inner external 43
              closed early external 42
              outer again external 42
              value 42
              after external 0
              popped 0
              another thread external 0
              pushed by another external 7
              popped 7
              threadId=0
            close
            """);
    }

    @Test
    void a_tool_is_asked_for_ids_and_may_leave_it_to_the_stack() {
        assertThat(out(program("request"))).isEqualTo("""
              asked external 1001
              roctxRangePushA external 5
              roctxRangePop external 5
            close
            """);
    }

    @Test
    void a_function_of_a_runtime_is_replaced_by_one_in_java() {
        assertThat(out(program("intercept"))).isEqualTo("""
              HIP_RUNTIME_TABLE instance 0 has hipMalloc
              in Java: 4096
              ENTER hipMalloc size=8192
              EXIT hipMalloc size=8192
            failed 0
            close
            """);
    }

    @Test
    void events_have_types() {
        assertThat(out(program("events"))).isEqualTo("""
              HIP instance 0
              HSA instance 0
              ENTER ALLOCATE 4096 bytes
              EXIT ALLOCATE 4096 bytes timed at an address
              ENTER FREE 0 bytes at an address
              EXIT FREE 0 bytes timed at an address
              NONE CREATE stream 1
              NONE DESTROY stream 1
            failed 0
            close
            """);
    }

    @Test
    void records_have_types() {
        assertThat(out(program("records"))).isEqualTo("""
            failed 0
              ALLOCATE 4096 id 1
              hipMalloc of size_t returned 0 id 1
              retired 1
              FREE 0 id 2
              hipFree of void* returned 0 id 2
              retired 2
            close
            """);
    }

    @Test
    void the_library_is_found_in_the_library_path() {
        Run run = program("external").without("ROCPROFILER_HOME");
        assertThat(out(run)).startsWith("  nothing external 0\n");
    }

    @Test
    void without_the_library_the_program_is_told_what_to_install() {
        Run run = program("external").without("ROCPROFILER_HOME").without("LD_LIBRARY_PATH");
        assertThat(out(run)).isEqualTo("""
            librocprofiler-sdk.so.1 not found in java.library.path, /opt/rocprofiler-java/lib, /opt/rocm/lib or the \
            system's libraries: install rocprofiler-java and set ROCPROFILER_HOME (or -Drocprofiler.home=) to its folder
            """);
    }

    @Test
    void a_wrong_folder_is_named() {
        Run run = program("external").with("ROCPROFILER_HOME", "/nowhere");
        assertThat(out(run)).isEqualTo("""
            /nowhere/lib/librocprofiler-sdk.so.1 is missing: set ROCPROFILER_HOME (or -Drocprofiler.home=) to the \
            folder of rocprofiler-java
            """);
    }

    @Test
    void a_jvm_that_denies_native_access_is_told_how_to_be_started() {
        assertThat(out(program("--illegal-native-access=deny", "external"))).isEqualTo("""
            this JVM keeps Java from calling C: start it with --enable-native-access=ALL-UNNAMED
            """);
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
        String classPath = String.join(
                ":",
                JavaTool.jar("ServicesHost"),
                Product.file("lib/java/rocprofiler-sdk.jar"),
                Product.file("lib/java/rocprofiler-abi.jar"));
        Path java = Product.JDK.resolve("bin/java");
        return Run.command(java.toString(), option, "-cp", classPath, "ServicesHost", mode)
                .onSoftgpu()
                .with("ROCPROFILER_HOME", Product.HOME.toString());
    }
}
