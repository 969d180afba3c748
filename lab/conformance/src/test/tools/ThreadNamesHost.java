import io.rocprofiler.roctx.Roctx;

/// A Java program whose threads have names. Each makes a mark with its name and prints its id.
public final class ThreadNamesHost {
    private ThreadNamesHost() {}

    public static void main(String[] args) throws InterruptedException {
        mark("main");
        Thread.ofPlatform().name("short").start(() -> mark("short")).join();
        Thread.ofPlatform()
                .name("a worker with a long name")
                .start(() -> mark("long"))
                .join();
        Thread.ofPlatform().name("before").start(ThreadNamesHost::renamed).join();
        Thread.ofVirtual().name("light").start(() -> mark("virtual")).join();
        Thread.ofPlatform().name("hidden").start(ThreadNamesHost::named).join();
    }

    /// Makes a mark after it has got another name, whose 15 first bytes are all that the kernel has.
    private static void renamed() {
        Roctx.mark("before");
        Thread.currentThread().setName("after, with more letters");
        for (int i = 0; i < 2000; i++) Roctx.mark("more than one stretch of the segment");
        mark("after");
    }

    private static void named() {
        Roctx.nameThread("given by ROC-TX");
        mark("roctx");
    }

    private static void mark(String what) {
        Roctx.mark(what);
        System.out.println(what + " " + Roctx.threadId());
    }
}
