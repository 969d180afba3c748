package io.rocprofiler.sdk.internal.image;

import io.rocprofiler.sdk.internal.plan.Client;

/// The owner of the contexts in an image.
final class RecorderClient extends Client {
    RecorderClient() {
        super(0, 0);
    }

    @Override
    public boolean outlivesHooks() {
        return true;
    }

    @Override
    public String name() {
        return "rocprofv3";
    }

    @Override
    public boolean configure() {
        return true;
    }

    @Override
    public void initialize() {}

    @Override
    public void finish() {}
}
