package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import java.util.AbstractSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;

/// The order of the end in a JVM that is the program's: tools that may use other libraries are closed before the
/// first of the program's shutdown hooks starts, everything else ends when the last one is done.
///
/// Shutdown hooks run all at once, those of JFR, of logging and of what a tool exports to among them. The JVM has
/// one map of them, and goes through its keys twice: it starts each hook, then it waits for each. This is that map,
/// put in the place of the JVM's own ([Native#exchangeHooks]); it holds the same hooks, and knows when the JVM goes
/// through them. A JVM that keeps its hooks in another way gets a hook like any other.
///
/// Thread rule: as the JVM uses it, under its lock; the two ends on the thread that shuts the JVM down, without.
final class ShutdownOrder extends IdentityHashMap<Thread, Thread> {
    private static final long serialVersionUID = 1;

    private transient boolean begun;

    private ShutdownOrder() {}

    /// From now on the end has this order.
    ///
    /// @throws IllegalStateException if the end has begun
    static void install() {
        if (!Native.exchangeHooks(new ShutdownOrder())) Runtime.getRuntime().addShutdownHook(new Hook());
    }

    @Override
    public Set<Thread> keySet() {
        return new Hooks(super.keySet());
    }

    private static void begin() {
        try {
            Engine.registration().beforeShutdownHooks();
        } catch (Throwable failure) {
            Messages.warn("the end of a tool failed: " + Messages.describe(failure));
        }
    }

    private static void end() {
        try {
            Engine.registration().afterShutdownHooks();
        } catch (Throwable failure) {
            Messages.warn("the end of a tool failed: " + Messages.describe(failure));
        } finally {
            Native.end();
        }
    }

    /// What the JVM goes through.
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
