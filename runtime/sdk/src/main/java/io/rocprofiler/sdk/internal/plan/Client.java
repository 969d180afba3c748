package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.ClientId;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;

/// One tool of this process, in discovery order.
///
/// Thread rule: configured and initialised by the initialising thread; finished once, by whoever comes first.
public abstract class Client {
    // Lifetime: tools keep the pointer to their id; nothing ever frees it.
    private static final Arena PROCESS = Arena.global();

    private final int priority;
    private final int id;
    private final long idAddress;
    private boolean wanted;
    private boolean finished;

    public Client(int priority, int id) {
        this.priority = priority;
        this.id = id;
        this.idAddress = PROCESS.allocate(ClientId.SIZEOF, Long.BYTES).address();
        Memory.putLong(idAddress + ClientId.SIZE, ClientId.SIZEOF);
        Memory.putInt(idAddress + ClientId.HANDLE, id);
    }

    /// 0 for the first tool that was discovered, counting also those that want nothing.
    public final int priority() {
        return priority;
    }

    /// The handle in the tool's `rocprofiler_client_id_t`.
    public final int id() {
        return id;
    }

    /// Whether this id is the tool's. A tool that wrote over its own id is nobody's any more.
    public final boolean is(int handle) {
        return id == handle && Memory.getInt(idAddress + ClientId.HANDLE) == handle;
    }

    /// Address of the tool's `rocprofiler_client_id_t`, valid for ever.
    public final long idAddress() {
        return idAddress;
    }

    /// Whether the tool is to be initialised and finished: it asked for it and did not fail.
    public final boolean isWanted() {
        return wanted;
    }

    public final void wanted(boolean value) {
        wanted = value;
    }

    /// True for exactly one caller.
    public final synchronized boolean beginFinish() {
        boolean first = !finished;
        finished = true;
        return first;
    }

    /// Whether the tool is finished after the shutdown hooks of a JVM that is the program's, and not before them.
    public abstract boolean outlivesHooks();

    /// Whether somebody has begun to finish it: it is not to be called any more, except for that.
    public final synchronized boolean isFinished() {
        return finished;
    }

    /// What messages call it.
    public abstract String name();

    /// Whether it is libroctracer64, by the name that it gives itself.
    public final boolean isRoctracer() {
        return name().equals("roctracer");
    }

    /// Asks the tool whether it wants anything.
    ///
    /// @throws Exception if the tool fails or answers nonsense: it is dropped
    public abstract boolean configure() throws Exception;

    /// Lets the tool configure its services. @throws Exception as [#configure]
    public abstract void initialize() throws Exception;

    /// Tells the tool that it is over. @throws Exception as [#configure]
    public abstract void finish() throws Exception;
}
