package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.KernelInfo;
import io.rocprofiler.sdk.RuntimeListener;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.buffer.DeliveryThreads;
import io.rocprofiler.sdk.internal.kfd.KfdEvents;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.seam.EndThread;
import io.rocprofiler.sdk.internal.seam.Handles;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.ToolExit;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The lifecycle of the profiler in one process: tools are discovered and configured once, when the first runtime
/// registers its tables, or when a program forces it. Then their configuration is fixed. Each tool that a program
/// brings later has a window of its own, which adds to what is traced. At the end each tool is finalized.
///
/// A window is open under a lock: a second thread waits, with a time limit. If the same thread re-enters (a tool that
/// calls a runtime from its `initialize`), it does not wait, and its tables are wrapped when the window has closed.
public final class Registration {
    private static final long PATIENCE_MILLIS = 5_000;

    /// The name of a tool that a program has forced, as AMD's (1.4, `registration.cpp`).
    private static final String FORCED = "(forced...)";

    /// Not a status: finalization has started, and calls of these tables may be missing (registration.c).
    private static final int TOO_LATE = NativeConstants.REGISTER_TOO_LATE;

    private final NativePlatform platform;
    private final ToolFinder finder;
    private final Window window = new Window();
    private final Contexts contexts;
    private final DeliveryThreads threads;
    private final BufferRegistry buffers;
    private final Agents agents;
    private final KfdEvents kfd;
    private final Finalization finalization;
    private final Sessions sessions;
    private final int firstClientId = Handles.randomClientOffset();
    private final List<Client> clients = new CopyOnWriteArrayList<>();
    private final List<RuntimeListener> runtimeListeners = new CopyOnWriteArrayList<>();
    private final InterceptTables interceptTables = new InterceptTables();
    private final ConcurrentLinkedQueue<RuntimeTables> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock registering = new ReentrantLock();

    /// Guards what is wrapped, never while a tool's code runs.
    private final Object wrapping = new Object();

    /// The runtimes whose tables are wrapped.
    private final List<RuntimeTables> wrapped = new ArrayList<>();

    /// The functions that `rocprofiler_force_configure` was given.
    private final Set<Long> forced = new HashSet<>();

    /// The runtimes that register again while a tool registers late, collected by the thread that holds the lock.
    private @Nullable List<String> earlier;

    private volatile long missedBefore;

    public Registration(NativePlatform platform, ToolFinder finder) {
        this.platform = platform;
        this.finder = finder;
        contexts = new Contexts(window, platform);
        threads = new DeliveryThreads(platform);
        buffers = new BufferRegistry(window, contexts, threads);
        agents = new Agents(platform);
        kfd = new KfdEvents(platform, agents, threads);
        finalization = new Finalization(window, contexts, threads, platform);
        sessions = new Sessions(contexts, platform);
    }

    public NativePlatform platform() {
        return platform;
    }

    public Window window() {
        return window;
    }

    public Contexts contexts() {
        return contexts;
    }

    public BufferRegistry buffers() {
        return buffers;
    }

    public InterceptTables interceptTables() {
        return interceptTables;
    }

    public DeliveryThreads threads() {
        return threads;
    }

    public Agents agents() {
        return agents;
    }

    /// The agents known at the moment.
    public List<Agent> listAgents() {
        platform.attach();
        return agents.list();
    }

    /// Returns the id of the agent whose `hsa_agent_t` is at this address, or 0 if there is none.
    public long hsaAgentAt(long address) {
        platform.attach();
        try (Arena arena = Arena.ofConfined()) {
            long handle = arena.allocate(Long.BYTES, Long.BYTES).address();
            boolean isRead = address != 0 && platform.peek().copy(handle, address, Long.BYTES);
            return isRead ? agents.idOf(Memory.getLong(handle)) : 0;
        }
    }

    /// Returns the id of the agent that is this device in HIP, or 0 if there is none.
    public long hipAgent(int device) {
        platform.attach();
        return agents.table().ofHipDevice(device);
    }

    /// Returns the number of a HIP stream in events and records.
    public long streamNumber(long stream) {
        platform.attach();
        return platform.streamNumber(stream);
    }

    public long timestampNanos() {
        platform.attach();
        return platform.nowNanos();
    }

