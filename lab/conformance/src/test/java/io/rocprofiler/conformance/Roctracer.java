package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/// Runs the programs `rt_*`, which use libroctracer64 and libroctx64. They find no runtime unless they are
/// given one.
public final class Roctracer {
    /// The tests' own HIP (`rt_hip_library.c`), with the layouts of HIP 6 and 7, and with those of HIP 5.
    public static final String HIP = Product.client("libamdhip64.so.9");

    public static final String HIP_5 = Product.client("libamdhip64.so.5");

    /// The software GPU's HIP.
    public static final String SOFTGPU = Product.file("lib/softgpu/libamdhip64.so.7");

    private Roctracer() {}

    public static Run run(String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Product.client("rt_" + program)));
        command.addAll(List.of(arguments));
        return Run.command(command.toArray(String[]::new)).with("LD_LIBRARY_PATH", Product.file("lib"));
    }

    /// Returns the output of a program that succeeded and reported no failures.
    public static String printed(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).as(outcome.out()).isZero();
        return outcome.out();
    }

    public static String print(String program, String... arguments) {
        return printed(run(program, arguments));
    }
}
