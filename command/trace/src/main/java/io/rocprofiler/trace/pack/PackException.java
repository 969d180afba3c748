package io.rocprofiler.trace.pack;

import java.io.Serial;

/// Thrown for a packed file, or a block of one, that is damaged or in an unknown form.
public final class PackException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    public PackException(String message) {
        super(message);
    }
}
