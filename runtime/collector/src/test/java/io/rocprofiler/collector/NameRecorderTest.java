package io.rocprofiler.collector;

import static io.rocprofiler.abi.CallbackTracingKind.MARKER_NAME_API;
import static io.rocprofiler.abi.internal.SegmentConstants.KIND_NAME;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_AGENT;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_STREAM;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_THREAD;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.CallbackPhase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameRecorderTest {
    private final FakeSetup.FakeBuffer buffer = new FakeSetup().new FakeBuffer();
    private final NameRecorder recorder = new NameRecorder(buffer, new FakeMachine(List.of()), new FakeClock());

    @ParameterizedTest
    @CsvSource({
        "roctxNameOsThread, 0, " + NAME_THREAD + ", " + FakeCall.THREAD,
        "roctxNameHsaAgent, 16, " + NAME_AGENT + ", 216",
        "roctxNameHipDevice, 1, " + NAME_AGENT + ", 101",
        "roctxNameHipStream, 12, " + NAME_STREAM + ", 6",
        "roctxNameHipStream, 0, " + NAME_STREAM + ", 0"
    })
    void aNameIsThatOfWhatRecordsSpeakOf(String function, long handle, long of, long id) {
        FakeCall call = new FakeCall(MARKER_NAME_API, function, 5, "näme", handle);
        recorder.onCallback(call.at(CallbackPhase.ENTER));
        recorder.onCallback(call.at(CallbackPhase.EXIT));
        assertThat(buffer.texts).containsExactly("näme");
        long[] words = buffer.records.getFirst();
        assertThat(words).startsWith(0, KIND_NAME + (5L << 32), of, id).hasSize(5);
        assertThat(words[4]).isEqualTo(1_010);
    }

    @Test
    void whatIsNotThereHasNoName() {
        recorder.onCallback(new FakeCall(MARKER_NAME_API, "roctxNameHipDevice", 5, "a", -1).at(CallbackPhase.ENTER));
        recorder.onCallback(new FakeCall(MARKER_NAME_API, "roctxNameHsaAgent", 5, "b", 0).at(CallbackPhase.ENTER));
        assertThat(buffer.records).isEmpty();
    }
}
