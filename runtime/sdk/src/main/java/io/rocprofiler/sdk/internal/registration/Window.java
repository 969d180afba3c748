package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.plan.Client;
import org.jspecify.annotations.Nullable;

/// The state of the process between its start and the end of finalization.
///
/// ```
/// initStatus   0 not started   -1 initialising: the configuration window   1 configured
/// finiStatus   0 running       -1 finalising                               1 finalised
/// ```
///
/// Thread rule: read by any thread; written by the one thread that initialises or finalises.
public final class Window {
    private volatile int initStatus;
    private volatile int finiStatus;
    private volatile @Nullable Client current;

    public int initStatus() {
        return initStatus;
    }

    public int finiStatus() {
        return finiStatus;
    }

    /// Whether services and buffers may be configured now.
    public boolean isOpen() {
        return initStatus == -1;
    }

    /// Whether configuration has ended. Callback threads may be created until then, even before initialization.
    public boolean isLocked() {
        return initStatus > 0;
    }

    /// The client whose `initialize` is running, or null.
    @Nullable
    Client current() {
        return current;
    }

    void current(@Nullable Client client) {
        current = client;
    }

    public void initStatus(int status) {
        initStatus = status;
    }

    public void finiStatus(int status) {
        finiStatus = status;
    }
}
