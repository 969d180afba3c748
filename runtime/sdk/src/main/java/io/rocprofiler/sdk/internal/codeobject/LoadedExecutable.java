package io.rocprofiler.sdk.internal.codeobject;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A frozen executable: its code objects, their kernels, and their announcements.
///
/// Thread rule: created by the thread that froze it; host functions, users and the flag are guarded by the lock
/// of [CodeObjects].
final class LoadedExecutable {
    /// The memory passed to callbacks. Lifetime: closed by [#close], after the callbacks of the unload.
    private final Arena memory = Arena.ofShared();

    final CodeObjectListeners listeners;
    final List<CodeObject> codeObjects = new ArrayList<>();

    /// Announcements of host functions that are still pending.
    private final List<Announcement> pending = new ArrayList<>();

    /// The number of threads that are announcing parts of it: first the one that froze it.
    int users = 1;

    /// Whether the executable was destroyed. If it has users, the last one unloads it: a tool's callback may
    /// destroy the executable that it is notified of.
    boolean isDestroyed;

    LoadedExecutable(CodeObjectListeners listeners) {
        this.listeners = listeners;
    }

    Arena memory() {
        return memory;
    }

    /// @param announcement null without a listener
    record CodeObject(long id, @Nullable Announcement announcement, List<Kernel> kernels) {}

    /// @param symbol HSA's handle
    /// @param function the device function's name; empty if no context traces host functions
    record Kernel(
            long id,
            long codeObjectId,
            long kernelObject,
            long symbol,
            String function,
            @Nullable Announcement announcement) {}

    /// Prepares the announcement of a host function for a kernel of its name.
    void add(HostFunction host, Kernel kernel) {
        Announcement announcement = host.announcement(kernel, listeners, memory);
        if (announcement != null) pending.add(announcement);
    }

    /// Removes and returns the pending announcements of host functions.
    List<Announcement> takePending() {
        List<Announcement> taken = new ArrayList<>(pending);
        pending.clear();
        return taken;
    }

    boolean hasPending() {
        return !pending.isEmpty();
    }

    void announceLoad(long thread) {
        for (CodeObject object : codeObjects) {
            if (object.announcement() != null) object.announcement().load(thread);
            for (Kernel kernel : object.kernels())
                if (kernel.announcement() != null) kernel.announcement().load(thread);
        }
    }

    void announceUnload(long thread) {
        for (CodeObject object : codeObjects) {
            if (object.announcement() != null) object.announcement().unload(thread);
            for (Kernel kernel : object.kernels())
                if (kernel.announcement() != null) kernel.announcement().unload(thread);
        }
    }

    void close() {
        memory.close();
    }
}
