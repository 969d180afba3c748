package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.AgentCache;
import io.rocprofiler.abi.AgentIoLink;
import io.rocprofiler.abi.AgentMemBank;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.nio.file.Files;
import java.nio.file.Path;

/// The parts of a node in the driver's topology: its memory banks, caches and links, one folder each.
final class KfdParts {
    private static final int MAX_PARTS = 4096;

    private static final String[] BANK_NAMES = {"heap_type", "flags", "width", "mem_clk_max"};
    private static final int[] BANK_OFFSETS = {
        AgentMemBank.HEAP_TYPE, AgentMemBank.FLAGS, AgentMemBank.WIDTH, AgentMemBank.MEM_CLK_MAX
    };
    private static final String[] CACHE_NAMES = {
        "level", "cache_line_size", "cache_lines_per_tag", "association", "latency", "type"
    };
    private static final int[] CACHE_OFFSETS = {
        AgentCache.LEVEL,
        AgentCache.CACHE_LINE_SIZE,
        AgentCache.CACHE_LINES_PER_TAG,
        AgentCache.ASSOCIATION,
        AgentCache.LATENCY,
        AgentCache.TYPE
    };
    private static final String[] LINK_NAMES = {
        "type",
        "version_major",
        "version_minor",
        "node_from",
        "node_to",
        "weight",
        "min_latency",
        "max_latency",
        "min_bandwidth",
        "max_bandwidth",
        "recommended_transfer_size",
        "flags"
    };
    private static final int[] LINK_OFFSETS = {
        AgentIoLink.TYPE,
        AgentIoLink.VERSION_MAJOR,
        AgentIoLink.VERSION_MINOR,
        AgentIoLink.NODE_FROM,
        AgentIoLink.NODE_TO,
        AgentIoLink.WEIGHT,
        AgentIoLink.MIN_LATENCY,
        AgentIoLink.MAX_LATENCY,
        AgentIoLink.MIN_BANDWIDTH,
        AgentIoLink.MAX_BANDWIDTH,
        AgentIoLink.RECOMMENDED_TRANSFER_SIZE,
        AgentIoLink.FLAGS
    };

    private KfdParts() {}

    /// Writes the parts of the node in `folder` to its agent. A part whose files are not readable is all zero.
    static void read(long agent, Path folder, KfdProperties properties) {
        Path banks = folder.resolve("mem_banks");
        int bankCount = count(banks, properties.u32("mem_banks_count"));
        long bank = AgentStruct.array(bankCount, AgentMemBank.SIZEOF);
        set(agent, AgentV0.MEM_BANKS_COUNT, bankCount, AgentV0.MEM_BANKS, bank);
        for (int i = 0; i < bankCount; i++, bank += AgentMemBank.SIZEOF) {
            KfdProperties of = part(banks, i);
            of.u32(BANK_NAMES, BANK_OFFSETS, bank);
            Memory.putLong(bank + AgentMemBank.SIZE_IN_BYTES, of.u64("size_in_bytes"));
        }
        Path caches = folder.resolve("caches");
        int cacheCount = count(caches, properties.u32("caches_count"));
        long cache = AgentStruct.array(cacheCount, AgentCache.SIZEOF);
        set(agent, AgentV0.CACHES_COUNT, cacheCount, AgentV0.CACHES, cache);
        for (int i = 0; i < cacheCount; i++, cache += AgentCache.SIZEOF) {
            KfdProperties of = part(caches, i);
            of.u32(CACHE_NAMES, CACHE_OFFSETS, cache);
            Memory.putLong(cache + AgentCache.PROCESSOR_ID_LOW, of.u64("processor_id_low"));
            Memory.putLong(cache + AgentCache.SIZE, of.u64("size"));
        }
        Path links = folder.resolve("io_links");
        int linkCount = count(links, properties.u32("io_links_count"));
        long link = AgentStruct.array(linkCount, AgentIoLink.SIZEOF);
        set(agent, AgentV0.IO_LINKS_COUNT, linkCount, AgentV0.IO_LINKS, link);
        for (int i = 0; i < linkCount; i++, link += AgentIoLink.SIZEOF) {
            part(links, i).u32(LINK_NAMES, LINK_OFFSETS, link);
        }
    }

    private static void set(long agent, int countOffset, int count, int arrayOffset, long array) {
        Memory.putInt(agent + countOffset, count);
        Memory.putLong(agent + arrayOffset, array);
    }

    /// Returns the number of parts that the node reports, up to the first missing folder.
    private static int count(Path folder, int told) {
        int limit = (int) Math.min(Integer.toUnsignedLong(told), MAX_PARTS);
        int count = 0;
        while (count < limit && Files.isDirectory(folder.resolve(Integer.toString(count)))) count++;
        return count;
    }

    private static KfdProperties part(Path folder, int number) {
        return KfdProperties.read(folder.resolve(Integer.toString(number)).resolve("properties"));
    }
}
