package io.rocprofiler.trace.testing;

import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.internal.SegmentCall;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.abi.internal.SegmentRangeOpen;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentText;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.kind.RecordKinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Writes segments for the tests, independently of the recorder: small stretches, so that a few records fill many.
public final class SegmentWriter {

    public static final int HEADER = 4096;
    public static final int STRETCH = 1024;
    public static final int CHUNK = 4 * STRETCH;
    private static final int TOTALS = (int) (long) SegmentConstants.TOTALS_OFFSET;
    private static final int API = BufferTracingHipApiRecord.SIZEOF;

    /// The place of every API record that was committed: {first byte, byte after the last}.
    private final List<int[]> apiRecords = new ArrayList<>();

    private final long pid;
    private String agents = "";
    private String properties = "";
    private ByteBuffer bytes = empty(HEADER);
    private final Set<Long> opened = new HashSet<>(); // ranges, which are submitted when they begin
    private int stretch;
    private int end = HEADER;
    private boolean killed;

    public SegmentWriter(long pid) {
        this.pid = pid;
        bytes.putLong(SegmentHeader.MAGIC, SegmentConstants.MAGIC);
        bytes.putInt(SegmentHeader.VERSION, SegmentConstants.VERSION);
        bytes.putInt(SegmentHeader.HEADER_SIZE, HEADER);
        header(SegmentHeader.PID, pid);
        header(SegmentHeader.CHUNK_SIZE, CHUNK);
        header(SegmentHeader.STRETCH_SIZE, STRETCH);
        header(SegmentHeader.STATE, SegmentConstants.STATE_CLOSED);
    }

    private static ByteBuffer empty(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    public SegmentWriter header(int field, long value) {
        bytes.putLong(field, value);
        return this;
    }

    /// Begins the next stretch, in the next chunk if necessary.
    public SegmentWriter stretch(long tid) {
        if (end + STRETCH > bytes.capacity()) {
            ByteBuffer longer = empty(bytes.capacity() + CHUNK);
            longer.put(0, bytes, 0, bytes.capacity());
            bytes = longer;
            header(SegmentHeader.CHUNKS, (bytes.capacity() - HEADER) / CHUNK);
        }
        stretch = end;
        end += STRETCH;
        bytes.putLong(stretch + SegmentStretch.TID, tid);
        return total(SegmentTotals.STRETCHES, 1);
    }

    /// Adds to a process-wide counter.
    public SegmentWriter total(int field, long value) {
        int place = TOTALS + field;
        return header(place, bytes.getLong(place) + value);
    }

    /// Leaves everything without a checksum, as a killed process does.
    public SegmentWriter killed() {
        killed = true;
        return header(SegmentHeader.STATE, SegmentConstants.STATE_OPEN);
    }

    /// Adds to a counter of the current stretch.
    public SegmentWriter count(int field, long value) {
        bytes.putLong(stretch + field, bytes.getLong(stretch + field) + value);
        return this;
    }

    public SegmentWriter api(BufferTracingKind kind, int operation, long id, long start, long finish) {
        int place = apiRecord(kind, operation, id, start, finish, API);
        bytes.putLong(place, API);
        return this;
    }

    /// Adds a HIP record with arguments: eight bytes each, at the given offsets.
    public SegmentWriter ext(BufferTracingKind kind, int operation, long id, long[] argumentWords, long result) {
        int size = BufferTracingHipApiExtRecord.SIZEOF;
        int place = apiRecord(kind, operation, id, id * 10, id * 10 + 5, size);
        for (int i = 0; i < argumentWords.length; i++) {
            bytes.putLong(place + BufferTracingHipApiExtRecord.ARGS + 8 * i, argumentWords[i]);
        }
        bytes.putLong(place + BufferTracingHipApiExtRecord.RETVAL, result);
        bytes.putLong(place, size);
        return this;
    }

    /// Adds the same record in the collector's form: the result, then the existing arguments.
    public SegmentWriter call(BufferTracingKind kind, int operation, long id, long[] argumentWords, long result) {
        int size = SegmentCall.SIZEOF + 8 * argumentWords.length;
        int place = apiRecord(kind, operation, id, id * 10, id * 10 + 5, size);
        for (int i = 0; i < argumentWords.length; i++) {
            bytes.putLong(place + SegmentCall.SIZEOF + 8 * i, argumentWords[i]);
        }
        bytes.putLong(place + SegmentCall.RESULT, result);
        bytes.putLong(place, size);
        return this;
    }

    private int apiRecord(BufferTracingKind kind, int operation, long id, long start, long finish, int size) {
        int place = opened.contains(id) ? room(size) : claim(size);
        bytes.putInt(place + BufferTracingHipApiRecord.KIND, kind.value());
        bytes.putInt(place + BufferTracingHipApiRecord.OPERATION, operation);
        bytes.putLong(place + BufferTracingHipApiRecord.CORRELATION_ID, id);
        bytes.putLong(place + BufferTracingHipApiRecord.START_TIMESTAMP, start);
        bytes.putLong(place + BufferTracingHipApiRecord.END_TIMESTAMP, finish);
        bytes.putLong(place + BufferTracingHipApiRecord.THREAD_ID, bytes.getLong(stretch + SegmentStretch.TID));
        apiRecords.add(new int[] {place, place + size});
        return place;
    }

    /// Adds a record of any kind: the words after its size, kind and operation.
    public SegmentWriter record(BufferTracingKind kind, int operation, long... words) {
        int size = RecordKinds.SHORTEST + Long.BYTES * words.length;
        int place = claim(size);
        bytes.putInt(place + BufferTracingHipApiRecord.KIND, kind.value());
        bytes.putInt(place + BufferTracingHipApiRecord.OPERATION, operation);
        for (int i = 0; i < words.length; i++) {
            bytes.putLong(place + RecordKinds.SHORTEST + Long.BYTES * i, words[i]);
        }
        bytes.putLong(place, size);
        return this;
    }

    /// Adds a code object, kernel or host function: AMD's struct in words, and its text.
    public SegmentWriter object(int kind, String text, long... struct) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int textPlace = SegmentObject.SIZEOF + Long.BYTES * struct.length;
        int size = textPlace + (utf8.length + 7) / 8 * 8;
        int place = room(size);
        bytes.putInt(place + SegmentObject.KIND, kind);
        bytes.putInt(place + SegmentObject.LENGTH, utf8.length);
        for (int i = 0; i < struct.length; i++) {
            bytes.putLong(place + SegmentObject.SIZEOF + Long.BYTES * i, struct[i]);
        }
        bytes.put(place + textPlace, utf8);
        bytes.putLong(place, size);
        return this;
    }

