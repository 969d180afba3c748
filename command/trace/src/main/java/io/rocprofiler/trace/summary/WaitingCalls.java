package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.ApiRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Which calls return only when a GPU has done something: synchronisation, copies and fills that are not
/// asynchronous, waiting for a signal.
final class WaitingCalls {

    private static final Pattern WAITING = Pattern.compile(
            "hip\\w+Synchronize" + "|hipMemcpy(?!\\w*(Async|Attr|Node|Params))\\w*" + "|hsa_(amd_)?signal_wait\\w*");

    private final Map<Integer, Boolean> known = new HashMap<>();

    boolean isOne(ApiRecord call) {
        int key = (call.kind() << 16) | (call.operation() & 0xffff);
        return known.computeIfAbsent(key, _ -> WAITING.matcher(call.name()).matches());
    }
}
