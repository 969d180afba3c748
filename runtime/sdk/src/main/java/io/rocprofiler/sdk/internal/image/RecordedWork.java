package io.rocprofiler.sdk.internal.image;

import io.rocprofiler.abi.internal.NativeConstants;

/// Which work of the GPU the recorder of a process records.
///
/// @param graphs launches of graphs
/// @param streamShift the lowest bit of the HIP stream's number in external correlation ids; 0 for none
/// @param renames whether it is named by the ranges that its threads have pushed
public record RecordedWork(
        boolean kernels,
        boolean copies,
        boolean allocations,
        boolean scratch,
        boolean graphs,
        int streamShift,
        boolean renames) {
    public static final RecordedWork NONE = new RecordedWork(false, false, false, false, false, 0, false);

    public boolean isAny() {
        return flags() != 0;
    }

    /// Whether graphs are numbered, for their launches or for the work that those submit.
    boolean isOfGraphs() {
        return graphs || kernels || copies;
    }

    /// The flags of `native_image_t`.
    int flags() {
        return (kernels ? NativeConstants.IMAGE_KERNELS : 0)
                | (copies ? NativeConstants.IMAGE_COPIES : 0)
                | (allocations ? NativeConstants.IMAGE_ALLOCATIONS : 0)
                | (scratch ? NativeConstants.IMAGE_SCRATCH : 0)
                | (graphs ? NativeConstants.IMAGE_GRAPHS : 0)
                | (renames ? NativeConstants.IMAGE_RENAMES : 0);
    }
}
