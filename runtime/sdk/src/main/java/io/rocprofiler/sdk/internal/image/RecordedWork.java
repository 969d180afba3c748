package io.rocprofiler.sdk.internal.image;

import io.rocprofiler.abi.internal.NativeConstants;

/// Which work of the GPU the recorder of a process records.
///
/// @param streamShift the lowest bit of the HIP stream's number in external correlation ids; 0 for none
public record RecordedWork(boolean kernels, boolean copies, boolean allocations, boolean scratch, int streamShift) {
    public static final RecordedWork NONE = new RecordedWork(false, false, false, false, 0);

    public boolean isAny() {
        return flags() != 0;
    }

    /// The flags of `native_image_t`.
    int flags() {
        return (kernels ? NativeConstants.IMAGE_KERNELS : 0)
                | (copies ? NativeConstants.IMAGE_COPIES : 0)
                | (allocations ? NativeConstants.IMAGE_ALLOCATIONS : 0)
                | (scratch ? NativeConstants.IMAGE_SCRATCH : 0);
    }
}
