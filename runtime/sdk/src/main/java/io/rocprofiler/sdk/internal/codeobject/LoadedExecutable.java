package io.rocprofiler.sdk.internal.codeobject;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A frozen executable: its code objects, their kernels, and what was announced of them.
///
/// Thread rule: made by the thread that froze it; host functions, users and the flag are guarded by the lock
/// of [CodeObjects].
final class LoadedExecutable {
    /// Everything that callbacks were given. Lifetime: closed by [#close], after the callbacks of the unload.
    private final Arena memory = Arena.ofShared();

    final CodeObjectListeners listeners;
    final List<CodeObject> codeObjects = new ArrayList<>();

    /// Host functions that are known and not announced yet.
    private final List<Announcement> pending = new ArrayList<>();

    /// Threads that announce something of it: first the one that froze it.
    int users = 1;

    /// The executable is gone. Its last user unloads it, if it has one: a tool's callback may destroy what it hears of.
    boolean isDestroyed;

    LoadedExecutable(CodeObjectListeners listeners) {
        this.listeners = listeners;
    }

    Arena memory() {
        return memory;
    }

    /// @param announcement null if nobody listens
    record CodeObject(long id, @Nullable Announcement announcement, List<Kernel> kernels) {}

    /// @param symbol HSA's handle
    /// @param function the device function's name; empty if nobody listens to host functions
    record Kernel(
            long id,
            long codeObjectId,
            long kernelObject,
            long symbol,
            String function,
            @Nullable Announcement announcement) {}

    /// Prepares the announcement of a host function for all kernels of its name.
    void add(HostFunction host) {
        for (CodeObject object : codeObjects) for (Kernel kernel : object.kernels()) add(host, kernel);
    }

    void add(HostFunction host, Kernel kernel) {
        if (!host.name.equals(kernel.function())) return;
        Announcement announcement = host.announcement(kernel, listeners, memory);
        if (announcement != null) pending.add(announcement);
    }

    /// The host functions that are to be announced now.
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
