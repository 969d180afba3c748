package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The Java half of a thread block: the enclosing scopes of its thread, and the state that each service keeps
/// per thread.
///
/// Thread rule: `of` and the parts belong to the block's own thread, unless a part documents otherwise; the
/// ancestors are guarded by this object.
public final class ThreadState {
    private static final Object LOCK = new Object();
    private static volatile @Nullable ThreadState[] all = new @Nullable ThreadState[16];

    /// Guarded by [#LOCK].
    private static int count;

    private static int keys;

    public final long thread;
    private long threadId;
    private final Ancestors ancestors;
    private volatile @Nullable Part[] parts = new @Nullable Part[0];

    /// The state that a service keeps per thread.
    public interface Part {
        /// Called when the block of an ended thread passes to a new one, with the state's lock held.
        void takenOver();
    }

    /// Identifies the part of one service.
    public abstract static class Key<T extends Part> {
        private final int index;

        public Key() {
            synchronized (LOCK) {
                index = keys++;
            }
        }

        /// Creates the part of a thread that has none yet.
        public abstract T make(ThreadState state);
    }

    private ThreadState(long thread) {
        this.thread = thread;
        ancestors = new Ancestors(thread);
    }

    public static ThreadState of(long thread) {
        long index = Memory.getLong(thread + NativeThread.JAVA_INDEX);
        ThreadState state = index == 0 ? create(thread) : at((int) index - 1);
        long threadId = Memory.getLong(thread + NativeThread.TID);
        if (state.threadId != threadId) state.takeOver(threadId);
        return state;
    }

    private static ThreadState create(long thread) {
        ThreadState state = new ThreadState(thread);
        synchronized (LOCK) {
            @Nullable ThreadState[] known = all;
            if (count == known.length) known = Arrays.copyOf(known, 2 * count);
            known[count++] = state;
            all = known;
            Memory.putLong(thread + NativeThread.JAVA_INDEX, count);
        }
        return state;
    }

    private static ThreadState at(int index) {
        ThreadState state = all[index];
        if (state == null) throw new IllegalStateException("no thread has index=" + index);
        return state;
    }

    /// Clears the ancestors: what the old thread left open does not enclose the new thread's work.
    private synchronized void takeOver(long newThreadId) {
        threadId = newThreadId;
        for (Part part : parts) if (part != null) part.takenOver();
        ancestors.forget();
    }

    /// Returns the part of a service, which the thread itself creates on first use.
    @SuppressWarnings("unchecked") // a key's place holds what the key has made
    public <T extends Part> T part(Key<T> key) {
        @Nullable Part[] known = parts;
        Part part = key.index < known.length ? known[key.index] : null;
        return part != null ? (T) part : add(key);
    }

    private synchronized <T extends Part> T add(Key<T> key) {
        T part = key.make(this);
        @Nullable Part[] longer = Arrays.copyOf(parts, Math.max(parts.length, key.index + 1));
        longer[key.index] = part;
        parts = longer;
        return part;
    }

    /// Makes this id the innermost scope of the thread.
    public synchronized void enclose(long id) {
        ancestors.push(id);
    }

    /// Ends a scope that [#enclose(long)] began. Does nothing if the thread has ended and its block belongs to
    /// another thread, which never entered the scope.
    public synchronized void leave(long id) {
        if (Memory.getLong(thread + NativeThread.TID) != threadId) return;
        ancestors.remove(id);
    }
}
