package io.rocprofiler.roctracer;

/// Before the JVM ends: C keeps calling what is registered, also when there is no Java any more.
final class Shutdown {
    private static boolean armed;

    private Shutdown() {}

    /// From now on what is registered is taken back at the end. Before every registration.
    ///
    /// @throws IllegalStateException if there is no library, or the end has begun: nothing would be taken back
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
            // A library without these functions has nothing registered.
        }
    }
}
