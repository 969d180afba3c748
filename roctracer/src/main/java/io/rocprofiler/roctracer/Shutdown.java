package io.rocprofiler.roctracer;

/// Before the JVM ends: C keeps calling what is registered, also when there is no Java any more.
final class Shutdown {
    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Shutdown::run, "roctracer-shutdown"));
    }

    private Shutdown() {}

    /// From now on what is registered is taken back at the end. Before the first registration.
    static void arm() {
        // The initialisation of this class has done it.
    }

    private static void run() {
        Switch.silence();
        Callbacks.disableAll();
        Pool.closeAll();
    }
}
