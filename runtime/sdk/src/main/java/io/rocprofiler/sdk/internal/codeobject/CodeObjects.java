package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.EndThread;
import io.rocprofiler.sdk.internal.seam.Limits;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// `CODE_OBJECT`: the code that HSA runtimes have loaded, from the freeze of an executable to its destruction.
///
/// At the freeze, the active contexts are notified of each code object, its kernels, and HIP's host functions for
/// them. They are notified again when the executable is destroyed or, last frozen first, at finalization. A context
/// that starts later is not notified. The numbers of kernels are kept for contexts that trace dispatches, also
/// without any listener.
///
/// Thread rule: any thread. One lock guards the state; callbacks run without it.
public final class CodeObjects {
    /// Programs that compile kernels while they run unload many.
    private static final int MAX_KNOWN = 1 << 16;

    /// Identifies an executable: handles are local to a runtime, so two instances may have the same.
    private record Key(int instance, long executable) {
        // A record's own two are made of method handles, which takes a program's first kernel ten milliseconds.

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.instance == instance && key.executable == executable;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(executable) + instance;
        }
    }

    private final Object lock = new Object();

    /// The loaded executables, in the order of their freezes.
    private final LinkedHashMap<Key, LoadedExecutable> loaded = new LinkedHashMap<>();

    private final LoadedKernels loadedKernels = new LoadedKernels();
    private final HostFunctions hostFunctions = new HostFunctions();
    private final KernelIds kernels;

    /// Kernels that were asked for, or are unloaded: their records may come later.
    private final LinkedHashMap<Long, KnownKernel> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, KnownKernel> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    private boolean closed;

    private final EventSlots events;

    /// The loaders, by the instance of their runtime.
    private final HashMap<Integer, HsaLoader> loaders = new HashMap<>();

    private final CodeObjectReader.Numbers numbers;

    /// @param kernelIds the address of the `native_kernel_ids_t` that C reads, once the native half is there
    public CodeObjects(EventSlots events, Agents agents, LongSupplier kernelIds) {
        this.events = events;
        numbers = new CodeObjectReader.Numbers(agents);
        kernels = new KernelIds(kernelIds);
    }

    /// Keeps the functions of an HSA runtime that registers, before any of them is wrapped.
    void registers(RuntimeTables runtime) {
        HsaLoader loader = HsaLoader.of(Memory.getLong(runtime.tables()));
        synchronized (lock) {
            if (loader != null) loaders.putIfAbsent((int) runtime.instance(), loader);
        }
    }

    private @Nullable HsaLoader loader(int instance) {
        synchronized (lock) {
            return loaders.get(instance);
        }
    }

    /// Called when an executable was frozen.
    void frozen(int instance, long handle, long thread) {
        Key key = new Key(instance, handle);
        HsaLoader loader = loader(instance);
        if (loader == null || !loader.isPresent() || isKnown(key)) return;
        LoadedExecutable executable = CodeObjectReader.read(numbers, loader, handle, CodeObjectListeners.now(events));
        if (!add(key, executable)) {
            executable.close();
            return;
        }
        executable.announceLoad(thread);
        announceHosts(executable, thread);
    }

    /// Reports the executables that a runtime already in use has frozen to contexts that came since.
    void catchUp(int instance, List<? extends TracingContext> came, long thread) {
        HsaLoader loader = loader(instance);
        if (loader == null || !loader.isPresent()) return;
        for (long handle : loader.frozenExecutables()) {
            LoadedExecutable executable = use(new Key(instance, handle));
            if (executable == null) frozen(instance, handle, thread);
            else tellLater(executable, instance, loader, handle, came, thread);
        }
    }

    /// Returns a loaded executable, which stays until [#announceHosts].
    private @Nullable LoadedExecutable use(Key key) {
        synchronized (lock) {
            LoadedExecutable executable = loaded.get(key);
            if (executable != null) executable.users++;
            return executable;
        }
    }

    private void tellLater(
            LoadedExecutable executable,
            int instance,
            HsaLoader loader,
            long handle,
            List<? extends TracingContext> came,
            long thread) {
        CodeObjectListeners listeners = CodeObjectListeners.now(events).of(came);
        if (!listeners.isEmpty()) {
            CodeObjectReader.Numbering same = CodeObjectReader.Numbering.of(executable, numbers);
            LoadedExecutable later = CodeObjectReader.read(same, loader, handle, listeners);
            later.announceLoad(thread);
            synchronized (lock) {
                executable.addLater(later, hostFunctions);
                loadedKernels.remove(executable);
                loadedKernels.add(instance, executable);
            }
        }
        announceHosts(executable, thread);
    }

    /// Returns the name of a kernel for messages: its symbol's if it is still loaded, otherwise its id.
    public String kernelName(long id) {
        synchronized (lock) {
            LoadedKernels.One one = loadedKernels.get(id);
            if (one != null)
                return CodeObjectReader.kernelName(
                        loader(one.instance()), one.kernel().symbol());
        }
        return id == 0 ? "that is in no known code object" : "with id " + id;
    }

    /// Returns what is known about a kernel that is or was loaded, or null.
    public @Nullable KnownKernel kernel(long id) {
        synchronized (lock) {
            KnownKernel seen = known.get(id);
            if (seen != null) return seen;
            LoadedKernels.One one = loadedKernels.get(id);
            return one == null ? null : remember(one.instance(), one.kernel());
        }
    }

    /// Keeps the names of kernels that are about to be unloaded.
    private void forget(int instance, LoadedExecutable executable) {
        synchronized (lock) {
            loadedKernels.remove(executable);
            for (LoadedExecutable.CodeObject object : executable.codeObjects)
                for (LoadedExecutable.Kernel kernel : object.kernels())
                    if (!known.containsKey(kernel.id())) remember(instance, kernel);
        }
    }

    private KnownKernel remember(int instance, LoadedExecutable.Kernel kernel) {
        String name = CodeObjectReader.kernelName(loader(instance), kernel.symbol());
        KnownKernel made = KnownKernel.of(kernel.id(), kernel.codeObjectId(), name);
        known.put(kernel.id(), made);
        return made;
    }

    private boolean isKnown(Key key) {
        synchronized (lock) {
            return closed || loaded.containsKey(key);
        }
    }

    private boolean add(Key key, LoadedExecutable executable) {
        synchronized (lock) {
            if (closed || loaded.putIfAbsent(key, executable) != null) return false;
            loadedKernels.add(key.instance(), executable);
            for (LoadedExecutable.CodeObject object : executable.codeObjects) {
                for (LoadedExecutable.Kernel kernel : object.kernels()) {
                    kernels.put(kernel.kernelObject(), kernel.id());
                    for (HostFunction host : hostFunctions.of(kernel.function())) executable.add(host, kernel);
                }
            }
            return true;
        }
    }

    /// Announces host functions until none is pending: more may be registered while a callback runs. Ends this
    /// thread's use of the executable.
    private void announceHosts(LoadedExecutable executable, long thread) {
        while (true) {
            List<Announcement> hosts;
            synchronized (lock) {
                hosts = executable.takePending();
                if (hosts.isEmpty()) {
                    if (--executable.users != 0 || !executable.isDestroyed) return;
                    break;
                }
            }
            for (Announcement host : hosts) host.load(thread);
        }
        unload(executable, thread);
    }

    /// Called before an executable is destroyed.
    void destroyed(int instance, long handle, long thread) {
        LoadedExecutable executable;
        synchronized (lock) {
            executable = loaded.remove(new Key(instance, handle));
            if (executable == null) return;
            forget(instance, executable);
            executable.isDestroyed = true;
            if (executable.users != 0) return; // destroyed by a callback about it: its last user unloads it
        }
        unload(executable, thread);
    }

    private void unload(LoadedExecutable executable, long thread) {
        for (LoadedExecutable.CodeObject object : executable.codeObjects)
            for (LoadedExecutable.Kernel kernel : object.kernels()) kernels.remove(kernel.kernelObject(), kernel.id());
        end(executable, thread);
    }

    private static void end(LoadedExecutable executable, long thread) {
        executable.announceUnload(thread);
        executable.close();
    }

    // --- host functions -------------------------------------------------------------------------------------------

    /// Called when HIP's compiler API has registered a host function. If its kernels are already loaded, contexts
    /// that were notified of them and are still active are notified of it now.
    void registered(HostFunction host, long thread) {
        List<LoadedExecutable> used = new ArrayList<>();
        synchronized (lock) {
            hostFunctions.add(host);
            for (LoadedKernels.One one : loadedKernels.of(host.name)) {
                LoadedExecutable executable = one.executable();
                executable.add(host, one.kernel());
                if (!executable.hasPending() || executable.users != 0) continue; // its user announces them
                executable.users = 1;
                used.add(executable);
            }
        }
        for (LoadedExecutable executable : used) announceHosts(executable, thread);
    }

    /// Called when a fat binary, with the functions registered for it, was unregistered.
    void unregistered(long modules) {
        synchronized (lock) {
            hostFunctions.remove(modules);
        }
    }

    // --- finalization
    // --------------------------------------------------------------------------------------------------

    /// Reports everything as unloaded, last frozen first. Executables frozen later are not reported. Other threads may
    /// still launch kernels, so kernels keep their ids.
    void close() {
        synchronized (lock) {
            closed = true;
            if (loaded.isEmpty()) return;
        }
        int seconds = Limits.finalizeSeconds();
        boolean isHere = CodeObjectListeners.areNative(events);
        if (!(isHere ? EndThread.runHere(seconds, new UnloadAll()) : EndThread.run(seconds, new UnloadAll())))
            Messages.warn("a tool did not return from a callback about code objects; the program ends without it");
    }

    private final class UnloadAll implements Runnable {
        @Override
        public void run() {
            long thread = Native.threadBlock();
            for (LoadedExecutable executable = takeLast(); executable != null; executable = takeLast())
                end(executable, thread);
        }
    }

    private @Nullable LoadedExecutable takeLast() {
        synchronized (lock) {
            while (!loaded.isEmpty()) {
                Map.Entry<Key, LoadedExecutable> last = loaded.pollLastEntry();
                LoadedExecutable executable = last.getValue();
                forget(last.getKey().instance(), executable);
                executable.isDestroyed = true;
                if (executable.users == 0) return executable; // otherwise its last user unloads it
            }
            return null;
        }
    }
}
