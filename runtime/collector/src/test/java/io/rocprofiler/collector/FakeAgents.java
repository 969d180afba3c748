package io.rocprofiler.collector;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.abi.HsaIolinktype;
import io.rocprofiler.sdk.Agent;
import java.util.List;

/// A GPU whose numbers are all different.
final class FakeAgents {
    private FakeAgents() {}

    static Agent gpu() {
        return new Agent(
                700,
                AgentType.GPU,
                9,
                3,
                2,
                "gfx90a",
                "AMD",
                "Instinct\nMI210",
                "aldebaran",
                11,
                12,
                new Agent.Compute(
                        21,
                        22,
                        23,
                        24,
                        25,
                        26,
                        27,
                        28,
                        29,
                        30,
                        31,
                        32,
                        33,
                        65536,
                        4096,
                        34,
                        35,
                        1024,
                        new Agent.Extent(36, 37, 38),
                        4294967295L,
                        new Agent.Extent(39, 40, 41)),
                new Agent.Device(90010, 4098, 29711, 49408, 42, 43, 44, 45, 46, -2, 47, 48, 49),
                new Agent.Engines(1700, 3400, 50, 51, 52, 53),
                new Agent.Visibility(true, false, true, false),
                68702699520L,
                List.of(new Agent.MemoryBank(HsaHeaptype.FRAME_BUFFER_PUBLIC, 1, 4096, 1600, 68702699520L)),
                List.of(new Agent.Cache(61, 16384, 1, 64, 2, 4, 1, 9), new Agent.Cache(62, 8192, 2, 128, 1, 16, 0, 9)),
                List.of(new Agent.IoLink(HsaIolinktype.IOLINKTYPE_PCIEXPRESS, 1, 0, 9, 0, 20, 3, 4, 5, 6, 7, 8)));
    }
}
