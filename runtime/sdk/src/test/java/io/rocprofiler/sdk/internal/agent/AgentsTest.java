package io.rocprofiler.sdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.abi.HsaIolinktype;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.registration.FakePlatform;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Agents as the kernel driver of several machines lists them (`agent.cpp` of rocprofiler-sdk 1.0.0).
class AgentsTest {
    private static List<Agent> agents(String machine) {
        return agents(machine, Map.of());
    }

    private static List<Agent> agents(String machine, Map<String, String> environment) {
        FakePlatform platform = new FakePlatform();
        platform.machine = TestMachines.of(machine, environment);
        return new Agents(platform).list();
    }

    @Test
    void aDesktopHasACpuWithItsMemory() {
        Agent cpu = agents("desktop").getFirst();
        assertThat(cpu)
                .usingRecursiveComparison()
                .ignoringFields("id")
                .isEqualTo(new KnownAgent(
                        0,
                        AgentType.CPU,
                        0,
                        0,
                        0,
                        "AMD Ryzen 9 7950X 16-Core Processor",
                        "CPU",
                        "AMD Ryzen 9 7950X 16-Core Processor",
                        "",
                        32,
                        0,
                        new KnownAgent.Compute(
                                32,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                1,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                new KnownAgent.Extent(0, 0, 0),
                                0,
                                new KnownAgent.Extent(0, 0, 0)),
                        new KnownAgent.Device(0, 0, 0, 0, 0, 25, 0, 0, 0, 0, 0, 0, 0),
                        new KnownAgent.Engines(0, 5881, 0, 0, 0, 0),
                        new KnownAgent.Visibility(true, true, true, true),
                        0,
                        List.of(new KnownAgent.MemoryBank(HsaHeaptype.SYSTEM, 0, 0, 0, 66_655_240_192L)),
                        List.of(),
                        List.of(new KnownAgent.IoLink(
                                HsaIolinktype.IOLINKTYPE_PCIEXPRESS, 0, 0, 0, 1, 20, 0, 0, 312, 31_504, 0, 1))));
    }

    @Test
    void aDesktopHasAGpuWithAllItsNumbers() {
        Agent gpu = agents("desktop").get(1);
        assertThat(gpu)
                .usingRecursiveComparison()
                .ignoringFields("id", "caches", "ioLinks")
                .isEqualTo(new KnownAgent(
                        0,
                        AgentType.GPU,
                        1,
                        1,
                        0,
                        "gfx1100",
                        "AMD",
                        "AMD Radeon RX 7900 XTX",
                        "ip discovery",
                        0,
                        0,
                        new KnownAgent.Compute(
                                96,
                                192,
                                2,
                                -2_147_479_544,
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
                                64,
                                32,
                                1024,
                                new KnownAgent.Extent(1024, 1024, 1024),
                                4_294_967_295L,
                                new KnownAgent.Extent(2_147_483_647, 65_535, 65_535)),
                        new KnownAgent.Device(
                                110_000,
                                0x1002,
                                0x744C,
                                0x300,
                                0,
                                0,
                                50_326,
                                0,
                                128,
                                0xD6A53B7E2C9F4810L,
                                1_746_010_752L,
                                550,
                                21),
                        new KnownAgent.Engines(2371, 5881, 2, 0, 6, 8),
                        new KnownAgent.Visibility(true, true, true, true),
                        25_753_026_560L,
                        List.of(new KnownAgent.MemoryBank(
                                HsaHeaptype.FRAME_BUFFER_PUBLIC, 0, 384, 1249, 25_753_026_560L)),
                        List.of(),
                        List.of()));
        assertThat(gpu.caches())
                .containsExactly(
                        new KnownAgent.Cache(2_147_487_752L, 32 << 10, 1, 128, 1, 64, 0, 9),
                        new KnownAgent.Cache(2_147_487_752L, 64 << 10, 1, 128, 1, 64, 0, 10),
                        new KnownAgent.Cache(2_147_487_752L, 6144 << 10, 2, 128, 1, 64, 0, 9),
                        new KnownAgent.Cache(2_147_487_752L, 98_304 << 10, 3, 64, 1, 64, 0, 9));
    }

