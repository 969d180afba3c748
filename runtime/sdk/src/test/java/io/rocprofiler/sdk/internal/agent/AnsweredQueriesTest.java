package io.rocprofiler.sdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.HsaAgentInfo;
import io.rocprofiler.abi.HsaAmdAgentInfo;
import io.rocprofiler.abi.HsaDeviceType;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Agents made of an HSA runtime's recorded answers are those that the runtime itself describes.
final class AnsweredQueriesTest {
    private static final long CPU = 0xffff_8000_0000_1000L;
    private static final long GPU = 0x2000;

    /// A runtime that knows all attributes, each with another value.
    private static final class Knowing implements HsaQueries {
        final Set<Integer> ofAgents = new TreeSet<>();
        final Set<Integer> ofPools = new TreeSet<>();
        final Set<Integer> ofCaches = new TreeSet<>();
        boolean knowsDriver = true;

        @Override
        public long[] agents() {
            return new long[] {CPU, GPU};
        }

        @Override
        public long[] pools(long agent) {
            return new long[] {agent + 1, agent + 2};
        }

        @Override
        public long[] regions(long agent) {
            throw new AssertionError("not asked");
        }

        @Override
        public long[] caches(long agent) {
            return new long[] {agent + 3};
        }

        @Override
        public boolean agentInfo(long agent, int attribute, long value) {
            ofAgents.add(attribute);
            if (attribute == HsaAmdAgentInfo.DRIVER_NODE_ID.value() && !knowsDriver) return false;
            Memory.putInt(value, attribute + (int) agent);
            if (attribute == HsaAgentInfo.DEVICE.value())
                Memory.putInt(value, (agent == GPU ? HsaDeviceType.GPU : HsaDeviceType.CPU).value());
            return true;
        }

        @Override
        public boolean poolInfo(long pool, int attribute, long value) {
            ofPools.add(attribute);
            Memory.putLong(value, attribute == 0 ? pool % 4 - 1 : pool << 20);
            return true;
        }

        @Override
        public boolean cacheInfo(long cache, int attribute, long value) {
            ofCaches.add(attribute);
            Memory.putInt(value, (int) cache << attribute);
            return true;
        }

        @Override
        public long queueAgent(long queue) {
            throw new AssertionError("not asked");
        }
    }

    private final Knowing runtime = new Knowing();

    /// A recorder in a few lines.
    private static String record(HsaQueries hsa) {
        StringBuilder text = new StringBuilder();
        for (long agent : hsa.agents()) {
            append(text, "agent", agent, HsaQuestions.ofAgents(), hsa::agentInfo);
            for (long pool : hsa.pools(agent)) append(text, "pool", pool, HsaQuestions.ofPools(), hsa::poolInfo);
            for (long cache : hsa.caches(agent)) append(text, "cache", cache, HsaQuestions.ofCaches(), hsa::cacheInfo);
        }
        return text + "complete=1\n";
    }

    @FunctionalInterface
    private interface Question {
        boolean ask(long handle, int attribute, long value);
    }

    private static void append(StringBuilder text, String of, long handle, int[] attributes, Question question) {
        text.append(of).append('=').append(Long.toHexString(handle)).append('\n');
        for (int attribute : attributes) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment value = arena.allocate(HsaAgents.VALUE_BYTES, 8);
                if (!question.ask(handle, attribute, value.address())) continue;
                String hex = HexFormat.of().formatHex(value.toArray(ValueLayout.JAVA_BYTE));
                String cut = hex.replaceFirst("(00)+$", "");
                text.append(of)
                        .append('.')
                        .append(attribute)
                        .append('=')
                        .append(cut)
                        .append('\n');
            }
        }
    }

    private record Source(HsaQueries hsa, MachineFiles machine) implements AgentSource {}

    private static List<Agent> agents(HsaQueries hsa) {
        return new Agents(new Source(hsa, TestMachines.withoutDriver()), 1).list();
    }

    @Test
    void agents_are_the_same_as_of_the_runtime_itself() {
        List<Agent> known = agents(runtime);
        assertThat(known).hasSize(2);
        assertThat(agents(AnsweredQueries.parse(record(runtime)))).isEqualTo(known);
        runtime.knowsDriver = false;
        List<Agent> without = agents(runtime);
        assertThat(without).isNotEqualTo(known);
        assertThat(agents(AnsweredQueries.parse(record(runtime)))).isEqualTo(without);
    }

    @Test
    void nothing_is_asked_that_is_not_recorded_and_nothing_recorded_that_is_not_asked() {
        runtime.knowsDriver = false;
        agents(runtime);
        assertThat(runtime.ofAgents).containsExactlyElementsOf(set(HsaQuestions.ofAgents()));
        assertThat(runtime.ofPools).containsExactlyElementsOf(set(HsaQuestions.ofPools()));
        assertThat(runtime.ofCaches).containsExactlyElementsOf(set(HsaQuestions.ofCaches()));
    }

    private static Set<Integer> set(int[] attributes) {
        Set<Integer> set = new TreeSet<>(Arrays.stream(attributes).boxed().toList());
        assertThat(set).hasSize(attributes.length);
        return set;
    }

    @Test
    void the_environment_is_known() {
        AnsweredQueries answers = AnsweredQueries.parse("env.ROCR_VISIBLE_DEVICES=0,1\nenv.HIP_VISIBLE_DEVICES=\n");
        assertThat(answers.environment()).isEqualTo(Map.of("ROCR_VISIBLE_DEVICES", "0,1", "HIP_VISIBLE_DEVICES", ""));
        assertThat(answers.agents()).isEmpty();
    }

    @Test
    void the_last_agent_of_a_file_without_an_end_is_left_out() {
        String text = record(runtime);
        String cut = text.substring(0, text.length() - "complete=1\n".length());
        assertThat(AnsweredQueries.parse(text).agents()).containsExactly(CPU, GPU);
        assertThat(AnsweredQueries.parse(cut).agents()).containsExactly(CPU);
        assertThat(AnsweredQueries.parse(cut.substring(0, cut.indexOf("agent=2000")))
                        .agents())
                .isEmpty();
        assertThat(AnsweredQueries.parse("").agents()).isEmpty();
    }

    @Test
    void every_beginning_of_a_file_is_read() {
        String text = record(runtime);
        for (int length = 0; length < text.length(); length++)
            assertThat(agents(AnsweredQueries.parse(text.substring(0, length)))).hasSizeBetween(0, 2);
    }

    @Test
    void lines_that_are_no_answers_have_no_effect() {
        String text = record(runtime);
        String damaged = """
                nonsense
                =
                .=
                pool=1
                pool.1=00
                agent.x=00
                agent.0=0
                agent=
                agent.0=61
                cache.-1=zz
                agent.0=%s
                """.formatted("61".repeat(100_000)) + text.replace("pool=", "agent.17=xyz\nagent=zz\npool=");
        AnsweredQueries answers = AnsweredQueries.parse(damaged);
        assertThat(answers.agents()).containsExactly(CPU, GPU);
        assertThat(answers.pools(GPU)).isEmpty();
        assertThat(answers.pools(1)).isEmpty();
        assertThat(answers.caches(1)).isEmpty();
        assertThat(answers.poolInfo(1, 0, 0)).isFalse();
        assertThat(answers.cacheInfo(1, 0, 0)).isFalse();
        assertThat(answers.agentInfo(1, 0, 0)).isFalse();
        assertThat(agents(answers)).hasSize(2);
    }
}
