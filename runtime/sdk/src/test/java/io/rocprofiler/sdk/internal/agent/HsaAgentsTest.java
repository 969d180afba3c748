package io.rocprofiler.sdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.HsaAgentInfo;
import io.rocprofiler.abi.HsaAmdAgentInfo;
import io.rocprofiler.abi.HsaAmdMemoryPoolInfo;
import io.rocprofiler.abi.HsaAmdSegment;
import io.rocprofiler.abi.HsaCacheInfo;
import io.rocprofiler.abi.HsaDeviceType;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.registration.FakePlatform;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Agents as an HSA runtime describes them, and the mapping between HSA's handles and agents.
class HsaAgentsTest {
    private static final long GIB = 1L << 30;

    private final FakePlatform platform = new FakePlatform();
    private final Agents agents = new Agents(platform);

    private static void pool(FakeHsa.Thing agent, long handle, HsaAmdSegment segment, long bytes) {
        agent.pools.add(new FakeHsa.Thing(handle)
                .with(HsaAmdMemoryPoolInfo.SEGMENT.value(), segment.value())
                .with(HsaAmdMemoryPoolInfo.SIZE.value(), bytes));
    }

    private void cpu(long handle, int node) {
        FakeHsa.Thing cpu = platform.hsa
                .agent(handle)
                .with(HsaAgentInfo.DEVICE.value(), HsaDeviceType.CPU.value())
                .with(HsaAgentInfo.NAME.value(), "A processor")
                .with(HsaAgentInfo.VENDOR_NAME.value(), "CPU")
                .with(HsaAmdAgentInfo.DRIVER_NODE_ID.value(), node)
                .with(HsaAmdAgentInfo.COMPUTE_UNIT_COUNT.value(), 16)
                .with(HsaAmdAgentInfo.MAX_CLOCK_FREQUENCY.value(), 4500)
                .with(HsaAmdAgentInfo.MEMORY_WIDTH.value(), 64);
        pool(cpu, handle + 1, HsaAmdSegment.GLOBAL, 64 * GIB);
        pool(cpu, handle + 2, HsaAmdSegment.GLOBAL, 64 * GIB);
    }

    private void gpu(long handle, int node, String uuid) {
        FakeHsa.Thing gpu = platform.hsa
                .agent(handle)
                .with(HsaAgentInfo.DEVICE.value(), HsaDeviceType.GPU.value())
                .with(HsaAgentInfo.NAME.value(), "gfx1100")
                .with(HsaAgentInfo.VENDOR_NAME.value(), "AMD")
                .with(HsaAgentInfo.WAVEFRONT_SIZE.value(), 32)
                .with(HsaAgentInfo.WORKGROUP_MAX_SIZE.value(), 1024)
                .with(HsaAgentInfo.WORKGROUP_MAX_DIM.value(), new short[] {1024, 512, (short) 65_535})
                .with(HsaAgentInfo.GRID_MAX_SIZE.value(), -1)
                .with(HsaAgentInfo.GRID_MAX_DIM.value(), new int[] {Integer.MAX_VALUE, 65_535, 65_534})
                .with(HsaAmdAgentInfo.PRODUCT_NAME.value(), "A card")
                .with(HsaAmdAgentInfo.DRIVER_NODE_ID.value(), node)
                .with(HsaAmdAgentInfo.CHIP_ID.value(), 0x744C)
                .with(HsaAmdAgentInfo.BDFID.value(), 0x300)
                .with(HsaAmdAgentInfo.COMPUTE_UNIT_COUNT.value(), 96)
                .with(HsaAmdAgentInfo.NUM_SIMDS_PER_CU.value(), 2)
                .with(HsaAmdAgentInfo.MAX_WAVES_PER_CU.value(), 32)
                .with(HsaAmdAgentInfo.NUM_SHADER_ENGINES.value(), 6)
                .with(HsaAmdAgentInfo.NUM_SHADER_ARRAYS_PER_SE.value(), 2)
                .with(HsaAmdAgentInfo.NUM_SDMA_ENG.value(), 2)
                .with(HsaAmdAgentInfo.NUM_XCC.value(), 1)
                .with(HsaAmdAgentInfo.MAX_CLOCK_FREQUENCY.value(), 2371)
                .with(HsaAmdAgentInfo.MEMORY_WIDTH.value(), 384)
                .with(HsaAmdAgentInfo.MEMORY_MAX_FREQUENCY.value(), 1249)
                .with(HsaAmdAgentInfo.UUID.value(), uuid);
        pool(gpu, handle + 1, HsaAmdSegment.GLOBAL, 24 * GIB);
        pool(gpu, handle + 2, HsaAmdSegment.GROUP, 64 << 10);
        gpu.caches.add(new FakeHsa.Thing(handle + 3)
                .with(HsaCacheInfo.LEVEL.value(), (byte) 1)
                .with(HsaCacheInfo.SIZE.value(), 32 << 10));
        gpu.caches.add(new FakeHsa.Thing(handle + 4).with(HsaCacheInfo.LEVEL.value(), (byte) 3));
    }

    private void machine() {
        cpu(0x1000, 0);
        gpu(0x2000, 1, "GPU-d6a53b7e2c9f4810");
        gpu(0x3000, 2, "GPU-XX");
    }

    @Test
    void thereAreNoneUntilTheRuntimeIsUp() {
        machine();
        assertThat(agents.list()).isEmpty();
        assertThat(agents.idOf(0x2000)).isZero();
        platform.hsa.up = true;
        assertThat(agents.list()).extracting(Agent::type).containsExactly(AgentType.CPU, AgentType.GPU, AgentType.GPU);
    }

