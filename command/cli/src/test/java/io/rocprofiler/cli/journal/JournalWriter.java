package io.rocprofiler.cli.journal;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.ActivityRecord;
import io.rocprofiler.abi.HipApiData;
import io.rocprofiler.abi.HipApiId;
import io.rocprofiler.abi.HipOpId;
import io.rocprofiler.abi.HsaApiData;
import io.rocprofiler.abi.HsaApiId;
import io.rocprofiler.abi.HsaOpId;
import io.rocprofiler.abi.RoctxApiData;
import io.rocprofiler.abi.internal.JournalAgent;
import io.rocprofiler.abi.internal.JournalChunk;
import io.rocprofiler.abi.internal.JournalConstants;
import io.rocprofiler.abi.internal.JournalEntry;
import io.rocprofiler.abi.internal.JournalHead;
import io.rocprofiler.abi.internal.JournalSum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Writes journals for the tests, independently of the tracer tool. The process, its thread and each correlation id
/// are numbers that the test knows.
public final class JournalWriter implements AutoCloseable {

    private static final int CHUNK_BYTES = 8192;
    private static final long ADDRESS = 0x7f00_1234_0000L;
    private static final int RECORD = JournalEntry.SIZEOF;
    private static final int DATA = RECORD + ActivityRecord.SIZEOF;

