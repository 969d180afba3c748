package io.rocprofiler.sdk.engine;

/// The packed arguments of one C call.
///
/// @param address of an array of `uint64_t`
record CArguments(long address) {
    long word(int index) {
        return Memory.getLong(address + 8L * index);
    }

    int number(int index) {
        return (int) word(index);
    }
}
