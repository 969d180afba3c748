package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.engine.Peek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What views of callbacks with arguments have in common.
abstract class CallView extends CallbackView {
    private final CallValues values;

    CallView(Peek peek) {
        values = new CallValues(true, peek);
    }

    @Override
    final void hide() {
        super.hide();
        values.hide();
    }

    public final int argumentCount() {
        return shape().parameters.length;
    }

    public final ApiValue argument(int index) {
        ApiLayout layout = layout();
        return values.argument(layout.shape(operationValue()), index, payloadAddress() + layout.arguments, follow());
    }

    public final ApiValue argument(String name) {
        return argument(shape().find(name));
    }

    public final boolean hasResult() {
        return hasReturned() && shape().result != null;
    }

    public final ApiValue result() {
        ApiLayout layout = layout();
        return values.result(layout.shape(operationValue()), hasReturned(), payloadAddress() + layout.result);
    }

    final List<ApiValue> keptArguments() {
        ApiLayout layout = layout();
        return values.keptArguments(layout.shape(operationValue()), payloadAddress() + layout.arguments, follow());
    }

    final @Nullable ApiValue keptResult() {
        ApiLayout layout = layout();
        return values.keptResult(layout.shape(operationValue()), hasReturned(), payloadAddress() + layout.result);
    }

    /// How often a text follows pointers: what the function writes is there once it has returned.
    private int follow() {
        return hasReturned() ? 2 : 1;
    }

    private boolean hasReturned() {
        return phase() == CallbackPhase.EXIT;
    }

    private ApiLayout layout() {
        return ApiLayout.ofCallback(kindValue());
    }

    private CallShape shape() {
        return layout().shape(operationValue());
    }
}
