package io.rocprofiler.trace.pack;

import java.io.Serial;

/// A packed file, or a block of one, that is not what its writer wrote.
public final class PackException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    public PackException(String message) {
        super(message);
    }
}