    /// Adds to a counter of submitted work in one of the stripes.
    public SegmentWriter submitted(int stripe, int counter, long value) {
        int place = SegmentConstants.WORK_OFFSET + stripe * SegmentWork.SIZEOF + counter;
        return header(place, bytes.getLong(place) + value);
    }

    /// Adds lines to the file about agents.
    public SegmentWriter agents(String lines) {
        agents = lines;
        return this;
    }

    /// Adds lines to the properties of the process.
    public SegmentWriter properties(String lines) {
        properties = lines;
        return this;
    }

    public SegmentWriter text(long id, String text) {
        return text(SegmentConstants.KIND_TEXT, id, text);
    }

    public SegmentWriter text(int kind, long id, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int size = SegmentText.SIZEOF + (utf8.length + 7) / 8 * 8;
        int place = room(size);
        bytes.putInt(place + SegmentText.KIND, kind);
        bytes.putInt(place + SegmentText.LENGTH, utf8.length);
        bytes.putLong(place + SegmentText.CORRELATION, id);
        bytes.put(place + SegmentText.SIZEOF, utf8);
        bytes.putLong(place, size);
        return this;
    }

    public SegmentWriter rangeOpen(long id, long start) {
        int place = claim(SegmentRangeOpen.SIZEOF);
        opened.add(id);
        bytes.putInt(place + SegmentRangeOpen.KIND, (int) (long) SegmentConstants.KIND_RANGE_OPEN);
        bytes.putInt(place + SegmentRangeOpen.OPERATION, 1);
        bytes.putLong(place + SegmentRangeOpen.CORRELATION_ID, id);
        bytes.putLong(place + SegmentRangeOpen.START_NS, start);
        bytes.putLong(place + SegmentRangeOpen.TID, bytes.getLong(stretch + SegmentStretch.TID));
        bytes.putLong(place, SegmentRangeOpen.SIZEOF);
        return this;
    }

    /// Counts something as submitted and claims a record's bytes, which stay zero: never committed.
    public int claim(int size) {
        int place = room(size);
        count(SegmentStretch.SUBMITTED, 1);
        return place;
    }

    private int room(int size) {
        int used = (int) bytes.getLong(stretch + SegmentStretch.USED);
        if (SegmentStretch.SIZEOF + used + size > STRETCH) {
            throw new IllegalStateException("the stretch is full");
        }
        int place = place();
        count(SegmentStretch.USED, size);
        return place;
    }

    /// The place of the next record.
    public int place() {
        return stretch + SegmentStretch.SIZEOF + (int) bytes.getLong(stretch + SegmentStretch.USED);
    }

    /// Writes eight bytes at any place.
    public SegmentWriter poke(int place, long value) {
        bytes.putLong(place, value);
        return this;
    }

    public List<int[]> apiRecords() {
        return apiRecords;
    }

    public byte[] toBytes() {
        byte[] copy = new byte[bytes.capacity()];
        bytes.get(0, copy);
        if (!killed) {
            seal(ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN));
        }
        return copy;
    }

    private void seal(ByteBuffer segment) {
        for (int place = HEADER; place < end; place += STRETCH) {
            SegmentSeals.stretch(segment, place, committed(place));
        }
        SegmentSeals.header(segment);
    }

    private int committed(int place) {
        int first = place + SegmentStretch.SIZEOF;
        long used = Math.min(bytes.getLong(place + SegmentStretch.USED), STRETCH - SegmentStretch.SIZEOF);
        int at = 0;
        while (at + 16 <= used && bytes.getLong(first + at) > 0 && bytes.getLong(first + at) <= used - at) {
            at += (int) bytes.getLong(first + at);
        }
        return at;
    }

    public ProcessTrace open(Path run) {
        return open(run, toBytes());
    }

    /// Creates a process directory in `run`, with these bytes as its segment, which is packed there, too.
    public ProcessTrace open(Path run, byte[] segment) {
        Path directory = run.resolve(pid + "-1");
        try {
            Files.createDirectories(directory);
            Files.write(directory.resolve(SegmentConstants.SEGMENT_FILE), segment);
            Files.writeString(
                    directory.resolve(SegmentConstants.PROPERTIES_FILE),
                    "format=1\npid=" + pid + "\nhostname=box\ncommand=/bin/app\\0one\\0two words\n" + properties);
            if (!agents.isEmpty()) {
                Files.writeString(directory.resolve(SegmentConstants.AGENTS_FILE), agents);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ProcessTrace.open(directory, run);
    }
}
