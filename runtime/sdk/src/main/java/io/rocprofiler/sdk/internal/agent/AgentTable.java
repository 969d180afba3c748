package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;
import java.util.Map;

/// The agents of the process, numbered: immutable, and valid as long as the process.
public final class AgentTable implements DriverGpus {
    static final AgentTable EMPTY = new AgentTable(new long[0], new int[0]);

    private final long[] agents;
    private final long pointers;

    /// By GPU, in the order of `agents`: the number of its device in HIP, or -1.
    private final int[] hipDevices;

    private AgentTable(long[] agents, int[] hipDevices) {
        this.agents = agents;
        this.hipDevices = hipDevices;
        pointers = AgentStruct.array(agents.length, Long.BYTES);
        for (int i = 0; i < agents.length; i++) Memory.putLong(pointers + 8L * i, agents[i]);
    }

    /// Assigns ids and numbers to agents, in this order, and fills in their visibility.
    ///
    /// @param agents addresses of structs that are not published yet
    /// @param firstHandle the id of an agent of node 0; others' differ as their nodes' numbers do
    /// @param hidden as [Visibility#gpus]
    static AgentTable of(long[] agents, long firstHandle, Map<String, String> environment, boolean hidden) {
        int[] ofType = new int[AgentType.last()];
        long[] gpus = new long[agents.length];
        for (int i = 0; i < agents.length; i++) {
            AgentType type = AgentStruct.type(agents[i]);
            int number = ofType[type.value()]++;
            Memory.putLong(agents[i] + AgentV0.ID, firstHandle + node(agents[i]));
            Memory.putInt(agents[i] + AgentV0.LOGICAL_NODE_ID, i);
            Memory.putInt(agents[i] + AgentV0.LOGICAL_NODE_TYPE_ID, number);
            if (type == AgentType.GPU) gpus[number] = agents[i];
            else if (type == AgentType.CPU) Visibility.cpu(agents[i]);
        }
        int[] hip = Visibility.gpus(Arrays.copyOf(gpus, ofType[AgentType.GPU.value()]), environment, hidden);
        return new AgentTable(agents, hip);
    }

    public int count() {
        return agents.length;
    }

    /// Address of an array of `count` pointers to agents; 0 if there are none.
    public long pointers() {
        return pointers;
    }

    /// Returns the address of the agent with this number.
    public long agent(int index) {
        return agents[index];
    }

    /// The id of the first CPU; 0 if there is none.
    public long host() {
        for (long agent : agents) if (AgentStruct.type(agent) == AgentType.CPU) return id(agent);
        return 0;
    }

    /// Whether this is the id of a GPU.
    public boolean isGpu(long id) {
        for (long agent : agents) if (id(agent) == id) return AgentStruct.type(agent) == AgentType.GPU;
        return false;
    }

    /// Returns the id of the agent of a driver node, or 0 if there is none.
    public long ofNode(int node) {
        for (long agent : agents) if (AgentStruct.u32(agent, AgentV0.NODE_ID) == node) return id(agent);
        return 0;
    }

    /// Returns the id of the GPU that is this device in HIP, or 0 if there is none.
    public long ofHipDevice(int device) {
        if (device < 0) return 0;
        for (long agent : agents) {
            if (device(agent) == device) return id(agent);
        }
        return 0;
    }

    /// Returns which device in HIP the agent with this number is; -1 if it is none.
    public int hipDevice(int index) {
        return device(agents[index]);
    }

    private int device(long agent) {
        boolean isGpu = AgentStruct.type(agent) == AgentType.GPU;
        return isGpu ? hipDevices[AgentStruct.u32(agent, AgentV0.LOGICAL_NODE_TYPE_ID)] : -1;
    }

    @Override
    public long ofGpu(int gpuId) {
        if (gpuId == 0) return host();
        for (long agent : agents) {
            if (Memory.getLong(agent + AgentV0.GPU_ID) == Integer.toUnsignedLong(gpuId)) return id(agent);
        }
        return host();
    }

    private static long node(long agent) {
        return Integer.toUnsignedLong(AgentStruct.u32(agent, AgentV0.NODE_ID));
    }

    private static long id(long agent) {
        return Memory.getLong(agent + AgentV0.ID);
    }
}
