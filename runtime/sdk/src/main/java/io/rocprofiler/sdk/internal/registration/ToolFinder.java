package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.seam.NativeAccess;
import java.util.List;

/// Finds tools that are not written in C.
public interface ToolFinder {
    /// Returns the tools that the environment names, in that order.
    List<Candidate> find(NativeAccess c);
}
