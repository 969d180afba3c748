package io.rocprofiler.roctracer;

import io.rocprofiler.abi.RoctracerStatus;

/// Thrown when roctracer rejects a request.
public final class RoctracerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// The status that C returned.
    private final RoctracerStatus status;

    RoctracerException(RoctracerStatus status, String message) {
        super(message);
        this.status = status;
    }

    /// {@return the status that C returned}
    public RoctracerStatus status() {
        return status;
    }
}
