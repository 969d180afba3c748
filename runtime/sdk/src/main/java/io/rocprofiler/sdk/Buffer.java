package io.rocprofiler.sdk;

import java.lang.foreign.MemorySegment;

/// Where records of buffered services go.
///
/// Thread rule: any thread, at any time. Nothing here throws while a program runs: a record that finds no room is
/// dropped and counted.
public interface Buffer {
    /// {@return the buffer's handle, as C tools would see it} Never 0.
    long handle();

    /// Delivers everything recorded so far: on return the handler has had every record whose call had returned before.
    ///
    /// A buffer over chunks has nobody to deliver to: what has been recorded so far gets its checksums.
    ///
    /// @return false if nothing can be delivered: from inside this buffer's own handler, or after the process
    /// has finalised
    boolean flush();

    /// Appends a record of the tool's own: `record` in AMD's form, its size first (filled in here), then kind and
    /// operation as two ints. Kinds from 1000 on are free for tools. The bytes are copied; the size is rounded up
    /// to eight.
    ///
    /// @param record in AMD's form, in native memory
    /// @return false if it was dropped (and counted)
    boolean append(MemorySegment record);

    /// {@return as [#append(MemorySegment)], followed by the bytes of the C string that an argument points to,
    /// without its terminating zero: as many as [ApiValue#stringLengthBytes] says} Allocates nothing.
    ///
    /// @param record in AMD's form, in native memory
    /// @param text an argument that points to a C string
    boolean append(MemorySegment record, ApiValue text);

    /// Records dropped so far.
    ///
    /// @return over the whole life of the buffer
    long dropCount();
}
