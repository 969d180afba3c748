package io.rocprofiler.sdk;

/// Pops what it has pushed, once.
final class ExternalCorrelationScope implements ExternalCorrelation {
    private final Context context;
    private final long value;
    private boolean open;

    private ExternalCorrelationScope(Context context, long value, boolean open) {
        this.context = context;
        this.value = value;
        this.open = open;
    }

    static ExternalCorrelation push(Context context, long value) {
        return new ExternalCorrelationScope(context, value, context.pushExternalCorrelationId(value));
    }

    @Override
    public long value() {
        return value;
    }

    @Override
    public void close() {
        if (open) context.popExternalCorrelationId();
        open = false;
    }
}
