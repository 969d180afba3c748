package io.rocprofiler.sdk.internal.tool;

import org.jspecify.annotations.Nullable;

/// The context class loader while a tool's code runs: the tool's own, with which its libraries find their parts.
///
/// Thread rule: the thread itself.
final class ToolLoader {
    private ToolLoader() {}

    /// Sets the loader of the calling thread.
    ///
    /// @return the one before, for [#leave]
    static @Nullable ClassLoader enter(@Nullable ClassLoader loader) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        return before;
    }

    static void leave(@Nullable ClassLoader before) {
        Thread.currentThread().setContextClassLoader(before);
    }
}
