package io.rocprofiler.export.otf2;

import java.io.IOException;
import java.nio.file.Path;

/// The events of one location, in the order of their times. A time is written if it differs from the previous one.
final class EventFile {

    /// The smallest size that libotf2 reads; it holds one chunk per location in memory.
    static final int CHUNK_SIZE = 256 << 10;

    private static final int TIMESTAMP = 5;
    private static final int ENTER = 12;
    private static final int LEAVE = 13;
    private static final int PARAMETER_STRING = 32;

    /// The length of a time, an attribute list, and an event with two references.
    private static final int LONGEST = 1 + Long.BYTES + AttributeList.LONGEST + 2 + 2 * RecordBytes.LONGEST_NUMBER;

    private final ChunkedFile file;
    private long time;
    private boolean timed;
    private long events;

    EventFile(Path path, BufferShare share) {
        file = new ChunkedFile(path, CHUNK_SIZE, share);
    }

    long events() {
        return events;
    }

    /// @param attributes holds the attribute list, between `from` and `to`
    void enter(long at, byte[] attributes, int from, int to, int region) throws IOException {
        event(at, attributes, from, to).u8(ENTER).number(region);
    }

    void leave(long at, byte[] attributes, int region) throws IOException {
        event(at, attributes, 0, attributes.length).u8(LEAVE).number(region);
    }

    /// Sets the value of a parameter from this time on.
    void parameter(long at, byte[] attributes, int from, int to, int parameter, int string) throws IOException {
        RecordBytes bytes = event(at, attributes, from, to).u8(PARAMETER_STRING);
        int length = bytes.length();
        bytes.u8(0).number(parameter).number(string);
        bytes.set(length, bytes.length() - length - 1);
    }

    private RecordBytes event(long at, byte[] attributes, int from, int to) throws IOException {
        boolean begun = file.room(LONGEST, events);
        RecordBytes bytes = file.bytes();
        if (begun || at != time || !timed) {
            bytes.u8(TIMESTAMP).u64(at);
            time = at;
            timed = true;
        }
        events++;
        return bytes.put(attributes, from, to - from);
    }

    void close() throws IOException {
        file.close(events);
    }
}