    private final Path file;
    private final int process;
    private final ByteBuffer bytes = ByteBuffer.allocate(JournalConstants.JOURNAL_HEAD_BYTES + 16 * CHUNK_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    private int chunk = JournalConstants.JOURNAL_HEAD_BYTES - CHUNK_BYTES;
    private int at;

    /// @param name what is in it, as `calls`
    public JournalWriter(Path folder, int process, String name) {
        this.file = folder.resolve(process + "_" + name + ".journal");
        this.process = process;
        bytes.putInt(JournalHead.MAGIC, JournalConstants.JOURNAL_MAGIC);
        bytes.putInt(JournalHead.VERSION, JournalConstants.JOURNAL_VERSION);
        bytes.putInt(JournalHead.PROCESS, process);
    }

    JournalWriter begun(long nanos) {
        bytes.putLong(JournalHead.BEGIN_NS, nanos);
        return this;
    }

    JournalWriter truncatingNames() {
        bytes.putInt(JournalHead.TRUNCATE_NAMES, 1);
        return this;
    }

    Path file() {
        return file;
    }

    /// Begins a chunk.
    public JournalWriter chunk(int kind) {
        chunk += CHUNK_BYTES;
        bytes.putLong(chunk + JournalChunk.BYTES, CHUNK_BYTES);
        bytes.putLong(chunk + JournalChunk.ADDRESS, ADDRESS + chunk);
        bytes.putInt(chunk + JournalChunk.KIND, kind);
        at = chunk + JournalChunk.SIZEOF;
        return this;
    }

    /// The address that the process had for a place in the data of the next entry.
    long address(int offset) {
        return ADDRESS + at + DATA + offset;
    }

    /// Adds an entry.
    JournalWriter entry(ActivityDomain domain, int operation, int kind, long begin, long end, long last, byte[] data) {
        int record = at + RECORD;
        bytes.putInt(record + ActivityRecord.DOMAIN, domain.value());
        bytes.putInt(record + ActivityRecord.OP, operation);
        bytes.putInt(record + ActivityRecord.KIND, kind);
        bytes.putLong(record + ActivityRecord.CORRELATION_ID, 1);
        bytes.putLong(record + ActivityRecord.BEGIN_NS, begin);
        bytes.putLong(record + ActivityRecord.END_NS, end);
        boolean isWork = domain == ActivityDomain.HIP_OPS || domain == ActivityDomain.HSA_OPS;
        bytes.putInt(record + ActivityRecord.PROCESS_ID, isWork ? 2 : process);
        bytes.putInt(record + ActivityRecord.THREAD_ID, isWork ? 0 : process);
        bytes.putLong(record + ActivityRecord.KERNEL_NAME, last);
        bytes.put(at + DATA, data);
        int size = (DATA + data.length + 7) & -8;
        bytes.putInt(at + JournalEntry.BYTES, size);
        bytes.putInt(at + JournalEntry.READY, 1);
        at += size;
        bytes.putLong(chunk + JournalChunk.USED, at - chunk - JournalChunk.SIZEOF);
        return this;
    }

    /// Makes the last entry one of a call that has not returned.
    JournalWriter unfinished(int entryBytes) {
        bytes.putInt(at - entryBytes + JournalEntry.READY, 0);
        return this;
    }

    /// Adds a call of HIP, with these words as arguments.
    public JournalWriter hip(String function, long begin, long end, long... arguments) {
        return entry(
                ActivityDomain.HIP_API,
                HipApiId.valueOf(function).value(),
                0,
                begin,
                end,
                0,
                words(HipApiData.ARGS, arguments, ""));
    }

    /// Adds a call of HIP that launches a kernel.
    JournalWriter launch(String function, String kernel, long... arguments) {
        byte[] data = words(HipApiData.ARGS, arguments, kernel);
        long name = address(data.length - kernel.getBytes(StandardCharsets.UTF_8).length - 1);
        return entry(ActivityDomain.HIP_API, HipApiId.valueOf(function).value(), 0, 1, 2, name, data);
    }

    JournalWriter hsa(String function, long result, long... arguments) {
        byte[] data = words(HsaApiData.ARGS, arguments, "");
        ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putLong(HsaApiData.RESULT, result);
        return entry(ActivityDomain.HSA_API, HsaApiId.valueOf(function).value(), 0, 1, 2, 0, data);
    }

    JournalWriter roctx(int operation, String message, long id) {
        byte[] data = words(0, new long[] {address(RoctxApiData.SIZEOF), id}, message);
        return entry(ActivityDomain.ROCTX, operation, 0, 7, 7, 0, data);
    }

    /// Adds a kernel of HIP.
    public JournalWriter kernel(String name, long begin, long end) {
        return entry(
                ActivityDomain.HIP_OPS,
                HipOpId.DISPATCH.value(),
                0,
                begin,
                end,
                address(0),
                words(0, new long[0], name));
    }

    JournalWriter work(int operation, int kind) {
        return entry(ActivityDomain.HIP_OPS, operation, kind, 3, 4, 0, new byte[0]);
    }

    /// Adds a copy of HSA.
    public JournalWriter copy(long begin, long end) {
        return entry(ActivityDomain.HSA_OPS, HsaOpId.COPY.value(), 0, begin, end, 0, new byte[0]);
    }

    JournalWriter name(ActivityDomain domain, int operation, int kind, String name) {
        return entry(domain, operation, kind, 0, 0, 0, words(0, new long[0], name));
    }

    JournalWriter agent(long handle, boolean isGpu) {
        ByteBuffer data = ByteBuffer.allocate(JournalAgent.SIZEOF).order(ByteOrder.LITTLE_ENDIAN);
        data.putLong(JournalAgent.HANDLE, handle).putInt(JournalAgent.IS_GPU, isGpu ? 1 : 0);
        return entry(ActivityDomain.HSA_API, 0, 0, 0, 0, 0, data.array());
    }

    JournalWriter sum(ActivityDomain domain, int operation, String name, long calls, long nanos, long size) {
        byte[] data = words(JournalSum.SIZEOF, new long[0], name);
        ByteBuffer.wrap(data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(JournalSum.CALLS, calls)
                .putLong(JournalSum.NANOS, nanos)
                .putLong(JournalSum.BYTES, calls * size)
                .putInt(JournalSum.MAGNITUDE, Long.SIZE - Long.numberOfLeadingZeros(size));
        return entry(domain, operation, 0, 0, 0, 0, data);
    }

    /// Returns a head of zeros, words, and a string that ends.
    private static byte[] words(int head, long[] words, String text) {
        byte[] string = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer data = ByteBuffer.allocate(head + words.length * Long.BYTES + string.length + 1)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(head);
        Arrays.stream(words).forEach(data::putLong);
        return data.put(string).array();
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /// Writes the file.
    @Override
    public void close() throws IOException {
        Files.write(file, Arrays.copyOf(bytes.array(), chunk + CHUNK_BYTES));
    }
}
