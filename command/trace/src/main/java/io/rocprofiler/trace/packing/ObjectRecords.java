package io.rocprofiler.trace.packing;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.pack.PackWriter;
import io.rocprofiler.trace.pack.PlaceSort;
import io.rocprofiler.trace.primitive.Bytes;
import io.rocprofiler.trace.segment.Stretches;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The records of code objects, kernels and host functions: as the process wrote them, or made of the facts that it
/// wrote in their place.
final class ObjectRecords implements AutoCloseable {

    private final PlaceSort places;
    private final HostFunctions hosts = new HostFunctions();
    private @Nullable List<HostFunctions.Pair> pairs;

    ObjectRecords(PlaceSort places) {
        this.places = places;
    }

    /// Notes a record.
    ///
    /// @return false if it is of another kind
    boolean note(int kind, MemorySegment bytes, long at, long place) throws IOException {
        switch (kind) {
            case SegmentConstants.KIND_KERNEL_FACTS -> {
                places.add(places.count(), place);
                hosts.kernel(bytes, at);
            }
            case SegmentConstants.KIND_HOST_FUNCTION_FACTS -> hosts.host(bytes, at, place);
            case SegmentConstants.KIND_GONE -> hosts.gone(bytes, at);
            default -> {
                if (RecordKinds.objectSize(kind) < 0) {
                    return false;
                }
                places.add(places.count(), place);
            }
        }
        return true;
    }

    /// Returns the number of records to write. All have been noted.
    long count() {
        return places.count() + pairs().size();
    }

    private List<HostFunctions.Pair> pairs() {
        List<HostFunctions.Pair> known = pairs == null ? hosts.pairs() : pairs;
        pairs = known;
        return known;
    }

    /// @param written is run after each record
    void write(PackWriter writer, Stretches stretches, Runnable written) throws IOException {
        BlockFiller filler = new BlockFiller(writer, PackStreams.OBJECTS);
        long key = places.count();
        places.drain((index, place) -> {
            MemorySegment bytes = stretches.at(place);
            long at = stretches.offset(place);
            if (Bytes.i32(bytes, at + SegmentObject.KIND) == SegmentConstants.KIND_KERNEL_FACTS) {
                filler.add(FactRecords.kernel(bytes, at), 0, index);
            } else {
                filler.add(bytes, at, index);
            }
            written.run();
        });
        long id = 0;
        for (HostFunctions.Pair pair : pairs()) {
            MemorySegment bytes = stretches.at(pair.place());
            long at = stretches.offset(pair.place());
            filler.add(FactRecords.hostFunction(bytes, at, ++id, pair.kernel(), pair.codeObject()), 0, key++);
            written.run();
        }
        filler.flush();
    }

    @Override
    public void close() throws IOException {
        places.close();
    }
}
