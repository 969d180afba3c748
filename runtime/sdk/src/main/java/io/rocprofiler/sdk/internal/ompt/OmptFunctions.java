package io.rocprofiler.sdk.internal.ompt;

import io.rocprofiler.abi.CallbackTracingOmptData;
import io.rocprofiler.abi.OmptCallbackFunctions;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeOmpt;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;

/// The inquiry functions of an OpenMP runtime, as passed to each tool. Functions that return data words return the
/// tool's own words, and are therefore different for each tool (ompt.c).
final class OmptFunctions implements SlotPlan.Personal {
    static final OmptFunctions PERSONAL = new OmptFunctions();

    /// Their offsets in the payload, in the order of a row of the native table.
    private static final int[] PROXIED = {
        OmptCallbackFunctions.OMPT_GET_THREAD_DATA,
        OmptCallbackFunctions.OMPT_GET_PARALLEL_INFO,
        OmptCallbackFunctions.OMPT_GET_TASK_INFO,
        OmptCallbackFunctions.OMPT_GET_TARGET_INFO
    };

    private OmptFunctions() {}

    @Override
    public void address(SlotEntry entry, long frame) {
        long functions = frame + NativeFrame.PAYLOAD + CallbackTracingOmptData.ARGS;
        long row = Memory.getLong(Native.linked(NativeLink.OMPT) + NativeOmpt.PROXIES)
                + (long) OmptPayload.clientIndex(entry) * NativeConstants.OMPT_PROXIES * Long.BYTES;
        for (int i = 0; i < PROXIED.length; i++) {
            // Functions that the runtime lacks are left null.
            if (Memory.getLong(functions + PROXIED[i]) != 0)
                Memory.putLong(functions + PROXIED[i], Memory.getLong(row + (long) i * Long.BYTES));
        }
    }
}
