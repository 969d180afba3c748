package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
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
import org.jspecify.annotations.Nullable;

/// `CODE_OBJECT`: what code HSA runtimes have loaded, from the freeze of an executable to its end.
///
/// At the freeze the contexts that are active hear of each code object, its kernels, and HIP's host functions for
/// them; they hear again when the executable is destroyed or, last frozen first, when all ends. A context that
/// starts later hears nothing of it. The numbers of kernels are kept for whoever traces dispatches, also while
/// nobody listens.
///
/// Thread rule: any thread. One lock for what is known; callbacks run without it.
public final class CodeObjects {
    /// Handles are a runtime's own: two instances may have the same.
    private record Key(int instance, long executable) {}

    private final Object lock = new Object();

    /// In the order of their freezes.
    private final LinkedHashMap<Key, LoadedExecutable> loaded = new LinkedHashMap<>();

    private final HashMap<String, List<HostFunction>> hostFunctions = new HashMap<>();
    private final KernelIds kernels = new KernelIds();
    private boolean closed;

    private final EventSlots events;

    /// By the instance of their runtime.
    private final HashMap<Integer, HsaLoader> loaders = new HashMap<>();

    private final CodeObjectReader.Numbers numbers;

    public CodeObjects(EventSlots events, Agents agents) {
        this.events = events;
        numbers = new CodeObjectReader.Numbers(agents);
    }

    /// An HSA runtime registers, and nothing of it is wrapped yet.
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

    /// The id of the kernel that a dispatch packet's `kernel_object` means, 0 if it is in no code object that we
    /// know. Lock-free.
    public long kernelId(long kernelObject) {
        return kernels.get(kernelObject);
    }

    /// An executable was frozen.
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

    /// A runtime is in use already: what it has frozen is told now.
    void catchUp(int instance, long thread) {
        HsaLoader loader = loader(instance);
        if (loader == null || !loader.isPresent()) return;
        for (long executable : loader.frozenExecutables()) frozen(instance, executable, thread);
    }

    /// The name of a kernel for messages: its symbol's if it is still loaded, else its id.
    public String kernelName(long id) {
        synchronized (lock) {
            for (Map.Entry<Key, LoadedExecutable> known : loaded.entrySet()) {
                for (LoadedExecutable.CodeObject object : known.getValue().codeObjects)
                    for (LoadedExecutable.Kernel kernel : object.kernels())
                        if (kernel.id() == id)
                            return CodeObjectReader.kernelName(
                                    loader(known.getKey().instance()), kernel.symbol());
            }
        }
        return id == 0 ? "that is in no known code object" : "with id " + id;
    }

    private boolean isKnown(Key key) {
        synchronized (lock) {
            return closed || loaded.containsKey(key);
        }
    }

    private boolean add(Key key, LoadedExecutable executable) {
        synchronized (lock) {
            if (closed || loaded.putIfAbsent(key, executable) != null) return false;
            for (LoadedExecutable.CodeObject object : executable.codeObjects) {
                for (LoadedExecutable.Kernel kernel : object.kernels()) {
                    kernels.put(kernel.kernelObject(), kernel.id());
                    List<HostFunction> hosts = hostFunctions.get(kernel.function());
                    if (hosts != null) for (HostFunction host : hosts) executable.add(host, kernel);
                }
            }
            return true;
        }
    }

    /// Announces the host functions until there is none left: more may be registered while a callback runs. Ends
    /// this thread's use of the executable.
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

    /// An executable is about to be destroyed.
    void destroyed(int instance, long handle, long thread) {
        LoadedExecutable executable;
        synchronized (lock) {
            executable = loaded.remove(new Key(instance, handle));
            if (executable == null) return;
            executable.isDestroyed = true;
            if (executable.users != 0) return; // by a callback that hears of it: its last user unloads it
        }
        unload(executable, thread);
    }

    private void unload(LoadedExecutable executable, long thread) {
        for (LoadedExecutable.CodeObject object : executable.codeObjects)
            for (LoadedExecutable.Kernel kernel : object.kernels()) kernels.remove(kernel.kernelObject(), kernel.id());
        executable.announceUnload(thread);
        executable.close();
    }

    // --- host functions -------------------------------------------------------------------------------------------

    /// HIP's compiler half has registered a host function. Its kernels may be loaded already: then those who heard
    /// of them, and still listen, hear of it now.
    void registered(HostFunction host, long thread) {
        List<LoadedExecutable> used = new ArrayList<>();
        synchronized (lock) {
            List<HostFunction> hosts = hostFunctions.get(host.name);
            if (hosts == null) {
                hosts = new ArrayList<>(1);
                hostFunctions.put(host.name, hosts);
            }
            hosts.add(host);
            for (LoadedExecutable executable : loaded.values()) {
                executable.add(host);
                if (!executable.hasPending() || executable.users != 0) continue; // what is in use has its announcer
                executable.users = 1;
                used.add(executable);
            }
        }
        for (LoadedExecutable executable : used) announceHosts(executable, thread);
    }

    /// A fat binary is gone, and the functions that were registered for it.
    void unregistered(long modules) {
        synchronized (lock) {
            for (List<HostFunction> hosts : hostFunctions.values())
                for (int i = hosts.size(); i-- > 0; ) if (hosts.get(i).modules == modules) hosts.remove(i);
        }
    }

    // --- the end --------------------------------------------------------------------------------------------------

    /// Everything is unloaded as far as tools are concerned, last frozen first. What is frozen from now on is not told.
    void close() {
        synchronized (lock) {
            closed = true;
            if (loaded.isEmpty()) return;
        }
        if (!EndThread.run(Limits.finalizeSeconds(), new UnloadAll()))
            Messages.warn("a tool did not return from a callback about code objects; the program ends without it");
    }

    private final class UnloadAll implements Runnable {
        @Override
        public void run() {
            long thread = Native.threadBlock();
            for (LoadedExecutable executable = takeLast(); executable != null; executable = takeLast())
                unload(executable, thread);
        }
    }

    private @Nullable LoadedExecutable takeLast() {
        synchronized (lock) {
            while (!loaded.isEmpty()) {
                LoadedExecutable executable = loaded.pollLastEntry().getValue();
                executable.isDestroyed = true;
                if (executable.users == 0) return executable; // else its last user unloads it
            }
            return null;
        }
    }
}
