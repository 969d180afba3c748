package io.rocprofiler.export.pftrace;

/// Bit manipulation of numbers.
final class Bits {

    private Bits() {}

    /// Spreads the bits of a number over all 64; distinct numbers stay distinct (the finalizer of SplitMix64).
    static long mix(long number) {
        long z = number + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
