package io.rocprofiler.sdk.engine;

import java.util.List;

/// STUB: replaced by the real plan.
final class SlotPlan {
    private SlotPlan() {}

    static void freeze(List<ToolContext> contexts) {
        throw new UnsupportedOperationException();
    }

    static void activate(ToolContext context) {
        throw new UnsupportedOperationException();
    }

    static void deactivate(ToolContext context) {
        throw new UnsupportedOperationException();
    }
}
