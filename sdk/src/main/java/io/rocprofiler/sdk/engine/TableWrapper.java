package io.rocprofiler.sdk.engine;

/// STUB: replaced by the real wrapper.
final class TableWrapper {
    private TableWrapper() {}

    static int wrap(String library, long version, long instance, long tables, long tableCount) {
        throw new UnsupportedOperationException();
    }
}
