package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import java.util.AbstractSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;

/// The order of shutdown in the program's own JVM: tools that may use other libraries are closed before the first
/// of the program's shutdown hooks starts; everything else ends after the last hook.
///
/// Shutdown hooks run concurrently, among them those of JFR, of logging and of a tool's export target. The JVM
/// keeps them in one map and iterates over its keys twice: first to start each hook, then to join each. This class
/// replaces that map ([Native#exchangeHooks]); it holds the same hooks and detects the two iterations. In a JVM
/// that stores its hooks differently, an ordinary hook is registered instead.
///
/// Thread rule: the JVM uses the map under its lock; the two stages of the end run on the thread that shuts the JVM
/// down, without that lock.
final class ShutdownOrder extends IdentityHashMap<Thread, Thread> {
    private static final long serialVersionUID = 1;

    private transient boolean begun;

    private ShutdownOrder() {}

    /// Installs this order.
    ///
    /// @throws IllegalStateException if the shutdown has begun
    static void install() {
        if (!Native.exchangeHooks(new ShutdownOrder())) Runtime.getRuntime().addShutdownHook(new Hook());
    }

    @Override
    public Set<Thread> keySet() {
        return new Hooks(super.keySet());
    }

    private static void begin() {
        try {
            Engine.process().registration().beforeShutdownHooks();
        } catch (Throwable failure) {
            Messages.warn("the end of a tool failed: " + Messages.describe(failure));
        }
    }

    private static void end() {
        try {
            Engine.process().registration().afterShutdownHooks();
        } catch (Throwable failure) {
            Messages.warn("the end of a tool failed: " + Messages.describe(failure));
        } finally {
            Native.end();
        }
    }

    /// The keys that the JVM iterates over.
    private final class Hooks extends AbstractSet<Thread> {
        private final Set<Thread> hooks;

        Hooks(Set<Thread> hooks) {
            this.hooks = hooks;
        }

        @Override
        public int size() {
            return hooks.size();
        }

        @Override
        public Iterator<Thread> iterator() {
            boolean isFirst = !begun;
            begun = true;
            if (isFirst) begin();
            return new Round(hooks.iterator(), !isFirst);
        }
    }

    private record Round(Iterator<Thread> hooks, boolean isLast) implements Iterator<Thread> {
        @Override
        public boolean hasNext() {
            boolean more = hooks.hasNext();
            if (!more && isLast) end();
            return more;
        }

        @Override
        public Thread next() {
            return hooks.next();
        }
    }

    private static final class Hook extends Thread {
        Hook() {
            super(null, null, "rocprofiler shutdown", 0, false);
        }

        @Override
        public void run() {
            begin();
            end();
        }
    }
}
