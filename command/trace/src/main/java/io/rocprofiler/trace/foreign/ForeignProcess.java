package io.rocprofiler.trace.foreign;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectLoadData;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentName;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.trace.CodeObject;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.Named;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.pack.PackWriter;
import io.rocprofiler.trace.packing.BlockFiller;
import io.rocprofiler.trace.packing.PackStreams;
import io.rocprofiler.trace.packing.SegmentSummary;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.segment.SegmentHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes the directory of a process whose records another tool made, as [ProcessTrace] reads it: packed records,
/// properties and agents. Thread rule: one thread.
public final class ForeignProcess implements AutoCloseable {

    private final Path directory;
    private final PackWriter writer;
    private final RecordWords words = new RecordWords();
    private final Map<Domain, BlockFiller> domains = new EnumMap<>(Domain.class);
    private final BlockFiller objects;
    private final BlockFiller names;
    private final ForeignTexts texts;
    private final ForeignTexts renames;
    private final Map<Long, Long> recorded = new LinkedHashMap<>(); // by thread

    private ForeignProcess(Path directory, PackWriter writer) {
        this.directory = directory;
        this.writer = writer;
        this.texts = new ForeignTexts(directory);
        this.renames = new ForeignTexts(directory);
        this.objects = new BlockFiller(writer, PackStreams.OBJECTS);
        this.names = new BlockFiller(writer, PackStreams.NAMES);
    }

    /// Creates the directory, which is whole after [#finish].
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static ForeignProcess create(Path directory) throws IOException {
        NewFile.directories(directory);
        return new ForeignProcess(directory, PackWriter.create(directory.resolve(ProcessTrace.PACK_FILE)));
    }

    /// Adds a record.
    ///
    /// @param record does not start before the last one of its domain
    /// @throws IllegalArgumentException if its kind has no domain
    public void add(ForeignRecord record) throws IOException {
        ForeignRecord.Common common = record.common();
        Domain domain = Domain.ofKind(common.kind());
        if (domain == null) {
            throw new IllegalArgumentException("kind=" + common.kind());
        }
        ForeignRecord.Layout layout = record.layout();
        words.clear();
        words.size(layout.size());
        words.u64(layout.times(), common.startNanos());
        words.u64(layout.times() + Long.BYTES, common.endNanos());
        words.u64(layout.thread(), common.thread());
        record.put(words);
        words.u32(BufferTracingHipApiRecord.KIND, common.kind());
        words.u32(BufferTracingHipApiRecord.OPERATION, common.operation());
        int ids = BufferTracingHipApiRecord.CORRELATION_ID;
        words.u64(ids, common.internal());
        words.u64(ids + Long.BYTES, common.external(record.hasStream()));
        if (layout.hasAncestor()) {
            words.u64(ids + 2 * Long.BYTES, common.ancestor());
        }
        domains.computeIfAbsent(domain, key -> new BlockFiller(writer, key.stem()))
                .add(words.bytes(), 0, common.startNanos());
        recorded.merge(common.thread(), 1L, Long::sum);
    }

    /// Adds the message of a mark or range.
    ///
    /// @param id the internal correlation id of its record, not 0; the last text of an id counts
    public void text(long id, String text) throws IOException {
        texts.add(id, text);
    }

    /// Adds the text of a range in which kernels ran.
    ///
    /// @param id the external correlation id of those kernels, not 0
    public void rename(long id, String text) throws IOException {
        renames.add(id, text);
    }

    /// Adds a code object.
    public void add(CodeObject code) throws IOException {
        int at = object(SegmentConstants.KIND_CODE_OBJECT, code.uri(), CallbackTracingCodeObjectLoadData.SIZEOF);
        words.u64(at + CallbackTracingCodeObjectLoadData.SIZE, code.size());
        words.u64(at + CallbackTracingCodeObjectLoadData.CODE_OBJECT_ID, code.codeObjectId());
        words.u64(at + CallbackTracingCodeObjectLoadData.AGENT_ID, code.agentId());
        words.u64(at + CallbackTracingCodeObjectLoadData.LOAD_BASE, code.loadBase());
        words.u64(at + CallbackTracingCodeObjectLoadData.LOAD_SIZE, code.loadSize());
        words.u64(at + CallbackTracingCodeObjectLoadData.LOAD_DELTA, code.loadDelta());
        words.u32(at + CallbackTracingCodeObjectLoadData.STORAGE_TYPE, code.storageType());
        words.u64(at + CallbackTracingCodeObjectLoadData.MEMORY_BASE, code.memoryBase());
        words.u64(at + CallbackTracingCodeObjectLoadData.MEMORY_SIZE, code.memorySize());
        objects.add(words.bytes(), 0, 0);
    }

