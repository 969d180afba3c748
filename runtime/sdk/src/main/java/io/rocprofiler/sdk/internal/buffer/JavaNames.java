package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentName;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.nio.charset.StandardCharsets;

/// The names that threads have in Java, in kept buffers: the kernel's are cut at 15 bytes.
public final class JavaNames {
    private static final int LONGEST = 1024;

    private JavaNames() {}

    /// Notes the name of the calling thread, but not that of a virtual thread: the records are its carrier's.
    ///
    /// @param thread the calling thread's block
    public static void note(RecordBuffer buffer, long thread) {
        Thread current = Thread.currentThread();
        if (current.isVirtual()) return;
        byte[] name = current.getName().getBytes(StandardCharsets.UTF_8);
        int length = Math.min(name.length, LONGEST);
        int size = SegmentName.SIZEOF + length + 7 & -8;
        long note = buffer.claimNote(thread, size);
        if (note == 0) return;
        Records.kind(note, SegmentConstants.KIND_NAME | (long) name.length << Integer.SIZE);
        Memory.putLong(note + SegmentName.OF, SegmentConstants.NAME_JAVA_THREAD);
        Memory.putLong(note + SegmentName.ID, Memory.getLong(thread + NativeThread.TID));
        Memory.putLong(note + SegmentName.TIME_NS, Clock.now());
        for (int i = 0; i < length; i++) Memory.putByte(note + SegmentName.SIZEOF + i, name[i]);
        buffer.commit(note, size);
    }
}
