package io.rocprofiler.collector;

import io.rocprofiler.sdk.Agent;
import java.util.List;

/// The machine on which this process runs.
interface Machine {
    /// The agents; empty until they are known. The list never shrinks.
    List<Agent> agents();
}
