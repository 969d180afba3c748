package io.rocprofiler.sdk.internal.seam;

/// The packed arguments of one C call.
///
/// @param address of an array of `uint64_t`
public record CArguments(long address) {
    public long word(int index) {
        return Memory.getLong(address + 8L * index);
    }

    public int number(int index) {
        return (int) word(index);
    }
}
