package io.rocprofiler.sdk.internal.capi;

import static io.rocprofiler.abi.internal.SdkFunction.ASSIGN_CALLBACK_THREAD;
import static io.rocprofiler.abi.internal.SdkFunction.CREATE_BUFFER;
import static io.rocprofiler.abi.internal.SdkFunction.CREATE_CALLBACK_THREAD;
import static io.rocprofiler.abi.internal.SdkFunction.DESTROY_BUFFER;
import static io.rocprofiler.abi.internal.SdkFunction.FLUSH_BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.RecordHeader;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Buffers as C tools use them (`buffer.cpp` of rocprofiler-sdk 1.0.0).
class BufferCallsTest {
    private static final int LOSSLESS = 2;

    private final ToolProcess process = new ToolProcess();
    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private long context;
    private long buffer;

    @AfterEach
    void end() {
        process.registration.finalizeProcess();
    }

    private long callback() {
        return process.platform.function(a -> {
            String which = a[0] == context && a[1] == buffer ? "mine" : "other";
            long header = Memory.getLong(a[2]);
            String hash = Long.toHexString(Memory.getLong(header + RecordHeader.HASH));
            int operation =
                    Memory.getInt(Memory.getLong(header + RecordHeader.PAYLOAD) + BufferTracingHipApiRecord.OPERATION);
            delivered.add(which + " " + a[3] + " " + hash + " " + operation + " dropped " + a[5]);
            return 0;
        });
    }

    /// Starts a tool with one context and one buffer.
    private void start(long size, long watermark, ToolProcess.Initialize finish) {
        long callback = callback();
        process.tool(
                "tool",
                () -> {
                    context = process.createContext();
                    buffer = process.createBuffer(context, size, watermark, LOSSLESS, callback);
                },
                finish);
        process.start();
    }

    private void record(int operation) {
        RecordBuffer records =
                Objects.requireNonNull(process.registration.buffers().find(buffer));
        long thread = process.platform.threadBlock();
        records.submitted(thread);
        long address = records.claim(thread, BufferTracingHipApiRecord.SIZEOF);
        Memory.putInt(address + BufferTracingHipApiRecord.KIND, BufferTracingKind.HIP_RUNTIME_API.value());
        Memory.putInt(address + BufferTracingHipApiRecord.OPERATION, operation);
        records.commit(address, BufferTracingHipApiRecord.SIZEOF);
    }

    @Test
    void flushDeliversWhatIsThereAndNothingWhenThereIsNothing() {
        start(8, 4096, () -> {});
        assertThat(process.call(FLUSH_BUFFER, buffer)).isEqualTo(Status.SUCCESS);
        assertThat(delivered).isEmpty();
        record(17);
        record(18);
        assertThat(process.call(FLUSH_BUFFER, buffer)).isEqualTo(Status.SUCCESS);
        assertThat(delivered).containsExactly("mine 2 500000001 17 dropped 0");
    }

    @Test
    void theUsualPlaceToFlushIsTheToolsFinalize() {
        start(4096, 4096, () -> delivered.add("flush " + process.call(FLUSH_BUFFER, buffer)));
        record(17);
        process.registration.finalizeProcess();
        assertThat(delivered).containsExactly("mine 1 500000001 17 dropped 0", "flush SUCCESS");
        assertThat(process.call(FLUSH_BUFFER, buffer)).isEqualTo(Status.ERROR_FINALIZED);
    }

    @Test
    void flushingFromTheBuffersOwnCallbackIsRefused() {
        long callback = process.platform.function(a -> {
            delivered.add("inside " + process.call(FLUSH_BUFFER, a[1]));
            return 0;
        });
        process.tool("tool", () -> {
            context = process.createContext();
            buffer = process.createBuffer(context, 4096, 4096, LOSSLESS, callback);
        });
        process.start();
        record(17);
        assertThat(process.call(FLUSH_BUFFER, buffer)).isEqualTo(Status.SUCCESS);
        assertThat(delivered).containsExactly("inside ERROR_BUFFER_BUSY");
    }

    @Test
    void aDestroyedBufferIsGone() {
        start(4096, 4096, () -> {});
        assertThat(process.call(DESTROY_BUFFER, buffer)).isEqualTo(Status.SUCCESS);
        assertThat(process.call(DESTROY_BUFFER, buffer)).isEqualTo(Status.ERROR_BUFFER_NOT_FOUND);
        assertThat(process.call(FLUSH_BUFFER, buffer)).isEqualTo(Status.ERROR_BUFFER_NOT_FOUND);
    }

    @Test
    void unknownHandles() {
        start(4096, 4096, () -> {});
        for (long handle : new long[] {0, buffer - 1, buffer + 1, -1}) {
            assertThat(process.call(FLUSH_BUFFER, handle)).isEqualTo(Status.ERROR_BUFFER_NOT_FOUND);
            assertThat(process.call(DESTROY_BUFFER, handle)).isEqualTo(Status.ERROR_BUFFER_NOT_FOUND);
        }
    }

    @Test
    void creationOutsideTheWindowAndTwiceIntoTheSameVariable() {
        long out = ToolProcess.memory(8);
        assertThat(create(out)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        process.tool("tool", () -> {
            delivered.add(create(out).name());
            delivered.add(create(out).name());
        });
        process.start();
        assertThat(delivered).containsExactly("SUCCESS", "ERROR_SERVICE_ALREADY_CONFIGURED");
        assertThat(Memory.getLong(out)).isBetween(255L, 65_535L);
        assertThat(create(out)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
    }

    private Status create(long out) {
        return process.call(CREATE_BUFFER, 0, 4096, 2048, LOSSLESS, 0xCA11, 0, out);
    }

    @Test
    void callbackThreadsAreAssignedUntilTheWindowCloses() {
        long callback = callback();
        process.tool("tool", () -> {
            long thread = ToolProcess.memory(8);
            delivered.add(process.call(CREATE_CALLBACK_THREAD, thread).name());
            long made = Memory.getLong(thread);
            context = process.createContext();
            buffer = process.createBuffer(context, 4096, 4096, LOSSLESS, callback);
            delivered.add(process.call(ASSIGN_CALLBACK_THREAD, buffer, made + 1).name());
            delivered.add(process.call(ASSIGN_CALLBACK_THREAD, buffer + 1, made).name());
            delivered.add(process.call(ASSIGN_CALLBACK_THREAD, buffer, 0).name());
            delivered.add(process.call(ASSIGN_CALLBACK_THREAD, buffer, made).name());
        });
        process.start();
        assertThat(process.call(ASSIGN_CALLBACK_THREAD, buffer, 0)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        record(17);
        process.call(FLUSH_BUFFER, buffer);
        assertThat(delivered)
                .containsExactly(
                        "SUCCESS",
                        "ERROR_THREAD_NOT_FOUND",
                        "ERROR_BUFFER_NOT_FOUND",
                        "SUCCESS",
                        "SUCCESS",
                        "mine 1 500000001 17 dropped 0");
    }

    @Test
    void aFlushInsideInitializeDoesNotWaitForEver() {
        process.tool("tool", () -> {
            buffer = process.createBuffer(process.createContext(), 4096, 4096, LOSSLESS, 0xCA11);
            delivered.add(process.call(FLUSH_BUFFER, buffer).name());
        });
        process.start();
        assertThat(delivered).containsExactly("SUCCESS");
    }
}
