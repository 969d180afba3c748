package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.seam.NativeAccess;
import java.util.List;

/// Finds tools that are not C's.
public interface ToolFinder {
    /// Those that the environment names, in its order.
    List<Candidate> find(NativeAccess c);
}
