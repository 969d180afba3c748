package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// What all views of the kernel driver's records have in common. Single events and pairs differ in where
/// fields lie.
abstract class KfdView extends TracingView {
    /// Of the enums of the driver's events.
    private static final int NONE = -1;

    private final int startAt;
    private final int endAt;
    private final int processIdAt;

    KfdView(int startAt, int endAt, int processIdAt) {
        this.startAt = startAt;
        this.endAt = endAt;
        this.processIdAt = processIdAt;
    }

    public final Operation operation() {
        Operation operation = Operations.of(kind(), operationValue());
        return operation != null ? operation : Objects.requireNonNull(Operations.of(kind(), NONE));
    }

    public final int processId() {
        return Memory.getInt(address + processIdAt);
    }

    public final long startNanos() {
        return Memory.getLong(address + startAt);
    }

    public final long endNanos() {
        return Memory.getLong(address + endAt);
    }
}
