package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.engine.Peek;

/// [ApiCall], seen in place.
final class ApiCallView extends CallView implements ApiCall {
    ApiCallView(Peek peek) {
        super(peek);
    }

    @Override
    public Operation operation() {
        Operation operation = Operations.of(kind(), operationValue());
        if (operation == null) {
            throw new IllegalStateException("operation=" + operationValue() + ": " + kind() + " has no such operation");
        }
        return operation;
    }

    @Override
    public ApiCall copy() {
        return new KeptApiCall(this, keptArguments(), keptResult());
    }
}
