package io.rocprofiler.sdk.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Services as the layers below see them: a list in a fixed order.
final class EventServicesTest {
    private final List<String> order = new ArrayList<>();

    @Test
    void the_first_answer_counts() {
        EventServices services =
                new EventServices(List.of(new Silent("a"), new Answering("b", 7), new Answering("c", 8)));
        assertThat(services.replacement(ApiTables.HSA_CORE, 1, 0)).isEqualTo(7);
        assertThat(services.followedStream(ApiTables.HIP_RUNTIME, 1)).isEqualTo(7);
        assertThat(order).containsExactly("a", "b", "a", "b");
    }

    @Test
    void where_nobody_answers_there_is_nothing() {
        EventServices services = new EventServices(List.of(new Silent("a"), new EventService() {}));
        assertThat(services.replacement(ApiTables.HSA_CORE, 1, 5)).isZero();
        assertThat(services.followedStream(ApiTables.HIP_RUNTIME, 1)).isEqualTo(-1);
        assertThat(services.outerHook(ApiTables.HIP_RUNTIME, 1)).isNull();
        assertThat(services.innerHook(ApiTables.HIP_RUNTIME, 1)).isNull();
    }

    @Test
    void only_those_are_asked_that_have_something_in_the_table() {
        EventServices services = new EventServices(List.of(new Silent("a"), new Answering("b", 7)));
        assertThat(services.hooking(ApiTables.HIP_RUNTIME).isEmpty()).isFalse();
        assertThat(services.hooking(ApiTables.HSA_CORE).isEmpty()).isTrue();
        assertThat(services.replacing(ApiTables.HSA_CORE).replacement(ApiTables.HSA_CORE, 1, 0))
                .isEqualTo(7);
        assertThat(order).containsExactly("b");
    }

    @Test
    void all_hear_of_the_end_in_their_order() {
        EventServices services = new EventServices(List.of(new Silent("a"), new Answering("b", 7)));
        services.drain();
        services.finish();
        assertThat(order).containsExactly("a drains", "b drains", "a ends", "b ends");
    }

    private class Silent implements EventService {
        final String name;

        Silent(String name) {
            this.name = name;
        }

        @Override
        public long replacement(ApiTable table, int operation, long function) {
            order.add(name);
            return 0;
        }

        @Override
        public int followedStream(ApiTable table, int operation) {
            order.add(name);
            return -1;
        }

        @Override
        public @Nullable SlotHook outerHook(ApiTable table, int operation) {
            return null;
        }

        @Override
        public void drain() {
            order.add(name + " drains");
        }

        @Override
        public void finish() {
            order.add(name + " ends");
        }
    }

    private final class Answering extends Silent {
        private final int answer;

        Answering(String name, int answer) {
            super(name);
            this.answer = answer;
        }

        @Override
        public boolean hooks(ApiTable table) {
            return table == ApiTables.HIP_RUNTIME;
        }

        @Override
        public boolean replaces(ApiTable table) {
            return table == ApiTables.HSA_CORE;
        }

        @Override
        public long replacement(ApiTable table, int operation, long function) {
            order.add(name);
            return answer;
        }

        @Override
        public int followedStream(ApiTable table, int operation) {
            order.add(name);
            return answer;
        }
    }
}
