package io.rocprofiler.export.otf2;

import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// The file of global definitions: each is a type, a length and its values. References count from 0 for each type.
///
/// Definitions are written in the order of their creation, except the clock, which comes first and is filled in at
/// the end.
final class Definitions {

    /// The chunk size that libotf2 chooses.
    static final int CHUNK_SIZE = 4 << 20;

    /// The reference of the empty string, which is defined first.
    static final int NOTHING = 0;

    private static final int CLOCK_PROPERTIES = 5;
    private static final int PARADIGM = 6;
    private static final int STRING = 10;
    private static final int ATTRIBUTE = 11;
    private static final int SYSTEM_TREE_NODE = 12;
    private static final int LOCATION_GROUP = 13;
    private static final int LOCATION = 14;
    private static final int REGION = 15;
    private static final int PARAMETER = 23;
    private static final int SYSTEM_TREE_NODE_DOMAIN = 27;
    private static final int LOCATION_GROUP_PROPERTY = 28;

    private static final int LONG_LENGTH = 255; // precedes a length that does not fit into a byte
    private static final int LONGEST_HEAD = 1 + 1 + Long.BYTES;

    private static final long NANOSECONDS = 1_000_000_000; // ticks of the clock per second
    private static final int PARADIGM_CLASS_PROCESS = 0;
    private static final int PARADIGM_CLASS_ACCELERATOR = 3;

    private final ChunkedFile file;
    private final RecordBytes body = new RecordBytes(256);
    private final Map<String, Integer> shared = new HashMap<>();
    private final long clock;
    private long count;
    private int strings;
    private int regions;
    private int systemTreeNodes;
    private int locationGroups;

    Definitions(Path path, BufferShare share) throws IOException {
        file = new ChunkedFile(path, CHUNK_SIZE, share);
        body.number(NANOSECONDS).padded(0).padded(0).padded(0);
        write(CLOCK_PROPERTIES);
        clock = file.position() - 3 * RecordBytes.LONGEST_NUMBER;
        shared("");
        paradigm(Category.HIP, "HIP", PARADIGM_CLASS_ACCELERATOR);
        paradigm(Category.USER, "ROC-TX", PARADIGM_CLASS_PROCESS);
        for (Attribute attribute : Attribute.values()) {
            int name = shared(attribute.label());
            int description = string(attribute.description());
            body.number(attribute.reference()).number(name).u8(attribute.type()).number(description);
            write(ATTRIBUTE);
        }
    }

    long count() {
        return count;
    }

    private void paradigm(int paradigm, String name, int paradigmClass) throws IOException {
        int reference = shared(name);
        body.u8(paradigm).number(reference).u8(paradigmClass);
        write(PARADIGM);
    }

    /// Defines a string that is not shared.
    int string(String text) throws IOException {
        body.number(strings).text(text, file.longestRecord() - LONGEST_HEAD - RecordBytes.LONGEST_NUMBER - 1);
        write(STRING);
        return strings++;
    }

    /// Defines a string once and reuses it.
    int shared(String text) throws IOException {
        Integer known = shared.get(text);
        if (known != null) {
            return known;
        }
        int reference = string(text);
        shared.put(text, reference);
        return reference;
    }

    int region(String name, Domain domain) throws IOException {
        int string = string(name);
        int description = shared(Category.name(domain));
        body.number(regions).number(string).number(description);
        body.u8(0).number(RecordBytes.UNDEFINED).number(0).number(0); // OTF2 1.0's type, then file and lines
        body.number(string)
                .u8(Category.role(domain))
                .u8(Category.paradigm(domain))
                .number(0); // no flags
        write(REGION);
        return regions++;
    }

    /// Defines a parameter whose values are strings.
    void parameter(int reference, String name) throws IOException {
        int string = shared(name);
        body.number(reference).number(string).u8(0);
        write(PARAMETER);
    }

    /// @param parent a node or [RecordBytes#UNDEFINED]
    /// @param domain an OTF2_SystemTreeDomain
    int systemTreeNode(String name, String className, long parent, int domain) throws IOException {
        int nameString = shared(name);
        int classString = shared(className);
        body.number(systemTreeNodes).number(nameString).number(classString).number(parent);
        write(SYSTEM_TREE_NODE);
        body.number(systemTreeNodes).u8(domain);
        write(SYSTEM_TREE_NODE_DOMAIN);
        return systemTreeNodes++;
    }

    /// @param type an OTF2_LocationGroupType
    /// @param creator the group of the process that uses an accelerator, or [RecordBytes#UNDEFINED]
    int locationGroup(String name, int type, int systemTreeNode, long creator) throws IOException {
        int string = shared(name);
        body.number(locationGroups)
                .number(string)
                .u8(type)
                .number(systemTreeNode)
                .number(creator);
        write(LOCATION_GROUP);
        return locationGroups++;
    }

    void locationGroupProperty(int group, String name, String value) throws IOException {
        int nameString = shared(name);
        int valueString = string(value);
        body.number(group).number(nameString).number(valueString); // a string, as OTF2 1.3 had it
        body.u8(Attribute.STRING).number(valueString);
        write(LOCATION_GROUP_PROPERTY);
    }

    void location(long reference, Place place, String name, long events) throws IOException {
        int string = string(name);
        body.number(reference).number(string).u8(place.type()).number(events).number(place.group());
        write(LOCATION);
    }

    private void write(int type) throws IOException {
        int length = body.length();
        file.room(LONGEST_HEAD + length, 0);
        RecordBytes bytes = file.bytes().u8(type);
        if (length < LONG_LENGTH) {
            bytes.u8(length);
        } else {
            bytes.u8(LONG_LENGTH).u64(length);
        }
        bytes.put(body.array(), 0, length);
        body.clear();
        count++;
    }

    /// Ends the file.
    ///
    /// @param start the beginning of the archive in nanoseconds of the trace's clock
    /// @param length nanoseconds from its first to its last event
    /// @param realtime nanoseconds since 1970 at the beginning, or [RecordBytes#UNDEFINED]
    void close(long start, long length, long realtime) throws IOException {
        file.close(0);
        long place = clock + 1; // after the byte with the length of the number
        for (long value : new long[] {start, length, realtime}) {
            file.overwrite(place, value);
            place += RecordBytes.LONGEST_NUMBER;
        }
    }
}
