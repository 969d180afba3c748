package io.rocprofiler.roctracer;

/// Disables everything before the JVM ends: C would continue to call registered functions without a JVM.
final class Shutdown {
    private static boolean armed;

    private Shutdown() {}

    /// Arms the shutdown hook that undoes registrations. Call before every registration.
    ///
    /// @throws IllegalStateException if the library is missing, or shutdown has begun: nothing would be undone then
    static synchronized void arm() {
        if (armed) return;
        Library.process();
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(Shutdown::run, "roctracer-shutdown"));
        } catch (IllegalStateException ending) {
            throw new IllegalStateException("the program ends: nothing can be traced any more", ending);
        }
        armed = true;
    }

    private static void run() {
        try {
            Switch.silence();
            Callbacks.disableAll();
            Pool.closeAll();
        } catch (IllegalStateException lacking) {
            // A library that lacks these functions has no registrations.
        }
    }
}
