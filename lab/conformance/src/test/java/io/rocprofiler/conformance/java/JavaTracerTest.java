package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// A Java program that is a client of roctracer, on the installed library.
final class JavaTracerTest {

    @Test
    void calls_are_told_with_their_arguments_and_a_word_of_the_handlers_own() {
        assertThat(out("callbacks")).isEqualTo("""
                ENTER hipMalloc 1 ptr size=4096
                EXIT hipMalloc 1 ptr size=4096 own 101
                ENTER hipFree 2 ptr
                EXIT hipFree 2 ptr own 102
                """);
    }

    @Test
    void what_a_handler_throws_is_counted_and_said_once() {
        Outcome outcome = program("failing").go();
        assertThat(outcome.out()).isEqualTo("""
                allocated true
                failures 2
                a callback's view was used after its handler had returned
                """);
        assertThat(outcome.err()).isEqualTo("""
                rocprofiler: a handler of roctracer's failed, others may have since: java.lang.IllegalStateException: \
                thrown on purpose
                """);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void records_have_the_numbers_of_calls_and_of_the_program() {
        assertThat(out("records")).isEqualTo("""
                9 records when flushed
                external 32
                hipMemcpy call 1 mine true
                external 31
                hipMemcpy call 2 mine true
                hipMemcpy call 3 mine true
                CopyHostToDevice 4096 bytes of call 1
                CopyHostToDevice 1024 bytes of call 2
                CopyHostToDevice 512 bytes of call 3
                CopyHostToDevice 256 bytes of call 0
                past true
                """);
    }

    @Test
    void a_listener_that_comes_later_hears_the_markers_of_java_from_then_on() {
        assertThat(out("markers")).isEqualTo("""
                listening false
                listening true
                roctxMarkA mark 0
                roctxRangePushA late 0
                roctxRangePushA within 0
                level 0
                roctxRangeStartA process 1
                roctxRangeStop null 1
                roctxRangePop null 0
                level 0
                listening false
                """);
    }

    @Test
    void start_and_stop_are_told_when_they_change_something() {
        assertThat(out("switch")).isEqualTo("""
                stopped
                started
                ENTER hipFree 1 ptr
                EXIT hipFree 1 ptr own 101
                """);
    }

    @Test
    void what_is_wrong_is_refused_with_the_words_of_c() {
        assertThat(out("errors").replaceAll("@\\S+", "")).isEqualTo("""
                ERROR_INVALID_ARGUMENT: roctracer_enable_op_callback(), invalid argument, status -3
                ERROR_INVALID_DOMAIN_ID: roctracer_enable_domain_callback(), invalid domain ID, status -2
                ERROR_INVALID_ARGUMENT: roctracer_disable_op_callback(), invalid argument, status -3
                ERROR_INVALID_ARGUMENT: roctracer_op_code(), roctracer_op_code(), Invalid API name "hipNope", \
                domain ID(3), status -3
                ERROR_INVALID_DOMAIN_ID: roctracer_op_code(), roctracer_op_code(), limited domain ID(6), status -2
                IllegalArgumentException: sizeBytes=0
                IllegalStateException: the pool is closed
                IllegalStateException: the pool is closed
                IllegalStateException: thread=VirtualThread[#n,v]/runnable is virtual: its calls are on changing threads
                IllegalStateException: thread=Thread[#n,p,5,main] is not Thread[#n,main,5,main]
                hipMalloc COPY hsa_init
                version 4.1
                """);
    }

    @Test
    void at_the_end_pools_hand_over_what_they_have_and_c_calls_java_no_more() {
        assertThat(out("end")).isEqualTo("3 records at the end\n");
    }

    @Test
    void handlers_are_exchanged_while_other_threads_make_calls() {
        assertThat(out("storm")).isEqualTo("wrong false failures 0\n");
    }

    @Test
    void without_the_library_the_program_is_told_what_to_install() {
        Run run = program("missing").without("ROCPROFILER_HOME").without("LD_LIBRARY_PATH");
        assertThat(out(run)).isEqualTo("""
                libroctracer64.so.4 not found in java.library.path, /opt/rocprofiler-java/lib, /opt/rocm/lib or the \
                system's libraries: install rocprofiler-java and set ROCPROFILER_HOME (or -Drocprofiler.home=) to its \
                folder
                """);
    }

    @Test
    void a_wrong_folder_is_named() {
        Run run = program("missing").with("ROCPROFILER_HOME", "/nowhere").without("LD_LIBRARY_PATH");
        assertThat(out(run)).isEqualTo("""
                /nowhere/lib/libroctracer64.so.4 is missing: set ROCPROFILER_HOME (or -Drocprofiler.home=) to the \
                folder of rocprofiler-java
                """);
    }

    private static String out(String mode) {
        return out(program(mode));
    }

    private static String out(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }

    private static Run program(String mode) {
        String classPath = JavaTool.jar("TracerHost") + ":" + JavaTool.CLASS_PATH;
        Path java = Product.JDK.resolve("bin/java");
        return Run.command(java.toString(), "--enable-native-access=ALL-UNNAMED", "-cp", classPath, "TracerHost", mode)
                .onSoftgpu()
                .with("ROCPROFILER_HOME", Product.HOME.toString());
    }
}