    @Test
    void whatWasToldStays() {
        machine();
        platform.hsa.up = true;
        List<Agent> before = agents.list();
        long address = agents.table().agent(1);
        platform.hsa.up = false;
        assertThat(agents.list()).isEqualTo(before);
        assertThat(agents.table().agent(1)).isEqualTo(address);
    }

    @Test
    void aGpuHasWhatHsaSaysAndWhatFollows() {
        machine();
        platform.hsa.up = true;
        Agent gpu = agents.list().get(1);
        assertThat(gpu)
                .usingRecursiveComparison()
                .ignoringFields("id")
                .isEqualTo(new KnownAgent(
                        0,
                        AgentType.GPU,
                        1,
                        1,
                        0,
                        "gfx1100",
                        "AMD",
                        "A card",
                        "",
                        0,
                        0,
                        new KnownAgent.Compute(
                                96,
                                192,
                                2,
                                0,
                                32,
                                16,
                                32,
                                1,
                                6,
                                12,
                                2,
                                8,
                                16,
                                65_536,
                                0,
                                0,
                                0,
                                1024,
                                new KnownAgent.Extent(1024, 512, 65_535),
                                4_294_967_295L,
                                new KnownAgent.Extent(2_147_483_647, 65_535, 65_534)),
                        new KnownAgent.Device(0, 0, 0x744C, 0x300, 0, 0, 0, 0, 0, 0xD6A53B7E2C9F4810L, 0, 0, 0),
                        new KnownAgent.Engines(2371, 0, 2, 0, 0, 0),
                        new KnownAgent.Visibility(true, true, true, true),
                        24 * GIB,
                        List.of(new KnownAgent.MemoryBank(HsaHeaptype.FRAME_BUFFER_PRIVATE, 0, 384, 1249, 24 * GIB)),
                        List.of(
                                new KnownAgent.Cache(0, 32_768, 1, 0, 0, 0, 0, 0),
                                new KnownAgent.Cache(0, 0, 3, 0, 0, 0, 0, 0)),
                        List.of()));
        assertThat(agents.list().get(2).device().uniqueId()).isZero();
    }

    @Test
    void aCpuHasItsCoresAndItsMemoryOnce() {
        machine();
        platform.hsa.up = true;
        Agent cpu = agents.list().getFirst();
        assertThat(cpu.name()).isEqualTo("A processor");
        assertThat(cpu.cpuCoreCount()).isEqualTo(16);
        assertThat(cpu.compute().cuCount()).isEqualTo(16);
        assertThat(cpu.engines().maxCpuClockMhz()).isEqualTo(4500);
        assertThat(cpu.localMemoryBytes()).isZero();
        assertThat(cpu.memoryBanks())
                .containsExactly(new KnownAgent.MemoryBank(HsaHeaptype.SYSTEM, 0, 64, 0, 64 * GIB));
    }

    /// The runtime does not list agents hidden by ROCR_VISIBLE_DEVICES: it has applied the variable.
    @Test
    void variablesForHipCountWhatHsaLists() {
        machine();
        platform.hsa.up = true;
        MachineFiles machine = TestMachines.withoutDriver();
        platform.machine = new MachineFiles(
                machine.topology(),
                machine.cpuinfo(),
                machine.drm(),
                List.of(),
                Map.of("ROCR_VISIBLE_DEVICES", "7,3", "HIP_VISIBLE_DEVICES", "1"));
        assertThat(agents.list())
                .extracting(Agent::visibility)
                .containsExactly(
                        new KnownAgent.Visibility(true, true, true, true),
                        new KnownAgent.Visibility(true, false, false, false),
                        new KnownAgent.Visibility(true, true, true, true));
    }

    @Test
    void eachHandleOfHsaIsAnAgent() {
        machine();
        platform.hsa.up = true;
        long first = agents.list().getFirst().id();
        assertThat(agents.idOf(0x1000)).isEqualTo(first);
        assertThat(agents.idOf(0x3000)).isEqualTo(first + 2);
        assertThat(agents.hsaAgent(first + 1)).isEqualTo(0x2000);
        assertThat(agents.idOf(0)).isZero();
        assertThat(agents.idOf(0x4000)).isZero();
        assertThat(agents.hsaAgent(0)).isZero();
        assertThat(agents.hsaAgent(first + 3)).isZero();
    }

    @Test
    void aKnownHandleIsNotAskedForAgain() {
        machine();
        platform.hsa.up = true;
        agents.idOf(0x1000);
        int asked = platform.hsa.asked;
        assertThat(agents.idOf(0x3000)).isNotZero();
        assertThat(platform.hsa.asked).isEqualTo(asked);
    }

    @Test
    void aRuntimeThatCameUpAgainHasOtherHandlesForTheSameAgents() {
        machine();
        platform.hsa.up = true;
        long second = agents.idOf(0x2000);
        platform.hsa.agents.clear();
        cpu(0x5000, 0);
        gpu(0x6000, 1, "");
        assertThat(agents.idOf(0x6000)).isEqualTo(second);
        assertThat(agents.hsaAgent(second)).isEqualTo(0x6000);
    }

    /// With the driver, HSA's handles are found by node numbers; hidden agents have no handle.
    @Test
    void handlesOfHsaFindTheDriversNodes() {
        platform.machine = TestMachines.of("mi250");
        cpu(0x1000, 0);
        gpu(0x2000, 3, "");
        platform.hsa.up = true;
        AgentTable table = agents.table();
        assertThat(agents.idOf(0x1000)).isEqualTo(table.ofNode(0));
        assertThat(agents.idOf(0x2000)).isEqualTo(table.ofNode(3));
        assertThat(agents.hsaAgent(table.ofNode(2))).isZero();
        assertThat(Memory.getInt(table.agent(3) + AgentV0.CU_COUNT)).isEqualTo(104);
    }
}
