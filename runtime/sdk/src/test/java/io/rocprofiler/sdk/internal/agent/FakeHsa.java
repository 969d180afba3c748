package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An HSA runtime whose agents, pools and caches are maps of attributes. Not initialised until [#up].
public final class FakeHsa implements HsaQueries {
    /// A handle and its attributes: texts, bytes, ints, longs or arrays of shorts or ints.
    static final class Thing {
        final long handle;
        final Map<Integer, Object> attributes = new HashMap<>();
        final List<Thing> pools = new ArrayList<>();
        final List<Thing> caches = new ArrayList<>();

        Thing(long handle) {
            this.handle = handle;
        }

        Thing with(int attribute, Object value) {
            attributes.put(attribute, value);
            return this;
        }
    }

    final List<Thing> agents = new ArrayList<>();
    boolean up;
    int asked;

    Thing agent(long handle) {
        Thing agent = new Thing(handle);
        agents.add(agent);
        return agent;
    }

    @Override
    public long[] agents() {
        asked++;
        return up ? handles(agents) : new long[0];
    }

    @Override
    public long[] pools(long agent) {
        return handles(find(agents, agent).pools);
    }

    @Override
    public long[] regions(long agent) {
        return new long[0];
    }

    @Override
    public long[] caches(long agent) {
        return handles(find(agents, agent).caches);
    }

    @Override
    public boolean agentInfo(long agent, int attribute, long value) {
        return put(find(agents, agent).attributes.get(attribute), value);
    }

    @Override
    public boolean poolInfo(long pool, int attribute, long value) {
        for (Thing agent : agents) {
            for (Thing known : agent.pools) {
                if (known.handle == pool) return put(known.attributes.get(attribute), value);
            }
        }
        return false;
    }

    @Override
    public boolean cacheInfo(long cache, int attribute, long value) {
        for (Thing agent : agents) {
            for (Thing known : agent.caches) {
                if (known.handle == cache) return put(known.attributes.get(attribute), value);
            }
        }
        return false;
    }

    @Override
    public long queueAgent(long queue) {
        return 0;
    }

    private static long[] handles(List<Thing> things) {
        return things.stream().mapToLong(thing -> thing.handle).toArray();
    }

    private static Thing find(List<Thing> things, long handle) {
        return things.stream()
                .filter(thing -> thing.handle == handle)
                .findFirst()
                .orElseThrow();
    }

    private static boolean put(@Nullable Object of, long value) {
        switch (of) {
            case null -> {
                return false;
            }
            case Byte number -> Memory.putByte(value, number);
            case Integer number -> Memory.putInt(value, number);
            case Long number -> Memory.putLong(value, number);
            case short[] numbers -> {
                for (int i = 0; i < numbers.length; i++) Memory.putShort(value + 2L * i, numbers[i]);
            }
            case int[] numbers -> {
                for (int i = 0; i < numbers.length; i++) Memory.putInt(value + 4L * i, numbers[i]);
            }
            default -> {
                byte[] text = of.toString().getBytes(StandardCharsets.UTF_8);
                for (int i = 0; i < text.length; i++) Memory.putByte(value + i, text[i]);
            }
        }
        return true;
    }
}