    @Test
    void idsBeginSomewhereAndFollowTheNodes() {
        List<Agent> agents = agents("mi250");
        long first = agents.getFirst().id();
        assertThat(first).isBetween(255L, 65_535L);
        assertThat(agents).extracting(agent -> agent.id() - first).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
        List<Agent> some = agents("broken");
        long node0 = some.getFirst().id();
        assertThat(some).extracting(agent -> agent.id() - node0).containsExactly(0L, 4L, 5L);
    }

    @Test
    void agentsAreCountedInAllAndByType() {
        List<Agent> agents = agents("mi250");
        assertThat(agents)
                .extracting(Agent::type)
                .containsExactly(
                        AgentType.CPU, AgentType.CPU, AgentType.GPU, AgentType.GPU, AgentType.GPU, AgentType.GPU);
        assertThat(agents).extracting(Agent::nodeId).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(agents).extracting(Agent::logicalNodeId).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(agents).extracting(Agent::logicalNodeTypeId).containsExactly(0, 1, 0, 1, 2, 3);
    }

    @Test
    void eachDieOfAnMi250IsAGpuLinkedToTheOthers() {
        List<Agent> agents = agents("mi250");
        Agent die = agents.get(4);
        assertThat(die.name()).isEqualTo("gfx90a");
        assertThat(die.modelName()).isEqualTo("aldebaran");
        assertThat(die.productName()).isEqualTo("AMD Instinct MI250X/MI250");
        assertThat(die.device().hiveId()).isEqualTo(0x9C0D2A44E1B7F3L);
        assertThat(die.device().gpuId()).isEqualTo(30_746);
        assertThat(die.device().locationId()).isEqualTo(43_264);
        assertThat(die.device().domain()).isEqualTo(1);
        assertThat(die.device().drmRenderMinor()).isEqualTo(130);
        assertThat(die.compute().cuCount()).isEqualTo(104);
        assertThat(die.compute().maxWavesPerCu()).isEqualTo(32);
        assertThat(die.compute().shaderEngineCount()).isEqualTo(8);
        assertThat(die.compute().cuPerEngine()).isEqualTo(13);
        assertThat(die.localMemoryBytes()).isEqualTo(68_702_699_520L);
        assertThat(die.memoryBanks())
                .containsExactly(
                        new KnownAgent.MemoryBank(HsaHeaptype.FRAME_BUFFER_PRIVATE, 0, 4096, 1600, 68_702_699_520L));
        assertThat(die.ioLinks())
                .containsExactly(
                        new KnownAgent.IoLink(
                                HsaIolinktype.IOLINKTYPE_PCIEXPRESS, 0, 0, 4, 1, 20, 0, 0, 312, 31_504, 0, 1),
                        xgmi(4, 2, 50_000),
                        xgmi(4, 3, 50_000),
                        xgmi(4, 5, 200_000));
        assertThat(agents.get(1).name()).isEqualTo("AMD EPYC 7763 64-Core Processor");
        assertThat(agents.get(1).cpuCoreIdBase()).isEqualTo(128);
    }

    private static Agent.IoLink xgmi(int from, int to, int bandwidth) {
        return new KnownAgent.IoLink(
                HsaIolinktype.IOLINK_TYPE_XGMI, 0, 0, from, to, 15, 0, 0, bandwidth, bandwidth, 0, 1);
    }

    @Test
    void aMachineWithoutAGpuHasItsCpu() {
        List<Agent> agents = agents("cpu");
        assertThat(agents).hasSize(1);
        assertThat(agents.getFirst().isCpu()).isTrue();
        assertThat(agents.getFirst().name()).isEqualTo("Intel(R) Xeon(R) Gold 6430");
        assertThat(agents.getFirst().device().familyId()).isEqualTo(6);
        assertThat(agents.getFirst().compute().cuCount()).isEqualTo(64);
    }

