package io.rocprofiler.sdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.sdk.internal.registration.FakePlatform;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which of the four GPUs of a machine HSA and HIP see, according to the variables that hide them.
class VisibilityTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // ROCR | HIP | CUDA | ORDINAL | the runtimes that see each GPU: both, HSA alone, none
                "- | - | - | - | both both both both",
                "'' | '' | '' | '' | both both both both",
                "0 | - | - | - | both none none none",
                "'3,1' | - | - | - | none both none both",
                "' 2 , 0 ' | - | - | - | both none both none",
                "- | '1' | - | - | hsa both hsa hsa",
                "- | - | '1' | - | hsa both hsa hsa",
                "- | - | - | '1' | hsa both hsa hsa",
                "- | '0' | '1' | '2' | both hsa hsa hsa",
                "- | '' | '1' | '2' | hsa both hsa hsa",
                // HIP counts the GPUs that ROCR left, in ROCR's order.
                "'3,1' | '0' | - | - | none hsa none both",
                "'3,1' | '1' | - | - | none both none hsa",
                "'3,1' | '1,0' | - | - | none both none both",
                "'3,1' | '2' | - | - | none hsa none hsa",
                // Ids are case-insensitive; with and without the leading zeros that a runtime prints.
                "GPU-3a4b5c6d7e8f9012 | - | - | - | none none both none",
                "GPU-3A4B5C6D7E8F9012,0 | - | - | - | both none both none",
                "GPU-3a4b5c6d7e8f9012,GPU-1f8d2c3b4a596877 | '0' | - | - | hsa none both none",
                "- | GPU-8c9dabbccddeeff0 | - | - | hsa hsa hsa both",
                // A list ends at an entry that names no GPU or one already listed.
                "'0,7,1' | - | - | - | both none none none",
                "-1 | - | - | - | none none none none",
                "'1,-1,2' | - | - | - | none both none none",
                "'1,1,2' | - | - | - | none both none none",
                "'GPU-,1' | - | - | - | none none none none",
                "'GPU-nonsense,1' | - | - | - | none none none none",
                "GPU-1f8d2c3b4a5968771 | - | - | - | none none none none",
                "x | - | - | - | none none none none",
                "',,2' | - | - | - | none none both none",
                "99999999999999999999 | - | - | - | none none none none"
            })
    void gpusAreHidden(String rocr, String hip, String cuda, String ordinal, String seen) {
        Map<String, String> environment = new HashMap<>();
        put(environment, "ROCR_VISIBLE_DEVICES", rocr);
        put(environment, "HIP_VISIBLE_DEVICES", hip);
        put(environment, "CUDA_VISIBLE_DEVICES", cuda);
        put(environment, "GPU_DEVICE_ORDINAL", ordinal);
        FakePlatform platform = new FakePlatform();
        platform.machine = TestMachines.of("mi250", environment);
        StringJoiner answer = new StringJoiner(" ");
        for (var agent : new Agents(platform).list()) {
            var visibility = agent.visibility();
            assertThat(visibility.rccl()).isEqualTo(visibility.hip());
            assertThat(visibility.rocdecode()).isEqualTo(visibility.hip());
            if (agent.isCpu()) assertThat(visibility.hsa() && visibility.hip()).isTrue();
            else answer.add(visibility.hip() ? "both" : visibility.hsa() ? "hsa" : "none");
        }
        assertThat(answer).hasToString(seen);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // ROCR | HIP | the GPU that is each device of HIP, by its place in the machine
                "- | - | 0 1 2 3",
                "- | '2,0' | 2 0",
                "'3,1' | - | 3 1",
                "'3,1' | '1,0' | 1 3",
                "'3,1' | '1' | 1",
                "x | - | ''"
            })
    void devicesOfHipAreInTheOrderOfTheVariables(String rocr, String hip, String expected) {
        Map<String, String> environment = new HashMap<>();
        put(environment, "ROCR_VISIBLE_DEVICES", rocr);
        put(environment, "HIP_VISIBLE_DEVICES", hip);
        FakePlatform platform = new FakePlatform();
        platform.machine = TestMachines.of("mi250", environment);
        Agents agents = new Agents(platform);
        Map<Long, Integer> places = new HashMap<>();
        for (var agent : agents.list()) if (!agent.isCpu()) places.put(agent.id(), agent.logicalNodeTypeId());
        StringJoiner answer = new StringJoiner(" ");
        for (int device = 0; device < 5; device++) {
            long id = agents.table().ofHipDevice(device);
            if (id != 0) answer.add(String.valueOf(places.get(id)));
        }
        assertThat(answer).hasToString(expected);
        assertThat(agents.table().ofHipDevice(-1)).isZero();
    }

    private static void put(Map<String, String> environment, String name, String value) {
        if (value != null) environment.put(name, value);
    }
}
