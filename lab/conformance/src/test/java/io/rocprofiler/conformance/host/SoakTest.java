package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs a few of the random programs that `lab/conformance/soak` can run for hours.
final class SoakTest {
    private static final String PARTS =
            "threads,coroutines,libraries,deep,unwind,calls,descriptors,end-return,end-exit,end-_exit,end-kill";
    private static final String SOAK =
            Product.SOURCES.resolve("../../soak").normalize().toString();

    @ParameterizedTest
    @ValueSource(strings = {"1-6", "7-12"})
    void random_programs_do_the_same_when_they_are_traced_and_every_call_is_counted(String seeds) {
        check(run("--seeds", seeds, "--only", PARTS), "6 rounds, 0 with differences\n");
    }

    @Test
    void programs_that_close_all_descriptors_take_nothing_from_tools_in_java() {
        check(
                run("--seeds", "5,11", "--ways", "java", "--only", "descriptors,end-return,end-exit"),
                "2 rounds, 0 with differences\n");
    }

    /// Each of these seeds once crashed or failed in nearly every run: timers' handlers on alternate stacks that
    /// are in Java when the next signal arrives; a first call without a free descriptor; fault handlers installed
    /// after the JVM's start. A changed generator makes other programs of these seeds.
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {"1943182811,1943182979 buffers", "1943182914 records", "191357613,191357381 java"})
    void programs_that_went_wrong_once_do_what_they_do_untraced(String seeds, String way) {
        int rounds = seeds.split(",").length;
        check(run("--seeds", seeds, "--ways", way), rounds + " rounds, 0 with differences\n");
    }

    private static Run run(String... options) {
        String[] command = new String[options.length + 1];
        command[0] = SOAK;
        System.arraycopy(options, 0, command, 1, options.length);
        return Run.command(command)
                .with("ROCPROFILER_HOME", Product.HOME.toString())
                .with("SOAK_OUT", Product.TARGET.resolve("soak").toString())
                .with("JAVA_HOME", Product.JDK.toString());
    }

    private static void check(Run run, String out) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(out);
        assertThat(outcome.status()).isZero();
    }
}
