package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.sdk.CallbackThread;

/// A thread that a Java tool has asked for.
record ToolThread(long handle) implements CallbackThread {}
