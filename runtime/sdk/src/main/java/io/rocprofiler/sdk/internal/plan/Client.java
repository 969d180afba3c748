package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.ClientId;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;

/// One tool of this process, in discovery order.
///
/// Thread rule: configured and initialised by the initialising thread; finalized once, by the first caller.
public abstract class Client {
    // Lifetime: tools keep the pointer to their id; the memory is never freed.
    private static final Arena PROCESS = Arena.global();

    private final int priority;
    private final int id;
    private final long idAddress;
    private boolean wanted;
    private boolean finished;
    private boolean dropped;

    public Client(int priority, int id) {
        this.priority = priority;
        this.id = id;
        this.idAddress = PROCESS.allocate(ClientId.SIZEOF, Long.BYTES).address();
        Memory.putLong(idAddress + ClientId.SIZE, ClientId.SIZEOF);
        Memory.putInt(idAddress + ClientId.HANDLE, id);
    }

    /// 0 for the first tool discovered; tools that want nothing count, too.
    public final int priority() {
        return priority;
    }

    /// The handle in the tool's `rocprofiler_client_id_t`.
    public final int id() {
        return id;
    }

    /// Whether this id is the tool's. A tool that overwrote its own id is no longer recognised.
    public final boolean is(int handle) {
        return id == handle && Memory.getInt(idAddress + ClientId.HANDLE) == handle;
    }

    /// The address of the tool's `rocprofiler_client_id_t`, valid until the process exits.
    public final long idAddress() {
        return idAddress;
    }

    /// Whether the tool takes part in initialization and finalization: it requested so and has not failed.
    public final boolean isWanted() {
        return wanted;
    }

    public final void wanted(boolean value) {
        wanted = value;
    }

    /// Starts finalization. Returns true for exactly one caller.
    public final synchronized boolean beginFinish() {
        boolean first = !finished;
        finished = true;
        return first;
    }

    /// Drops the tool: it is not called any more, not even for finalization. Returns true for exactly one caller.
    public final synchronized boolean drop() {
        boolean first = !dropped;
        dropped = true;
        finished = true;
        return first;
    }

    /// Whether the tool has been dropped.
    public final synchronized boolean isDropped() {
        return dropped;
    }

    /// Whether the tool is called through the C ABI. Then it is finalized on the thread that ends the process.
    public boolean isNative() {
        return false;
    }

    /// Whether the tool is finalized after the shutdown hooks of the program's own JVM, not before them.
    public abstract boolean outlivesHooks();

    /// Whether finalization of the tool has started: after that, it is called only to finalize.
    public final synchronized boolean isFinished() {
        return finished;
    }

    /// The name used in messages.
    public abstract String name();

    /// Whether the tool is libroctracer64, according to its own name.
    public final boolean isRoctracer() {
        return name().equals("roctracer");
    }

    /// Asks the tool whether it wants to be initialised.
    ///
    /// @throws Exception if the tool fails or returns an invalid result: it is dropped
    public abstract boolean configure() throws Exception;

    /// Lets the tool configure its services. @throws Exception as [#configure]
    public abstract void initialize() throws Exception;

    /// Whether the tool would come by an attachment, if there is one. The environment names all tools in Java.
    public boolean isAttachable() {
        return true;
    }

    /// Notifies the tool, which came while the program was running, that a session begins.
    ///
    /// @throws Exception as [#configure]
    /// @param contexts the handles of all its contexts
    /// @return whether the tool starts its contexts itself
    public boolean attach(long[] contexts) throws Exception {
        return false;
    }

    /// Notifies the tool that the session ends. @throws Exception as [#configure]
    public void detach() throws Exception {}

    /// Calls the tool's finalization. @throws Exception as [#configure]
    public abstract void finish() throws Exception;
}