    /// As in AMD's library, an agent with compute units counts as a GPU, even if its chip has CPU cores, too.
    @Test
    void aChipOfBothIsAGpuOfSeveralDies() {
        Agent apu = agents("mi300a").getFirst();
        assertThat(apu.isGpu()).isTrue();
        assertThat(apu.name()).isEqualTo("gfx942");
        assertThat(apu.productName()).isEqualTo("AMD Instinct MI300A");
        assertThat(apu.cpuCoreCount()).isEqualTo(48);
        assertThat(apu.compute().xccCount()).isEqualTo(6);
        assertThat(apu.compute().cuCount()).isEqualTo(228);
        assertThat(apu.compute().shaderEngineCount()).isEqualTo(24);
        assertThat(apu.localMemoryBytes()).isEqualTo(134_934_319_104L);
    }

    @Test
    void nodesThatCannotBeReadAreLeftOut() {
        List<Agent> agents = agents("broken");
        assertThat(agents).extracting(Agent::nodeId).containsExactly(0, 4, 5);
        assertThat(agents).extracting(Agent::logicalNodeId).containsExactly(0, 1, 2);
        assertThat(agents).extracting(Agent::type).containsExactly(AgentType.CPU, AgentType.NONE, AgentType.GPU);
    }

    @Test
    void propertiesThatAreNoNumbersOrTooLargeAreNotThere() {
        Agent cpu = agents("broken").getFirst();
        assertThat(cpu.cpuCoreCount()).isEqualTo(8);
        assertThat(cpu.compute().ldsBytes()).isZero();
        assertThat(cpu.compute().waveFrontSize()).isZero();
        assertThat(cpu.engines().maxCpuClockMhz()).isZero();
        assertThat(cpu.device().vendorId()).isZero();
        assertThat(cpu.device().hiveId()).isZero();
        assertThat(cpu.device().gpuId()).isZero();
    }

    @Test
    void partsThatCannotBeReadAreEmptyAndPartsThatAreNotThereAreNot() {
        Agent cpu = agents("broken").getFirst();
        assertThat(cpu.memoryBanks()).isEmpty();
        assertThat(cpu.ioLinks()).isEmpty();
        assertThat(cpu.caches())
                .containsExactly(
                        new KnownAgent.Cache(0, 0, 0, 0, 0, 0, 0, 0),
                        new KnownAgent.Cache(0, 1024 << 10, 2, 0, 0, 0, 0, 0));
    }

    @Test
    void aGpuThatSaysLittleDividesByNothing() {
        Agent gpu = agents("broken").get(2);
        assertThat(gpu.name()).isEmpty();
        assertThat(gpu.productName()).isEmpty();
        assertThat(gpu.compute().cuCount()).isZero();
        assertThat(gpu.compute().shaderEngineCount()).isZero();
        assertThat(gpu.localMemoryBytes()).isEqualTo(1L << 32);
    }

    @Test
    void theNameOfAnInstructionSetHasItsLastDigitsInHexadecimal() {
        assertThat(GpuNames.isa(90_010)).isEqualTo("gfx90a");
        assertThat(GpuNames.isa(110_000)).isEqualTo("gfx1100");
        assertThat(GpuNames.isa(90_402)).isEqualTo("gfx942");
        assertThat(GpuNames.isa(100_306)).isEqualTo("gfx1036");
        assertThat(GpuNames.isa(115_100)).isEqualTo("gfx11330"); // no such chip: the name keeps its digits
        assertThat(GpuNames.isa(9_999)).isEmpty();
    }

    @Test
    void withoutADriverAndWithoutHsaThereAreNone() {
        FakePlatform platform = new FakePlatform();
        assertThat(new Agents(platform).list()).isEmpty();
        assertThat(new Agents(platform).table().pointers()).isZero();
    }

    @Test
    void eventsNameGpusByTheDriversNumbersAndAllElseIsTheHost() {
        FakePlatform platform = new FakePlatform();
        platform.machine = TestMachines.of("mi250");
        AgentTable table = new Agents(platform).table();
        assertThat(table.ofGpu(30_746)).isEqualTo(table.ofNode(4));
        assertThat(table.ofGpu(0)).isEqualTo(table.ofNode(0));
        assertThat(table.ofGpu(12_345)).isEqualTo(table.ofNode(0));
        assertThat(table.ofNode(6)).isZero();
    }
}
