package io.rocprofiler.collector;

import io.rocprofiler.sdk.Agent;
import java.util.List;

/// The machine on which this process runs.
interface Machine {
    /// The agents; empty until they are known. The list never shrinks.
    List<Agent> agents();

    /// Returns the id of the agent whose `hsa_agent_t` is at this address; 0 if there is none.
    long hsaAgentAt(long address);

    /// Returns the id of the agent that is this device in HIP; 0 if there is none.
    long hipAgent(int device);

    /// Returns the number of a HIP stream in records.
    long streamNumber(long stream);
}
