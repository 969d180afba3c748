package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an HSA runtime answered in a process without the engine, as its recorder wrote it down: a line for each.
///
/// ```
/// env.<variable>=<value>             for each variable that is set
/// agent=<handle>                     in hexadecimal digits
/// agent.<attribute>=<value>          the bytes of the value in memory order; zeros at the end may be left out
/// pool=<handle>                      of the agent before it
/// pool.<attribute>=<value>
/// cache=<handle>                     of the agent before it
/// cache.<attribute>=<value>
/// complete=1                         the last line
/// ```
/// Without the last line, the last agent may lack answers, and is left out. Other lines have no effect.
///
/// Thread rule: any thread; it does not change.
public final class AnsweredQueries implements HsaQueries {
    private static final String VARIABLE = "env.";
    private static final String LAST_LINE = "complete=1";
    private static final int HEX = 16;
    private static final long[] NONE = {};

    /// An agent, a pool or a cache.
    private static final class Thing {
        final Map<Integer, byte[]> answers = new HashMap<>();
        final Map<Long, Thing> pools = new LinkedHashMap<>();
        final Map<Long, Thing> caches = new LinkedHashMap<>();
    }

    private final Map<String, String> environment = new HashMap<>();
    private final Map<Long, Thing> agents = new LinkedHashMap<>();

    private AnsweredQueries() {}

    /// Reads the text of a file.
    public static AnsweredQueries parse(String text) {
        AnsweredQueries queries = new AnsweredQueries();
        Reader reader = queries.new Reader();
        for (String line : text.split("\n")) reader.line(line);
        if (!reader.isComplete) queries.agents.remove(reader.last);
        return queries;
    }

    /// What the lines so far were about; null after a line that says it in no way that can be read.
    private final class Reader {
        private @Nullable Thing agent;
        private @Nullable Thing pool;
        private @Nullable Thing cache;
        long last;
        boolean isComplete;

        void line(String line) {
            int equals = line.indexOf('=');
            if (equals < 0) return;
            String key = line.substring(0, equals);
            String value = line.substring(equals + 1);
            int point = key.indexOf('.');
            if (line.equals(LAST_LINE)) isComplete = true;
            else if (key.startsWith(VARIABLE)) environment.put(key.substring(VARIABLE.length()), value);
            else if (point < 0) thing(key, value);
            else answer(key.substring(0, point), key.substring(point + 1), value);
        }

        private void thing(String of, String digits) {
            switch (of) {
                case "agent" -> {
                    agent = added(agents, digits);
                    pool = null;
                    cache = null;
                    if (agent != null) last = Long.parseUnsignedLong(digits, HEX);
                }
                case "pool" -> pool = agent == null ? null : added(agent.pools, digits);
                case "cache" -> cache = agent == null ? null : added(agent.caches, digits);
                default -> {}
            }
        }

        private static @Nullable Thing added(Map<Long, Thing> things, String digits) {
            try {
                long handle = Long.parseUnsignedLong(digits, HEX);
                Thing thing = new Thing();
                things.put(handle, thing);
                return thing;
            } catch (NumberFormatException _) {
                return null;
            }
        }

        private void answer(String of, String attribute, String digits) {
            Thing thing = switch (of) {
                case "agent" -> agent;
                case "pool" -> pool;
                case "cache" -> cache;
                default -> null;
            };
            if (thing == null || digits.length() > 2 * HsaAgents.VALUE_BYTES) return;
            try {
                thing.answers.put(Integer.parseInt(attribute), HexFormat.of().parseHex(digits));
            } catch (IllegalArgumentException _) {
                return; // no answer
            }
        }
    }

    /// The variables that were set.
    public Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    @Override
    public long[] agents() {
        return handles(agents);
    }

    @Override
    public long[] pools(long handle) {
        Thing known = agents.get(handle);
        return known == null ? NONE : handles(known.pools);
    }

    @Override
    public long[] regions(long handle) {
        return NONE; // not asked
    }

    @Override
    public long[] caches(long handle) {
        Thing known = agents.get(handle);
        return known == null ? NONE : handles(known.caches);
    }

    private static long[] handles(Map<Long, Thing> things) {
        return things.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public boolean agentInfo(long handle, int attribute, long value) {
        return put(agents.get(handle), attribute, value);
    }

    @Override
    public boolean poolInfo(long handle, int attribute, long value) {
        for (Thing one : agents.values())
            if (one.pools.containsKey(handle)) return put(one.pools.get(handle), attribute, value);
        return false;
    }

    @Override
    public boolean cacheInfo(long handle, int attribute, long value) {
        for (Thing one : agents.values())
            if (one.caches.containsKey(handle)) return put(one.caches.get(handle), attribute, value);
        return false;
    }

    /// Writes an answer to `value`, which is zero.
    private static boolean put(@Nullable Thing thing, int attribute, long value) {
        byte[] answer = thing == null ? null : thing.answers.get(attribute);
        if (answer == null) return false;
        for (int i = 0; i < answer.length; i++) Memory.putByte(value + i, answer[i]);
        return true;
    }

    @Override
    public long queueAgent(long queue) {
        return 0; // not asked
    }
}
