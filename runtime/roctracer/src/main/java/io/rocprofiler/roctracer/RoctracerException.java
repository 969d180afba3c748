package io.rocprofiler.roctracer;

import io.rocprofiler.abi.RoctracerStatus;

/// roctracer refused what was asked for.
public final class RoctracerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// What C answered.
    private final RoctracerStatus status;

    RoctracerException(RoctracerStatus status, String message) {
        super(message);
        this.status = status;
    }

    /// {@return what C answered}
    public RoctracerStatus status() {
        return status;
    }
}
