package io.rocprofiler.sdk.engine;

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
final class CodeObjects {
    /// Handles are a runtime's own: two instances may have the same.
    private record Key(int instance, long executable) {}

    private static final Object LOCK = new Object();

    /// In the order of their freezes.
    private static final LinkedHashMap<Key, LoadedExecutable> LOADED = new LinkedHashMap<>();

    private static final HashMap<String, List<HostFunction>> HOST_FUNCTIONS = new HashMap<>();
    private static final KernelIds KERNELS = new KernelIds();
    private static boolean closed;

    private CodeObjects() {}

    /// The id of the kernel that a dispatch packet's `kernel_object` means, 0 if it is in no code object that we know.
    /// Lock-free.
    static long kernelId(long kernelObject) {
        return KERNELS.get(kernelObject);
    }

    /// An executable was frozen.
    static void frozen(int instance, long handle, long thread) {
        Key key = new Key(instance, handle);
        HsaLoader loader = HsaLoader.of(instance);
        if (loader == null || !loader.isPresent() || isKnown(key)) return;
        LoadedExecutable executable = CodeObjectReader.read(loader, handle, CodeObjectListeners.now());
        if (!add(key, executable)) {
            executable.close();
            return;
        }
        executable.announceLoad(thread);
        announceHosts(executable, thread);
    }

    /// A runtime is in use already: what it has frozen is told now.
    static void catchUp(int instance, long thread) {
        HsaLoader loader = HsaLoader.of(instance);
        if (loader == null || !loader.isPresent()) return;
        for (long executable : loader.frozenExecutables()) frozen(instance, executable, thread);
    }

    /// The name of a kernel for messages: its symbol's if it is still loaded, else its id.
    static String kernelName(long id) {
        synchronized (LOCK) {
            for (Map.Entry<Key, LoadedExecutable> loaded : LOADED.entrySet()) {
                for (LoadedExecutable.CodeObject object : loaded.getValue().codeObjects)
                    for (LoadedExecutable.Kernel kernel : object.kernels())
                        if (kernel.id() == id)
                            return CodeObjectReader.kernelName(loaded.getKey().instance(), kernel.symbol());
            }
        }
        return id == 0 ? "that is in no known code object" : "with id " + id;
    }

    private static boolean isKnown(Key key) {
        synchronized (LOCK) {
            return closed || LOADED.containsKey(key);
        }
    }

    private static boolean add(Key key, LoadedExecutable executable) {
        synchronized (LOCK) {
            if (closed || LOADED.putIfAbsent(key, executable) != null) return false;
            for (LoadedExecutable.CodeObject object : executable.codeObjects) {
                for (LoadedExecutable.Kernel kernel : object.kernels()) {
                    KERNELS.put(kernel.kernelObject(), kernel.id());
                    List<HostFunction> hosts = HOST_FUNCTIONS.get(kernel.function());
                    if (hosts != null) for (HostFunction host : hosts) executable.add(host, kernel);
                }
            }
            return true;
        }
    }

    /// Announces the host functions until there is none left: more may be registered while a callback runs. Ends this
    /// thread's use of the executable.
    private static void announceHosts(LoadedExecutable executable, long thread) {
        while (true) {
            List<Announcement> hosts;
            synchronized (LOCK) {
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
    static void destroyed(int instance, long handle, long thread) {
        LoadedExecutable executable;
        synchronized (LOCK) {
            executable = LOADED.remove(new Key(instance, handle));
            if (executable == null) return;
            executable.isDestroyed = true;
            if (executable.users != 0) return; // by a callback that hears of it: its last user unloads it
        }
        unload(executable, thread);
    }

    private static void unload(LoadedExecutable executable, long thread) {
        for (LoadedExecutable.CodeObject object : executable.codeObjects)
            for (LoadedExecutable.Kernel kernel : object.kernels()) KERNELS.remove(kernel.kernelObject(), kernel.id());
        executable.announceUnload(thread);
        executable.close();
    }

    // --- host functions -------------------------------------------------------------------------------------------

    /// HIP's compiler half has registered a host function. Its kernels may be loaded already: then those who heard of
    /// them, and still listen, hear of it now.
    static void registered(HostFunction host, long thread) {
        List<LoadedExecutable> used = new ArrayList<>();
        synchronized (LOCK) {
            List<HostFunction> hosts = HOST_FUNCTIONS.get(host.name);
            if (hosts == null) {
                hosts = new ArrayList<>(1);
                HOST_FUNCTIONS.put(host.name, hosts);
            }
            hosts.add(host);
            for (LoadedExecutable executable : LOADED.values()) {
                executable.add(host);
                if (!executable.hasPending() || executable.users != 0) continue; // what is in use has its announcer
                executable.users = 1;
                used.add(executable);
            }
        }
        for (LoadedExecutable executable : used) announceHosts(executable, thread);
    }

    /// A fat binary is gone, and the functions that were registered for it.
    static void unregistered(long modules) {
        synchronized (LOCK) {
            for (List<HostFunction> hosts : HOST_FUNCTIONS.values())
                for (int i = hosts.size(); i-- > 0; ) if (hosts.get(i).modules == modules) hosts.remove(i);
        }
    }

    // --- the end --------------------------------------------------------------------------------------------------

    /// Everything is unloaded as far as tools are concerned, last frozen first. What is frozen from now on is not told.
    static void close() {
        synchronized (LOCK) {
            closed = true;
            if (LOADED.isEmpty()) return;
        }
        if (!EndThread.run(Finalization.limitSeconds(), new UnloadAll()))
            Messages.warn("a tool did not return from a callback about code objects; the program ends without it");
    }

    private record UnloadAll() implements Runnable {
        @Override
        public void run() {
            long thread = Native.threadBlock();
            for (LoadedExecutable executable = takeLast(); executable != null; executable = takeLast())
                unload(executable, thread);
        }
    }

    private static @Nullable LoadedExecutable takeLast() {
        synchronized (LOCK) {
            while (!LOADED.isEmpty()) {
                LoadedExecutable executable = LOADED.pollLastEntry().getValue();
                executable.isDestroyed = true;
                if (executable.users == 0) return executable; // else its last user unloads it
            }
            return null;
        }
    }
}
