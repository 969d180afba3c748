package io.rocprofiler.collector;

import io.rocprofiler.sdk.Agent;
import java.util.List;

/// What this process runs on.
interface Machine {
    /// Empty until anybody knows; never shorter than before.
    List<Agent> agents();
}
