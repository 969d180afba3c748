package io.rocprofiler.roctracer;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// Counts exceptions of handlers, and reports the first one on standard error.
final class HandlerFailures {
    private static final LongAdder FAILURES = new LongAdder();
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private HandlerFailures() {}

    static void report(Throwable failure) {
        FAILURES.increment();
        if (SAID.compareAndSet(false, true)) {
            System.err.println("rocprofiler: a handler of roctracer's failed, others may have since: " + failure);
        }
    }

    static long count() {
        return FAILURES.sum();
    }
}
