package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

/// Runs a program `status_*.c`, which makes the same calls in each phase of a tool's life and prints one table of
/// the results.
public final class Statuses {
    private Statuses() {}

    /// Returns the program's table.
    public static String of(String program) {
        return of(Run.client(program));
    }

    public static String of(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
