package io.rocprofiler.sdk;

import java.lang.foreign.MemorySegment;

/// Collects the records of buffered services.
///
/// Thread rule: any thread, at any time. No method throws while a program runs: a record that does not fit is
/// dropped and counted.
///
/// Not for implementation: see the package.
public interface Buffer {
    /// {@return the buffer's handle, as C tools would see it} Never 0.
    long handle();

    /// Delivers everything recorded so far. On return the handler has received the record of every call that had
    /// returned before this method was called.
    ///
    /// A buffer over chunks has no handler: its chunks get the checksums of the records so far.
    ///
    /// @return false if nothing can be delivered: inside this buffer's own handler, or after finalization of
    /// the process
    boolean flush();

    /// Computes the checksums of the memory that threads have filled since it was last done: of a buffer over chunks,
    /// for a source that gets behind. Unlike [#flush()] it may run in several threads at a time, and leaves out the
    /// memory that threads are filling. Does nothing for other buffers.
    void sealFull();

    /// Notes the names that the kernel has for threads (`pthread_setname_np`) among the records of a buffer over
    /// chunks: of those threads that have recorded since the last time and were renamed. A thread's name is also
    /// noted with its first records, and when it ends.
    ///
    /// @param mayWait whether to wait for memory for them; false on a thread that [ChunkSource#next] waits for
    /// @return false if there was no memory for some of them, which are noted the next time
    boolean noteThreadNames(boolean mayWait);

    /// Appends a tool's own record: `record` in AMD's form, its size first (filled in by this method), then kind
    /// and operation as two ints. Kinds from 1000 on are free for tools. The bytes are copied; the size is rounded
    /// up to a multiple of eight.
    ///
    /// @param record in AMD's form, in native memory
    /// @return false if it was dropped (and counted)
    boolean append(MemorySegment record);

    /// Appends a record as [#append(MemorySegment)] does, followed by the bytes of the C string that an argument
    /// points to, without its terminating zero: [ApiValue#stringLengthBytes] of them. Allocates nothing.
    ///
    /// @param record in AMD's form, in native memory
    /// @param text an argument that points to a C string
    /// @return false if it was dropped (and counted)
    boolean append(MemorySegment record, ApiValue text);

    /// Returns the number of records dropped so far.
    ///
    /// @return records dropped since the buffer was built
    long dropCount();
}
