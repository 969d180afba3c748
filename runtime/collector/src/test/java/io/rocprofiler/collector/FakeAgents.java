package io.rocprofiler.collector;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.abi.HsaIolinktype;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.testing.Doubles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A GPU whose numbers are all different.
final class FakeAgents {
    private FakeAgents() {}

    static Agent gpu() {
        return fake(
                Doubles.OfAgent.class,
                "id",
                700,
                "type",
                AgentType.GPU,
                "nodeId",
                9,
                "logicalNodeId",
                3,
                "logicalNodeTypeId",
                2,
                "name",
                "gfx90a",
                "vendorName",
                "AMD",
                "productName",
                "Instinct\nMI210",
                "modelName",
                "aldebaran",
                "cpuCoreCount",
                11,
                "cpuCoreIdBase",
                12,
                "compute",
                fake(
                        Doubles.OfCompute.class,
                        "cuCount",
                        21,
                        "simdCount",
                        22,
                        "simdPerCu",
                        23,
                        "simdIdBase",
                        24,
                        "waveFrontSize",
                        25,
                        "maxWavesPerSimd",
                        26,
                        "maxWavesPerCu",
                        27,
                        "xccCount",
                        28,
                        "shaderEngineCount",
                        29,
                        "simdArrayCount",
                        30,
                        "simdArraysPerEngine",
                        31,
                        "cuPerSimdArray",
                        32,
                        "cuPerEngine",
                        33,
                        "ldsBytes",
                        65536,
                        "gdsBytes",
                        4096,
                        "gwsCount",
                        34,
                        "maxScratchSlotsPerCu",
                        35,
                        "workgroupMaxSize",
                        1024,
                        "workgroupMax",
                        fake(Doubles.OfExtent.class, "x", 36, "y", 37, "z", 38),
                        "gridMaxSize",
                        4294967295L,
                        "gridMax",
                        fake(Doubles.OfExtent.class, "x", 39, "y", 40, "z", 41)),
                "device",
                fake(
                        Doubles.OfDevice.class,
                        "gfxTargetVersion",
                        90010,
                        "vendorId",
                        4098,
                        "deviceId",
                        29711,
                        "locationId",
                        49408,
                        "domain",
                        42,
                        "familyId",
                        43,
                        "gpuId",
                        44,
                        "hiveId",
                        45,
                        "drmRenderMinor",
                        46,
                        "uniqueId",
                        -2,
                        "capability",
                        47,
                        "firmwareVersion",
                        48,
                        "sdmaFirmwareVersion",
                        49),
                "engines",
                fake(
                        Doubles.OfEngines.class,
                        "maxComputeClockMhz",
                        1700,
                        "maxCpuClockMhz",
                        3400,
                        "sdmaEngineCount",
                        50,
                        "sdmaXgmiEngineCount",
                        51,
                        "sdmaQueuesPerEngine",
                        52,
                        "computeQueueCount",
                        53),
                "visibility",
                fake(Doubles.OfVisibility.class, "hsa", true, "hip", false, "rccl", true, "rocdecode", false),
                "localMemoryBytes",
                68702699520L,
                "memoryBanks",
                List.of(fake(
                        Doubles.OfMemoryBank.class,
                        "heapType",
                        HsaHeaptype.FRAME_BUFFER_PUBLIC,
                        "flags",
                        1,
                        "widthBits",
                        4096,
                        "maxClockMhz",
                        1600,
                        "sizeBytes",
                        68702699520L)),
                "caches",
                List.of(
                        fake(
                                Doubles.OfCache.class,
                                "processorIdLow",
                                61,
                                "sizeBytes",
                                16384,
                                "level",
                                1,
                                "lineBytes",
                                64,
                                "linesPerTag",
                                2,
                                "associativity",
                                4,
                                "latencyNanos",
                                1,
                                "type",
                                9),
                        fake(
                                Doubles.OfCache.class,
                                "processorIdLow",
                                62,
                                "sizeBytes",
                                8192,
                                "level",
                                2,
                                "lineBytes",
                                128,
                                "linesPerTag",
                                1,
                                "associativity",
                                16,
                                "latencyNanos",
                                0,
                                "type",
                                9)),
                "ioLinks",
                List.of(fake(
                        Doubles.OfIoLink.class,
                        "type",
                        HsaIolinktype.IOLINKTYPE_PCIEXPRESS,
                        "versionMajor",
                        1,
                        "versionMinor",
                        0,
                        "nodeFrom",
                        9,
                        "nodeTo",
                        0,
                        "weight",
                        20,
                        "minLatencyNanos",
                        3,
                        "maxLatencyNanos",
                        4,
                        "minBandwidthMbPerSecond",
                        5,
                        "maxBandwidthMbPerSecond",
                        6,
                        "recommendedTransferBytes",
                        7,
                        "flags",
                        8)));
    }

    /// Makes an object that answers by the name of the method.
    private static <T> T fake(Class<T> type, Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        InvocationHandler answer = (proxy, method, arguments) -> values.containsKey(method.getName())
                ? as(method.getReturnType(), values.get(method.getName()))
                : InvocationHandler.invokeDefault(proxy, method, arguments);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answer));
    }

    private static Object as(Class<?> type, Object value) {
        return type == long.class ? (Object) ((Number) value).longValue() : value;
    }
}
