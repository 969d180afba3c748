package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.KernelInfo;
import io.rocprofiler.sdk.internal.agent.FakeHsa;
import io.rocprofiler.sdk.internal.agent.HsaQueries;
import io.rocprofiler.sdk.internal.agent.MachineFiles;
import io.rocprofiler.sdk.internal.agent.TestMachines;
import io.rocprofiler.sdk.internal.argument.ArgumentScratch;
import io.rocprofiler.sdk.internal.kfd.FakeKfd;
import io.rocprofiler.sdk.internal.kfd.KfdDevice;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Peek;
import io.rocprofiler.sdk.internal.seam.ProcessMemory;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A process without C: functions are lambdas at synthetic addresses, and external effects of registration
/// are recorded.
public final class FakePlatform implements NativePlatform {
    private final EventSlots events = new EventSlots(new Slots());

    /// A C function of up to six words.
    public interface Function {
        long call(long[] a);
    }

    private static final long FIRST_ADDRESS = 0x7000_0000_0000L;

    final List<DiscoveredTool> tools = new ArrayList<>();
    public final List<String> log = new ArrayList<>();
    private final Map<Long, Function> functions = new HashMap<>();
    private final List<Long> garbage = new ArrayList<>();
    private final ThreadLocal<Long> threads = ThreadLocal.withInitial(FakePlatform::newThreadBlock);
    public final Map<String, String> variables = new HashMap<>();
    private long forced;

    /// A machine without a driver.
    public MachineFiles machine = TestMachines.withoutDriver();

    public FakeHsa hsa = new FakeHsa();
    public FakeKfd kfd = new FakeKfd();

    /// Registers a C function and returns its address.
    public synchronized long function(Function function) {
        long address = FIRST_ADDRESS + 16L * functions.size();
        functions.put(address, function);
        return address;
    }

    /// Adds a C tool that discovery finds.
    public long tool(String name, Function configure) {
        long function = function(configure);
        tools.add(new DiscoveredTool(function, name, 0));
        return function;
    }

    /// Returns an address that cannot be read.
    public long unreadable() {
        long address = 0x10L + garbage.size();
        garbage.add(address);
        return address;
    }

    @Override
    public void attach() {}

    @Override
    public void force(long configureFunction) {
        forced = configureFunction;
    }

    @Override
    public List<DiscoveredTool> discoverTools() {
        List<DiscoveredTool> found = new ArrayList<>();
        if (forced != 0) found.add(new DiscoveredTool(forced, "(forced)", 0));
        found.addAll(tools);
        return found;
    }

    @Override
    public long invoke(long function, long a0, long a1, long a2, long a3, long a4, long a5) {
        Function known;
        synchronized (this) {
            known = functions.get(function);
        }
        if (known == null) throw new AssertionError("called 0x" + Long.toHexString(function));
        return known.call(new long[] {a0, a1, a2, a3, a4, a5});
    }

    @Override
    public long invokeMany(long function, long arguments) {
        Function known;
        synchronized (this) {
            known = functions.get(function);
        }
        if (known == null) throw new AssertionError("called 0x" + Long.toHexString(function));
        long[] words = new long[ArgumentScratch.CALL_WORDS];
        for (int i = 0; i < words.length; i++) words[i] = Memory.getLong(arguments + 8L * i);
        return known.call(words);
    }

    @Override
    public void invokeLimited(long function, long argument) {
        invoke(function, argument, 0, 0, 0, 0, 0);
    }

    @Override
    public Peek peek() {
        return ProcessMemory.SELF;
    }

    @Override
    public @Nullable String variable(String name) {
        return variables.get(name);
    }

    @Override
    public boolean readable(long address, long sizeBytes) {
        return address != 0 && !garbage.contains(address);
    }

    @Override
    public long finalizeClientFunction() {
        return 0xF171;
    }

    @Override
    public long detachClientFunction() {
        return 0xDE7A;
    }

    /// The contexts in the order of their callbacks.
    public List<? extends TracingContext> frozen = List.of();

    @Override
    public void freeze(List<? extends TracingContext> contexts) {
        frozen = List.copyOf(contexts);
        log.add("freeze " + contexts.size());
    }

    @Override
    public void activate(TracingContext context) {
        log.add("activate");
    }

    @Override
    public void deactivate(TracingContext context) {
        log.add("deactivate");
    }

    @Override
    public void retire(TracingContext context) {
        deactivate(context);
    }

    @Override
    public void told(RuntimeTables runtime, boolean isInUse) {}

    @Override
    public void contextsCame(List<RuntimeTables> runtimes) {
        for (RuntimeTables runtime : runtimes) log.add("wanted again " + runtime.library());
    }

    @Override
    public void catchUp(RuntimeTables runtime, List<? extends TracingContext> came) {
        log.add("catch up " + runtime.library() + " " + came.size());
    }

    @Override
    public void registered(RuntimeTables runtime) {
        log.add("registered " + runtime.library() + " " + runtime.version() + " " + runtime.instance() + " "
                + runtime.count());
    }

    /// Whether there is a library that has the tables of runtimes.
    public boolean hasRegister = true;

    @Override
    public boolean handOver() {
        return hasRegister;
    }

    @Override
    public void taken(RuntimeTables runtime) {}

    @Override
    public void count(List<? extends TracingContext> contexts) {}

    @Override
    public EventSlots events() {
        return events;
    }

    @Override
    public void ask(TracingContext context) {}

    @Override
    public void windowClosed() {}

    @Override
    public void finalizing() {}

    @Override
    public void drain() {
        log.add("drain");
    }

    @Override
    public void disable() {
        log.add("disable");
    }

    @Override
    public long threadBlock() {
        return threads.get();
    }

    @Override
    public long nowNanos() {
        return 42;
    }

    private static long newThreadBlock() {
        return Arena.global().allocate(NativeThread.SIZEOF, 64).address();
    }

    @Override
    public long openCalls() {
        return 0;
    }

    @Override
    public long abandonedCalls() {
        return 0;
    }

    @Override
    public long passedThroughCalls() {
        return 0;
    }

    @Override
    public long missedCalls() {
        return 0;
    }

    @Override
    public MachineFiles machine() {
        return machine;
    }

    @Override
    public HsaQueries hsa() {
        return hsa;
    }

    @Override
    public KfdDevice kfd() {
        return kfd;
    }

    @Override
    public @Nullable KernelInfo kernel(long id) {
        return null;
    }

    @Override
    public long streamNumber(long stream) {
        return 0;
    }

    @Override
    public void toolsEnded() {}
}
