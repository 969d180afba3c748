package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// An event passed to a handler: a view of C's struct, valid until the handler returns.
public abstract sealed class TracerCallback permits ApiCallback, MarkerCallback, EventCallback {
    private ActivityDomain domain = ActivityDomain.HIP_API;
    private int number;
    private long data;
    private @Nullable Arena lent;

    TracerCallback() {}

    final void open(ActivityDomain newDomain, int newNumber, long newData) {
        domain = newDomain;
        number = newNumber;
        data = newData;
    }

    final void close() {
        data = 0;
        Arena lifetime = lent;
        lent = null;
        if (lifetime != null) lifetime.close();
    }

    /// Returns memory that the handler may read until it returns: later, an access throws.
    final MemorySegment lend(long address, long sizeBytes) {
        data();
        Arena lifetime = lent;
        if (lifetime == null) {
            lifetime = Arena.ofConfined();
            lent = lifetime;
        }
        return MemorySegment.ofAddress(address)
                .reinterpret(sizeBytes, lifetime, null)
                .asReadOnly();
    }

    /// The address of the struct.
    final long data() {
        if (data == 0) throw new IllegalStateException("a callback's view was used after its handler had returned");
        return data;
    }

    /// {@return the runtime, or the type of work}
    public final ActivityDomain domain() {
        return domain;
    }

    /// {@return the operation's number in its domain}
    public final int operationValue() {
        return number;
    }

    /// {@return the operation}
    public final Op operation() {
        return new Op(domain, number);
    }

    /// {@return the name of the function or event}
    public final @Nullable String operationName() {
        return operation().name();
    }
}
