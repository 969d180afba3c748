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

    /// The same for contexts that came later.
    private final List<LoadedExecutable> later = new ArrayList<>();

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
            @Nullable Announcement announcement) {
        Kernel named(String name) {
            return name.isEmpty() || !function.isEmpty()
                    ? this
                    : new Kernel(id, codeObjectId, kernelObject, symbol, name, announcement);
        }
    }

    /// Prepares the announcement of a host function for a kernel of its name.
    void add(HostFunction host, Kernel kernel) {
        add(host, kernel, listeners);
        for (LoadedExecutable one : later) add(host, kernel, one.listeners);
    }

    private void add(HostFunction host, Kernel kernel, CodeObjectListeners to) {
        Announcement announcement = host.announcement(kernel, to, memory);
        if (announcement != null) pending.add(announcement);
    }

    /// Adds what contexts are told that came later, and their announcements of known host functions. Kernels get their
    /// functions' names, if those are known only now.
    void addLater(LoadedExecutable same, HostFunctions hosts) {
        later.add(same);
        for (int i = 0; i < codeObjects.size(); i++) {
            List<Kernel> kernels = codeObjects.get(i).kernels();
            List<Kernel> again = same.codeObjects.get(i).kernels();
            for (int j = 0; j < kernels.size(); j++) {
                Kernel kernel = kernels.get(j).named(again.get(j).function());
                kernels.set(j, kernel);
                for (HostFunction host : hosts.of(kernel.function())) add(host, kernel, same.listeners);
            }
        }
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
        for (LoadedExecutable one : later) one.announceUnload(thread);
    }

    void close() {
        memory.close();
        for (LoadedExecutable one : later) one.close();
    }
}
