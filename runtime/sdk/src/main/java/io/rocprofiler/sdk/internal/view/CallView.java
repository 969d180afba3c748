package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.ApiValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The common base of views of callbacks with arguments.
abstract class CallView extends CallbackView {
    private final CallValues values;

    CallView(CallValues values) {
        this.values = values;
    }

    @Override
    final void takeBack() {
        super.takeBack();
        values.hide();
    }

    public Operation operation() {
        Operation operation = Operations.of(kind(), operationValue());
        if (operation == null) {
            throw new IllegalStateException("operation=" + operationValue() + ": " + kind() + " has no such operation");
        }
        return operation;
    }

    public final int argumentCount() {
        return shape().parameters.length;
    }

    public final ApiValue argument(int index) {
        ApiLayout layout = layout();
        lend();
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
        lend();
        return values.result(layout.shape(operationValue()), hasReturned(), payloadAddress() + layout.result);
    }

    final List<ApiValue> copyArguments() {
        ApiLayout layout = layout();
        return values.copyArguments(layout.shape(operationValue()), payloadAddress() + layout.arguments, follow());
    }

    final @Nullable ApiValue copyResult() {
        ApiLayout layout = layout();
        return values.copyResult(layout.shape(operationValue()), hasReturned(), payloadAddress() + layout.result);
    }

    /// The number of pointers that a text follows: one more after the function has returned, when its output
    /// is written.
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