    public long threadId() {
        platform.attach();
        return Memory.getLong(platform.threadBlock() + NativeThread.TID);
    }

    public long openCalls() {
        platform.attach();
        return platform.openCalls();
    }

    public long abandonedCalls() {
        platform.attach();
        return platform.abandonedCalls();
    }

    public long passedThroughCalls() {
        platform.attach();
        return platform.passedThroughCalls();
    }

    public @Nullable String variable(String name) {
        platform.attach();
        return platform.variable(name);
    }

    /// Tools that a program has registered.
    ///
    /// @param earlierRuntimes libraries that were already in use
    public record Registered(List<Client> clients, List<String> earlierRuntimes) {}

    /// Registers a program's own tools, which opens and closes a window.
    ///
    /// @param name used in messages
    /// @throws IllegalStateException if a tool is being configured by this thread, the program ends, or the C half
    ///     is missing
    public Registered register(String name, List<? extends Candidate> own) {
        platform.attach();
        registering.lock();
        try {
            if (window.finiStatus() != 0) throw refused(name, "the program ends");
            if (window.isOpen()) throw refused(name, "another tool is being configured by this thread");
            int first = clients.size();
            List<String> known = knownRuntimes();
            if (window.initStatus() == 0) {
                platform.force(0);
                initialize(own);
            } else {
                initializeLater(own);
            }
            handOver(known);
            return new Registered(List.copyOf(clients.subList(first, first + own.size())), List.copyOf(known));
        } finally {
            registering.unlock();
        }
    }

    private static IllegalStateException refused(String name, String why) {
        return new IllegalStateException("tool=" + name + ": " + why);
    }

    /// The libraries of the runtimes that are wrapped already.
    private List<String> knownRuntimes() {
        List<String> names = new ArrayList<>();
        synchronized (wrapping) {
            for (RuntimeTables runtime : wrapped) names.add(runtime.library());
        }
        return names;
    }

    /// Makes runtimes that registered before any tool register again. Under the lock, when the window has closed.
    ///
    /// @param names gets their libraries
    /// @return false if there is nothing that could
    private boolean handOver(List<String> names) {
        earlier = names;
        try {
            return platform.handOver();
        } finally {
            earlier = null;
        }
    }

    /// Delivers what the buffers of some tools have, once the work of their contexts is done or a limit is reached.
    public boolean flush(List<Client> some) {
        if (window.finiStatus() > 0) return false;
        platform.drain();
        for (Client client : some) buffers.deliver(client);
        return true;
    }

    /// Whether this process can be traced by tools in Java: the C half is loaded, or can be.
    public boolean isAvailable() {
        try {
            platform.attach();
            return true;
        } catch (IllegalStateException | LinkageError _) {
            return false;
        }
    }

    /// Returns what is known about a kernel, or null.
    public @Nullable KernelInfo kernel(long id) {
        return platform.kernel(id);
    }

    /// Finalizes a tool that a program has registered, before the program ends.
    public void close(Client client) {
        if (window.finiStatus() == 0) platform.drain();
        finalization.one(client);
    }

