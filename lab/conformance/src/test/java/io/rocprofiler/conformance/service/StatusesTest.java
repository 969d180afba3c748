package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.SdkFacts;
import io.rocprofiler.conformance.Statuses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Checks that the tables of statuses leave out no function, and tests the effects of the environment.
final class StatusesTest {

    @Test
    void every_function_of_the_facts_is_called() throws IOException {
        StringBuilder programs = new StringBuilder();
        try (Stream<Path> files = Files.list(Product.SOURCES.resolve("c"))) {
            for (Path file : files.filter(StatusesTest::callsFunctions).toList())
                programs.append(Files.readString(file));
        }
        List<String> functions = SdkFacts.functions();
        assertThat(functions).hasSizeGreaterThan(70);
        assertThat(functions)
                .allSatisfy(function -> assertThat(programs).containsPattern("\\b" + function + "\\b *[,(]"));
    }

    private static boolean callsFunctions(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("status_")
                || List.of("statuses.h", "constructed.c", "attached_tool.c").contains(name);
    }

    @Test
    void pc_sampling_answers_for_its_agent_once_the_environment_enables_it() {
        String table = Statuses.of(Run.client("status_devices").with("ROCPROFILER_PC_SAMPLING_BETA_ENABLED", "on"));
        assertThat(table).contains("""
                configure_pc_sampling_service
                  the agent                            16         7          7       16      16       16    16    16
                  unknown context                      16         7          7       16      16       16    16    16
                  unknown buffer                       16         7          7       16      16       16    16    16
                  beside counting                      16         7          7       16      16       16    16    16
                  no method                            16         7          7       16      16       16    16    16
                query_pc_sampling_agent_configurations
                  the agent                             7         7          7        7       7        7     7    21
                  the agent, null                       7         7          7        7       7        7     7    21
                """);
    }

    @Test
    void the_profiler_does_not_start_before_it_is_needed() {
        assertThat(Statuses.of("constructed")).isEqualTo("""
                constructor: initialized 0, finalized 0
                main: initialized 0, finalized 0
                destructor: initialized 0, finalized 0
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "on", "TRUE", "whatever"})
    void the_library_constructor_starts_the_profiler_before_main(String yes) {
        Run run =
                Run.client("constructed").with("ROCPROFILER_LIBRARY_CTOR", yes).with("ROCPROFILER_LIBRARY_DTOR", yes);
        assertThat(Statuses.of(run)).isEqualTo("""
                configure: version 10401 1.4.1, priority 0, id of 24 bytes, no name
                configure: initialized -1, finalized 0
                initialize: initialized -1, finalized 0
                constructor: initialized 1, finalized 0
                main: initialized 1, finalized 0
                destructor: initialized 1, finalized 0
                finalize: initialized 1, finalized -1
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "000", "off", "False", "NO", "n", "f", ""})
    void the_library_constructor_does_nothing_for_who_says_no(String no) {
        Run run = Run.client("constructed").with("ROCPROFILER_LIBRARY_CTOR", no);
        assertThat(Statuses.of(run)).startsWith("constructor: initialized 0").hasLineCount(3);
    }

    @Test
    void the_library_constructor_boots_no_jvm_for_a_program_without_a_tool() {
        Run run = Run.client("bare")
                .with("ROCPROFILER_LIBRARY_CTOR", "1")
                .with("LD_PRELOAD", Product.file("lib/librocprofiler-sdk.so.1"));
        assertThat(Statuses.of(run)).contains("libjvm: not mapped");
    }
}
