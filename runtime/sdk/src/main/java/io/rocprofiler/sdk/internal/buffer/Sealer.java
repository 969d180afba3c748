package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;

/// Computes the checksums of the stretches of kept buffers, off the path of calls (`seal.c`).
///
/// Thread rule: any thread; [#seal] by one at a time.
public interface Sealer {
    /// Hands over a stretch that its thread no longer writes.
    void full(long stretch);

    /// Seals the stretches handed over, and the committed records in the stretches of one buffer that threads
    /// are using.
    void seal(int index);

    /// Seals the stretches handed over. Any number of threads at a time.
    void sealFull();

    /// Does nothing, for buffers without a reader.
    Sealer NONE = new Sealer() {
        @Override
        public void full(long stretch) {}

        @Override
        public void seal(int index) {}

        @Override
        public void sealFull() {}
    };

    /// The sealer of a real process.
    Sealer NATIVE = new Sealer() {
        private static final long FULL = (long) SegmentConstants.SEAL_FULL << SegmentConstants.SEAL_STATE_SHIFT;

        @Override
        public void full(long stretch) {
            long list = Native.address(NativeLink.FULL_STRETCHES);
            long first = Memory.getLongAcquire(list);
            while (true) {
                Memory.putLong(stretch + SegmentStretch.SEAL, FULL | first);
                long witness = Memory.compareAndExchangeLong(list, first, stretch);
                if (witness == first) return;
                first = witness;
            }
        }

        @Override
        public void seal(int index) {
            Native.invoke(Native.linked(NativeLink.SEAL), index, 0, 0, 0, 0, 0);
        }

        @Override
        public void sealFull() {
            Native.invoke(Native.linked(NativeLink.SEAL), NativeConstants.STRETCHES, 0, 0, 0, 0, 0);
        }
    };
}
