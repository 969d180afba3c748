package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.NativeConstants;

/// The word that writers of a piece of memory add to: one atomic addition claims bytes, counts the claim, and tells
/// whether the piece still takes any.
///
/// ```
///  63            41  40  39                                   0
/// +----------------+---+--------------------------------------+
/// | claims         | c | bytes claimed                        |
/// +----------------+---+--------------------------------------+
/// ```
/// `c` is set when the piece is closed: whoever claims then finds an offset that no capacity reaches. Claims that do
/// not fit are counted too; the piece counts them apart.
final class ClaimWord {
    static final long ONE_CLAIM = 1L << NativeConstants.CLAIM_SHIFT;
    static final long CLOSED = ONE_CLAIM >> 1;

    /// Offset of a claim, given the word before it.
    static final long OFFSET = ONE_CLAIM - 1;

    private ClaimWord() {}

    /// How far records can reach, given the word at the time of closing.
    static long end(long word, long capacity) {
        return Math.min(word & OFFSET, capacity);
    }

    static long claims(long word) {
        return word >>> NativeConstants.CLAIM_SHIFT;
    }

    /// Records are placed at multiples of eight.
    static int aligned(int size) {
        return (size + 7) & -8;
    }
}
