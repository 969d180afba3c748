package io.rocprofiler.conformance;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// One entry of the file that `gpu_tool.c` and `GpuTool.java` write: a view of its 16 words. The meaning of the
/// last eight depends on the type.
public record GpuEvent(ByteBuffer file, int at) {
    public static final int BYTES = 128;
    private static final int MORE = 64;

    @Override
    public String toString() {
        return "%c operation %d phase %d thread %d id %d from %d to %d, %d %d %d %d"
                .formatted(
                        sort(),
                        operation(),
                        phase(),
                        thread(),
                        internal(),
                        start(),
                        end(),
                        more(0),
                        more(1),
                        more(2),
                        more(3));
    }

    public char sort() {
        return (char) file.getLong(at);
    }

    public int operation() {
        return file.getInt(at + 8);
    }

    public int phase() {
        return file.getInt(at + 12);
    }

    /// The thread in a record or callback.
    public long thread() {
        return file.getLong(at + 16);
    }

    /// The thread that a callback ran on, 0 for a record.
    public long caller() {
        return file.getLong(at + 24);
    }

    public long internal() {
        return file.getLong(at + 32);
    }

    public long external() {
        return file.getLong(at + 40);
    }

    public long start() {
        return file.getLong(at + 48);
    }

    public long end() {
        return file.getLong(at + 56);
    }

    private long more(int index) {
        return file.getLong(at + MORE + 8 * index);
    }

    /// The first of the type-specific words.
    public long value() {
        return more(0);
    }

    // --- dispatches -----------------------------------------------------------------------------------------------

    public long agent() {
        return more(0);
    }

    public long queue() {
        return more(1);
    }

    public long kernel() {
        return more(2);
    }

    public long dispatch() {
        return more(3);
    }

    /// The sizes of private and of group memory in bytes.
    public String segments() {
        return (int) more(4) + " " + (int) (more(4) >>> 32);
    }

    public String workgroup() {
        long sizes = more(5);
        return (sizes & 0xffff) + " " + (sizes >>> 16 & 0xffff) + " " + (sizes >>> 32);
    }

    public String grid() {
        long sizes = more(6);
        return (sizes & 0xffffff) + " " + (sizes >>> 24 & 0xffffff) + " " + (sizes >>> 48);
    }

    public long userData() {
        return more(7);
    }

    // --- copies ---------------------------------------------------------------------------------------------------

    public long destinationAgent() {
        return more(0);
    }

    public long sourceAgent() {
        return more(1);
    }

    public long bytes() {
        return more(2);
    }

    public long destination() {
        return more(3);
    }

    public long source() {
        return more(4);
    }

    // --- names, agents, counts --------------------------------------------------------------------------------------

    /// The name of a kernel or an operation, whose number is [#value].
    public String name() {
        byte[] bytes = new byte[BYTES - MORE - 8];
        file.get(at + MORE + 8, bytes);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) length++;
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /// 1 for a CPU, 2 for a GPU.
    public long agentType() {
        return more(1);
    }

    /// Counted callbacks: `ENTER`s, `EXIT`s, `COMPLETE`s, and what was wrong.
    public String counts() {
        return more(0) + " " + more(1) + " " + more(2) + " " + more(3);
    }
}
