package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.engine.Memory;
import io.rocprofiler.sdk.engine.Peek;

/// [ApiRecord], seen in place. All APIs share one layout; the `_EXT` kinds continue it.
final class ApiRecordView extends TracingView implements ApiRecord {
    private final CallValues values;

    ApiRecordView(Peek peek) {
        values = new CallValues(false, peek);
    }

    @Override
    void hide() {
        super.hide();
        values.hide();
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
    public long startNanos() {
        return Memory.getLong(address + BufferTracingHipApiRecord.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return Memory.getLong(address + BufferTracingHipApiRecord.END_TIMESTAMP);
    }

    @Override
    public long threadId() {
        return Memory.getLong(address + BufferTracingHipApiRecord.THREAD_ID);
    }

    @Override
    public long internalCorrelationId() {
        return Memory.getLong(address + BufferTracingHipApiRecord.CORRELATION_ID + CorrelationId.INTERNAL);
    }

    @Override
    public long ancestorCorrelationId() {
        return Memory.getLong(address + BufferTracingHipApiRecord.CORRELATION_ID + CorrelationId.ANCESTOR);
    }

    @Override
    public long externalCorrelationId() {
        return Memory.getLong(address + BufferTracingHipApiRecord.CORRELATION_ID + CorrelationId.EXTERNAL);
    }

    @Override
    public int argumentCount() {
        return shape().parameters.length;
    }

    @Override
    public ApiValue argument(int index) {
        ApiLayout layout = layout();
        return values.argument(layout.shape(operationValue()), index, address + layout.arguments, 0);
    }

    @Override
    public ApiValue argument(String name) {
        return argument(shape().find(name));
    }

    @Override
    public boolean hasResult() {
        return shape().result != null;
    }

    @Override
    public ApiValue result() {
        ApiLayout layout = layout();
        return values.result(layout.shape(operationValue()), true, address + layout.result);
    }

    @Override
    public ApiRecord copy() {
        ApiLayout layout = layout();
        CallShape shape = layout.shape(operationValue());
        return new KeptApiRecord(
                this,
                values.keptArguments(shape, address + layout.arguments, 0),
                values.keptResult(shape, true, address + layout.result));
    }

    private ApiLayout layout() {
        return ApiLayout.ofBuffer(kindValue());
    }

    private CallShape shape() {
        return layout().shape(operationValue());
    }
}