    /// Implements `rocprofiler_force_configure`, as AMD's SDK 1.4 decides: any number of times, each function once.
    ///
    /// @param configureFunction may be 0
    public Status force(long configureFunction) {
        if (window.finiStatus() != 0) return Status.ERROR_FINALIZED;
        // Checked without the lock: the tool that is being initialised may wait for the calling thread.
        if (window.isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
        if (configureFunction != 0 && !platform.readable(configureFunction, 1)) return Status.ERROR_INVALID_ARGUMENT;
        registering.lock();
        try {
            if (window.isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
            if (!forced.add(configureFunction) && window.initStatus() != 0) return Status.SUCCESS;
            if (window.initStatus() == 0) {
                platform.force(configureFunction);
                initialize(List.of());
                handOver(new ArrayList<>());
                return Status.SUCCESS;
            }
            if (configureFunction != 0 && !isKnown(configureFunction))
                initializeLater(List.of(late(configureFunction)));
            return handOver(new ArrayList<>()) ? Status.SUCCESS : Status.ERROR_INCOMPATIBLE_REGISTER_VERSION;
        } finally {
            registering.unlock();
        }
    }

    /// A tool that was found by its function, too, is not configured twice.
    private boolean isKnown(long configureFunction) {
        for (Client client : clients)
            if (client instanceof NativeClient tool && tool.isOf(configureFunction)) return true;
        return false;
    }

    private Candidate late(long configureFunction) {
        DiscoveredTool tool = new DiscoveredTool(configureFunction, FORCED, 0);
        return (priority, id, self) -> new NativeClient(priority, id, tool, platform, false);
    }

    /// Implements `rocprofiler_attach`: begins a session of the tools that rocprofiler-register was given, which the
    /// first call configures, and which get the runtimes that are in use.
    ///
    /// A wait for another thread has a time limit, as in [#setApiTable].
    public Status attach() {
        if (window.finiStatus() != 0) return Status.ERROR_FINALIZED;
        if (!enterWindow()) return Status.ERROR_NOT_AVAILABLE;
        try {
            if (window.isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
            if (window.initStatus() == 0) {
                platform.force(0);
                initialize(List.of());
                handOver(new ArrayList<>());
            }
            return sessions.begin(clients);
        } finally {
            registering.unlock();
        }
    }

    /// Implements `rocprofiler_detach`.
    public Status detach() {
        return window.finiStatus() != 0 ? Status.ERROR_FINALIZED : sessions.end();
    }

    /// Implements the `detach_func` passed to tools.
    public void detachClient(int clientId) {
        for (Client client : clients) if (client.is(clientId)) sessions.end(client);
    }

    /// Implements `rocprofiler_set_api_table`.
    ///
    /// A thread that finds the window open on another thread waits until it is closed, so that no call is missed.
    /// The wait has a time limit, because the other thread may need a lock that this one holds, the loader's for
    /// example. After a timeout, the tables are wrapped when the window has closed.
    ///
    /// @return a status value: 0, 19 for an unknown library, or [#TOO_LATE]
    public int setApiTable(String library, long version, long instance, long tables, long tableCount) {
        boolean first = enterWindow();
        try {
            if (first && window.initStatus() == 0) initialize(List.of());
            if (!RuntimeTables.isKnown(library)) return Status.ERROR_INVALID_ARGUMENT.value();
            if (window.initStatus() != 1) {
                waiting.add(RuntimeTables.keep(library, version, instance, tables, tableCount));
                if (window.initStatus() == 1) wrapWaiting();
                return Status.SUCCESS.value();
            }
        } finally {
            if (first) registering.unlock();
        }
        wrap(RuntimeTables.keep(library, version, instance, tables, tableCount));
        return window.finiStatus() == 0 ? Status.SUCCESS.value() : TOO_LATE;
    }

    /// Opens and closes the window if that has not happened: the library was loaded by a program that wants it
    /// to start then, or an OpenMP runtime asks for its tool, which also triggers the discovery of the SDK's
    /// own tools.
    ///
    /// @return false if finalization has started
    public boolean begin() {
        boolean first = enterWindow();
        try {
            if (first && window.initStatus() == 0) initialize(List.of());
        } finally {
            if (first) registering.unlock();
        }
        return window.finiStatus() == 0;
    }

    private boolean enterWindow() {
        try {
            return registering.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void wrapWaiting() {
        for (RuntimeTables runtime = waiting.poll(); runtime != null; runtime = waiting.poll()) {
            wrap(runtime);
            platform.taken(runtime);
        }
    }

    private void wrap(RuntimeTables runtime) {
        if (window.finiStatus() != 0) return;
        List<String> late = registering.isHeldByCurrentThread() ? earlier : null;
        if (late != null) late.add(runtime.library());
        synchronized (wrapping) {
            wrapped.removeIf(known -> known.isSame(runtime)); // it was shut down and initialised again
            wrapped.add(runtime);
            platform.registered(runtime);
        }
        platform.told(runtime, late != null);
        interceptTables.tell(runtime, 0);
        for (RuntimeListener listener : runtimeListeners) {
            try {
                listener.onRuntime(runtime.library(), runtime.version(), runtime.instance());
            } catch (Throwable failure) {
                Messages.warn("a listener for runtimes failed: " + Messages.describe(failure));
            }
        }
    }

    private void initialize(List<? extends Candidate> own) {
        configure(() -> discover(own));
        wrapWaiting();
    }

    /// Gives further tools a window, when the first one has closed. Tools that are there keep what they have; those
    /// that come get everything from now on, and are told of the runtimes and the code that are there.
    private void initializeLater(List<? extends Candidate> own) {
        int listeners = interceptTables.count();
        List<ToolContext> came = configure(() -> own.forEach(this::add));
        List<RuntimeTables> runtimes;
        synchronized (wrapping) {
            runtimes = List.copyOf(wrapped);
            platform.contextsCame(runtimes);
        }
        for (RuntimeTables runtime : runtimes) {
            platform.catchUp(runtime, came);
            interceptTables.tell(runtime, listeners);
        }
        wrapWaiting();
    }

    /// Opens and closes a window for the tools that `find` adds. Returns their contexts.
    private List<ToolContext> configure(Runnable find) {
        int first = clients.size();
        List<ToolContext> came;
        window.initStatus(-1);
        try {
            find.run();
            List<Client> found = clients.subList(first, clients.size());
            configureAll(found);
            initializeAll(found);
            startDefaultThread();
            EndThread.prepare();
        } finally {
            window.current(null);
            came = contexts.freeze();
            window.initStatus(1);
        }
        kfd.start(came, platform.events());
        platform.windowClosed();
        return came;
    }

    private void discover(List<? extends Candidate> own) {
        Set<String> attached = sessions.configuring();
        for (Candidate tool : own) add(tool);
        for (DiscoveredTool tool : platform.discoverTools()) {
            int index = clients.size();
            boolean attachable = attached.contains(tool.name());
            clients.add(new NativeClient(index, firstClientId + index, tool, platform, attachable));
        }
        for (Candidate tool : finder.find(platform)) add(tool);
    }

    private void add(Candidate found) {
        int index = clients.size();
        clients.add(found.client(index, firstClientId + index, this));
    }

    private static void configureAll(List<Client> found) {
        for (Client client : found) {
            try {
                client.wanted(client.configure());
            } catch (Throwable failure) {
                Messages.warn(
                        "tool " + client.name() + " failed in configure and is ignored: " + Messages.describe(failure));
            }
        }
    }

    private void initializeAll(List<Client> found) {
        for (Client client : found) {
            if (!client.isWanted()) continue;
            window.current(client);
            try {
                client.initialize();
            } catch (Throwable failure) {
                client.wanted(false);
                contexts.remove(client);
                Messages.warn("tool " + client.name() + " failed in initialize and is ignored: "
                        + Messages.describe(failure));
            }
        }
        window.current(null);
    }

    /// Starts the default thread. As in AMD's library, a process whose tools all want nothing gets no thread; nor
    /// does one whose Java tools deliver nothing.
    private void startDefaultThread() {
        for (Client client : clients) {
            if (client.isWanted() && (client instanceof NativeClient || buffers.hasDelivering())) {
                threads.startDefault();
                return;
            }
        }
    }

    /// Drops a tool that tried to end the process, be it while it is finalized.
    public void drop(Client client, ToolExit exit) {
        if (!client.drop()) return;
        Messages.warn("tool " + client.name() + " is dropped: " + exit.getMessage() + "; the program goes on");
        contexts.remove(client);
    }

    public void addRuntimeListener(RuntimeListener listener) {
        runtimeListeners.add(listener);
    }

    /// Finalizes the tools, once. Called from exit handlers and by a sole tool's finalize function.
    public void finalizeProcess() {
        kfd.stop();
        finalization.all(clients);
    }

    /// Called before the shutdown hooks of the program's own JVM start.
    public void beforeShutdownHooks() {
        missedBefore = platform.missedCalls();
        finalization.beforeHooks(clients);
    }

    /// Called after the shutdown hooks have ended.
    public void afterShutdownHooks() {
        finalizeProcess();
        platform.disable();
        long missed = platform.missedCalls() - missedBefore;
        if (missed > 0) Messages.warn(missed + " calls came when the tools were closed, while the program ended");
    }

    /// Implements the `fini_func` passed to tools. A sole tool's call finalizes everything, whatever id it passes.
    public void finalizeClient(int clientId) {
        if (clients.size() == 1) {
            finalizeProcess();
            return;
        }
        for (Client client : clients) if (client.is(clientId)) finalization.one(client);
    }
}
