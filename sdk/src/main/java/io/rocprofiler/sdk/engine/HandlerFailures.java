package io.rocprofiler.sdk.engine;

import java.util.concurrent.atomic.AtomicBoolean;

/// What happens when a tool's callback handler throws: the program must not notice, and a call per microsecond must not
/// fill the terminal. The first failure of the process is a line; later ones are not.
final class HandlerFailures {
    private static final AtomicBoolean REPORTED = new AtomicBoolean();

    private HandlerFailures() {}

    static void report(Throwable failure) {
        if (REPORTED.compareAndSet(false, true)) {
            Messages.warn("a callback handler failed (further failures are not shown): " + Messages.describe(failure));
        }
    }
}
