package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.plan.Client;
import org.jspecify.annotations.Nullable;

/// Where the process stands between "nothing happened yet" and "everything is over".
///
/// ```
/// initStatus   0 nothing yet   -1 initialising: the configuration window   1 configured for ever
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

    /// Services and buffers may be configured now.
    public boolean isOpen() {
        return initStatus == -1;
    }

    /// Callback threads may still be created: also before anything happened.
    public boolean isLocked() {
        return initStatus > 0;
    }

    /// The client whose `initialize` runs, or null.
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