    /// Adds a kernel.
    public void add(KernelSymbol kernel) throws IOException {
        int at = object(
                SegmentConstants.KIND_KERNEL_SYMBOL,
                kernel.name(),
                CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF);
        words.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.SIZE, kernel.size());
        words.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ID, kernel.kernelId());
        words.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.CODE_OBJECT_ID, kernel.codeObjectId());
        words.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_OBJECT, kernel.kernelObject());
        words.u32(
                at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_SIZE,
                kernel.kernargSegmentBytes());
        words.u32(
                at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_ALIGNMENT,
                kernel.kernargSegmentAlignment());
        words.u32(
                at + CallbackTracingCodeObjectKernelSymbolRegisterData.GROUP_SEGMENT_SIZE, kernel.groupSegmentBytes());
        words.u32(
                at + CallbackTracingCodeObjectKernelSymbolRegisterData.PRIVATE_SEGMENT_SIZE,
                kernel.privateSegmentBytes());
        words.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.SGPR_COUNT, kernel.sgprCount());
        words.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.ARCH_VGPR_COUNT, kernel.archVgprCount());
        words.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.ACCUM_VGPR_COUNT, kernel.accumVgprCount());
        words.u64(
                at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_CODE_ENTRY_BYTE_OFFSET,
                kernel.entryByteOffset());
        words.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ADDRESS, kernel.address());
        objects.add(words.bytes(), 0, 0);
    }

    /// Adds the name of a thread, an agent, a stream or a queue.
    ///
    /// @param id by which records refer to it
    public void name(Named of, long id, String name) throws IOException {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        words.clear();
        words.size(SegmentName.SIZEOF + utf8.length);
        words.u32(SegmentName.KIND, SegmentConstants.KIND_NAME);
        words.u32(SegmentName.LENGTH, utf8.length);
        words.u64(SegmentName.OF, of.value());
        words.u64(SegmentName.ID, id);
        words.text(SegmentName.SIZEOF, utf8);
        names.add(words.bytes(), 0, 0);
    }

    /// Begins an object's record and returns the offset of its struct.
    private int object(int kind, String text, int structBytes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int end = SegmentObject.SIZEOF + structBytes;
        words.clear();
        words.size(end + utf8.length);
        words.u32(SegmentObject.KIND, kind);
        words.u32(SegmentObject.LENGTH, utf8.length);
        words.text(end, utf8);
        return SegmentObject.SIZEOF;
    }

    /// Completes the directory.
    ///
    /// @param properties with the keys that [io.rocprofiler.trace.ProcessProperties] has
    /// @param agents lines `<index>.<field>=<value>`, each agent's last one with the field `complete`
    /// @param endNanos 0 if unknown
    public void finish(Map<String, String> properties, List<String> agents, long pid, long startNanos, long endNanos)
            throws IOException {
        for (BlockFiller filler : domains.values()) {
            filler.flush();
        }
        objects.flush();
        names.flush();
        texts.write(writer, PackStreams.TEXTS);
        renames.write(writer, PackStreams.RENAMES);
        Map<Long, Counts> counts = new LinkedHashMap<>();
        recorded.forEach((thread, count) -> counts.put(thread, new Counts(count, count, 0)));
        SegmentHead head = head(pid, startNanos, endNanos);
        writer.finish(new SegmentSummary(head, counts, 0, 0, true, List.of()).toBytes());
        StringBuilder text = new StringBuilder();
        properties.forEach((key, value) ->
                text.append(key).append('=').append(value.replace('\n', ' ')).append('\n'));
        NewFile.write(directory.resolve(SegmentConstants.PROPERTIES_FILE), text);
        StringBuilder lines = new StringBuilder();
        agents.forEach(line -> lines.append(line).append('\n'));
        NewFile.write(directory.resolve(SegmentConstants.AGENTS_FILE), lines);
    }

    private static SegmentHead head(long pid, long startNanos, long endNanos) {
        ByteBuffer page = ByteBuffer.allocate(SegmentConstants.HEADER_SIZE).order(ByteOrder.LITTLE_ENDIAN);
        page.putLong(SegmentHeader.MAGIC, SegmentConstants.MAGIC);
        page.putInt(SegmentHeader.VERSION, SegmentConstants.VERSION);
        page.putInt(SegmentHeader.HEADER_SIZE, SegmentConstants.HEADER_SIZE);
        page.putLong(SegmentHeader.PID, pid);
        page.putLong(SegmentHeader.BOOTTIME_NS, startNanos);
        page.putLong(SegmentHeader.END_BOOTTIME_NS, endNanos);
        page.putLong(SegmentHeader.STATE, SegmentConstants.STATE_CLOSED);
        return SegmentHead.of(page.array());
    }

    @Override
    public void close() throws IOException {
        try (writer;
                texts) {
            renames.close();
        }
    }
}
