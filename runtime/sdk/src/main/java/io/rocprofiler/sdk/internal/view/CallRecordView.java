package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.ApiValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The arguments and results of recorded calls, if the kind keeps them. All APIs share one layout, which the `_EXT`
/// kinds extend.
abstract class CallRecordView extends TracingView {
    private final CallValues values;

    CallRecordView(CallValues values) {
        this.values = values;
    }

    @Override
    final void hide() {
        super.hide();
        values.hide();
    }

    public final Operation operation() {
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
        return values.argument(layout.shape(operationValue()), index, address + layout.arguments, 0);
    }

    public final ApiValue argument(String name) {
        return argument(shape().find(name));
    }

    public final boolean hasResult() {
        return shape().result != null;
    }

    public final ApiValue result() {
        ApiLayout layout = layout();
        return values.result(layout.shape(operationValue()), true, address + layout.result);
    }

    final List<ApiValue> copyArguments() {
        ApiLayout layout = layout();
        return values.copyArguments(layout.shape(operationValue()), address + layout.arguments, 0);
    }

    final @Nullable ApiValue copyResult() {
        ApiLayout layout = layout();
        return values.copyResult(layout.shape(operationValue()), true, address + layout.result);
    }

    private ApiLayout layout() {
        return ApiLayout.ofBuffer(kindValue());
    }

    private CallShape shape() {
        return layout().shape(operationValue());
    }
}
