package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.Dim3;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;

/// A `rocprofiler_agent_v0_t` in native memory: written once, by one thread, and unchanged after publication.
///
/// Lifetime: tools keep pointers to agents and to everything they point at; the memory is never freed.
public final class AgentStruct {
    private static final Arena PROCESS = Arena.global();
    private static final int POINTER_ALIGN = 8;

    private AgentStruct() {}

    /// Creates an agent: all fields zero, all names empty.
    static long create() {
        long agent = array(1, AgentV0.SIZEOF);
        Memory.putLong(agent + AgentV0.SIZE, AgentV0.SIZEOF);
        text(agent, AgentV0.NAME, "");
        text(agent, AgentV0.VENDOR_NAME, "");
        text(agent, AgentV0.PRODUCT_NAME, "");
        text(agent, AgentV0.MODEL_NAME, "");
        return agent;
    }

    /// Allocates zeroed memory for `count` structs; returns 0 if `count` is 0.
    static long array(int count, int sizeof) {
        return count == 0
                ? 0
                : PROCESS.allocate((long) count * sizeof, POINTER_ALIGN).address();
    }

    static void text(long agent, int offset, String text) {
        Memory.putLong(agent + offset, CStrings.intern(text));
    }

    static void dim3(long agent, int offset, int x, int y, int z) {
        Memory.putInt(agent + offset + Dim3.X, x);
        Memory.putInt(agent + offset + Dim3.Y, y);
        Memory.putInt(agent + offset + Dim3.Z, z);
    }

    static int u32(long agent, int offset) {
        return Memory.getInt(agent + offset);
    }

    public static AgentType type(long agent) {
        AgentType type = AgentType.of(u32(agent, AgentV0.TYPE));
        return type == null ? AgentType.NONE : type;
    }

    /// Returns the 64 bits that the driver calls the unique id of a GPU: the first half of the uuid, in
    /// memory order.
    static long uniqueId(long agent) {
        return Memory.getLong(agent + AgentV0.UUID);
    }

    /// Computes the fields that follow from others: waves and compute units per larger unit.
    static void derive(long agent) {
        int simdPerCu = u32(agent, AgentV0.SIMD_PER_CU);
        int arraysPerEngine = u32(agent, AgentV0.SIMD_ARRAYS_PER_ENGINE);
        int cus = type(agent) == AgentType.CPU
                ? u32(agent, AgentV0.CPU_CORES_COUNT)
                : quotient(u32(agent, AgentV0.SIMD_COUNT), simdPerCu);
        int engines = quotient(u32(agent, AgentV0.ARRAY_COUNT), arraysPerEngine);
        Memory.putInt(agent + AgentV0.CU_COUNT, cus);
        Memory.putInt(agent + AgentV0.MAX_WAVES_PER_CU, simdPerCu * u32(agent, AgentV0.MAX_WAVES_PER_SIMD));
        Memory.putInt(agent + AgentV0.NUM_SHADER_BANKS, engines);
        Memory.putInt(agent + AgentV0.CU_PER_ENGINE, quotient(cus, engines));
    }

    private static int quotient(int total, int parts) {
        return parts == 0 ? 0 : Integer.divideUnsigned(total, parts);
    }
}
