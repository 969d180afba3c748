package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;

/// The stream that a thread's call of HIP works on, for records of calls and of the work that they submit.
public final class FollowedStreams implements EventService {
    @Override
    public boolean hooks(ApiTable table) {
        return table == ApiTables.HIP_RUNTIME;
    }

    @Override
    public int followedStream(ApiTable table, int operation) {
        return source(table, operation);
    }

    /// Returns the position of the stream in a frame; -1 for a function that works on none.
    public static int source(ApiTable table, int operation) {
        if (table != ApiTables.HIP_RUNTIME) return -1;
        return table.makesStream(operation) || table.endsStream(operation) ? -1 : table.streamSource(operation);
    }
}
