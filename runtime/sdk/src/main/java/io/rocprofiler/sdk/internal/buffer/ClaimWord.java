package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;

/// The word on which writers of a memory piece synchronise: one atomic addition claims bytes, counts the claim, and
/// tells whether the piece is open.
///
/// ```
///  63            41  40  39  38                               0
/// +----------------+---+---+----------------------------------+
/// | claims         | c | p | bytes claimed                    |
/// +----------------+---+---+----------------------------------+
/// ```
/// `c` is set when the piece is closed, `p` while a thread prepares it to be opened: a claim then gets an offset beyond
/// any capacity. With both, it was closed before that thread was ready. Claims that do not fit are counted in the word,
/// too; the piece also counts them separately.
final class ClaimWord {
    static final long ONE_CLAIM = 1L << NativeConstants.CLAIM_SHIFT;
    static final long CLOSED = ONE_CLAIM >> 1;
    static final long PREPARING = CLOSED >> 1;

    /// Masks the offset of a claim in the previous value of the word.
    static final long OFFSET = ONE_CLAIM - 1;

    private static final long STATE = CLOSED | PREPARING;

    private ClaimWord() {}

    static boolean isOpen(long word) {
        return (word & STATE) == 0;
    }

    /// Whether it is closed and no thread prepares it.
    static boolean isClosed(long word) {
        return (word & STATE) == CLOSED;
    }

    /// Whether it was closed while a thread prepares it.
    static boolean isRevoked(long word) {
        return (word & STATE) == STATE;
    }

    /// Returns the end of the records, given the word at the time of closing.
    static long end(long word, long capacity) {
        return Math.min(word & OFFSET, capacity);
    }

    static long claims(long word) {
        return word >>> NativeConstants.CLAIM_SHIFT;
    }

    /// Rounds a size up: records are placed at multiples of eight.
    static int aligned(int size) {
        return (size + 7) & -8;
    }
}
