package io.rocprofiler.sdk.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.sdk.Profiler;
import org.junit.jupiter.api.Test;

class ProgramCallsTest {
    @Test
    void theEngineIsFoundByItsNameAndInstallsItself() {
        ProgramCalls<?, ?, ?, ?> engine = ProgramCalls.ofEngine();
        assertThat(engine).isNotNull().isSameAs(ProgramCalls.ofEngine());
    }

    @Test
    void theProfilerAsksIt() {
        assertThatThrownBy(Profiler::register).isInstanceOf(IllegalArgumentException.class);
    }
}
