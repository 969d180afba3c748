package io.rocprofiler.roctracer;

import io.rocprofiler.abi.RoctxApiData;
import io.rocprofiler.abi.RoctxApiId;
import org.jspecify.annotations.Nullable;

/// A call of ROC-TX (`roctx_api_data_t`): reported once, before the function returns.
public final class MarkerCallback extends TracerCallback {
    MarkerCallback() {}

    /// {@return the function, or null for one newer than this library}
    public @Nullable RoctxApiId function() {
        return RoctxApiId.of(operationValue());
    }

    /// {@return the message of a mark or of a beginning range, null if there is none}
    public @Nullable String message() {
        return Memory.string(Memory.getLong(data() + RoctxApiData.ARGS_MESSAGE));
    }

    /// {@return the id of a range that is started or stopped; 0 for others}
    public long rangeId() {
        return Memory.getLong(data() + RoctxApiData.ARGS_ID);
    }
}
