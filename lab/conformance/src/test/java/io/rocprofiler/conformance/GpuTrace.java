package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// A tool's view of a program's GPU work, and its invariants for any program.
public final class GpuTrace {
    public static final int ENTER = 1;
    public static final int EXIT = 2;
    public static final int NONE = 0;
    public static final int ENQUEUE = 1;
    public static final int COMPLETE = 2;
    public static final int HOST_TO_DEVICE = 2;
    public static final int DEVICE_TO_HOST = 3;
    private static final int CPU = 1;
    private static final int GPU = 2;

    private final Map<Character, List<GpuEvent>> events = new HashMap<>();
    private final Map<Long, GpuEvent> calls = new HashMap<>();
    private final Map<String, String> operations = new HashMap<>();
    private final Map<Long, String> kernels = new HashMap<>();
    private final Map<Long, Long> agents = new HashMap<>();

    private final Path file;

    public GpuTrace(Path file) {
        this.file = file;
        try (FileChannel channel = FileChannel.open(file)) {
            MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            bytes.order(ByteOrder.nativeOrder());
            assertThat(bytes.limit() % GpuEvent.BYTES).isZero();
            for (int at = 0; at < bytes.limit(); at += GpuEvent.BYTES) add(new GpuEvent(bytes, at));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(GpuEvent event) {
        switch (event.sort()) {
            case 'n' -> assertThat(kernels.put(event.value(), event.name())).isNull();
            case 'o' -> operations.put(event.value() + " " + event.operation(), event.name());
            case 'a' -> agents.put(event.value(), event.agentType());
            default -> {
                if (event.sort() == 'h' || event.sort() == 's')
                    assertThat(calls.put(event.internal(), event)).isNull();
                events.computeIfAbsent(event.sort(), sort -> new ArrayList<>()).add(event);
            }
        }
    }

    /// Deletes a large trace that was correct.
    public void delete() {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<GpuEvent> all(char sort) {
        return events.getOrDefault(sort, List.of());
    }

    /// Returns the records of dispatches, in the order of their ids.
    public List<GpuEvent> dispatches() {
        return all('k').stream()
                .sorted(Comparator.comparingLong(GpuEvent::dispatch))
                .toList();
    }

    public List<GpuEvent> copies() {
        return all('c');
    }

    public String kernel(GpuEvent dispatch) {
        return kernels.getOrDefault(dispatch.kernel(), "unknown " + dispatch.kernel());
    }

    /// Returns the call that caused the work.
    public GpuEvent call(GpuEvent work) {
        GpuEvent call = calls.get(work.internal());
        assertThat(call).as("the call " + work.internal()).isNotNull();
        return call;
    }

    public String function(GpuEvent call) {
        return operations.get(call.value() + " " + call.operation());
    }

    /// Returns the number of pieces of work that each function caused.
    public Map<String, Integer> causes(List<GpuEvent> work) {
        Map<String, Integer> counts = new TreeMap<>();
        for (GpuEvent event : work) counts.merge(function(call(event)), 1, Integer::sum);
        return counts;
    }

    /// Returns the number of dispatches of each kernel.
    public Map<String, Integer> kernelCounts() {
        Map<String, Integer> counts = new TreeMap<>();
        for (GpuEvent event : all('k')) counts.merge(kernel(event), 1, Integer::sum);
        return counts;
    }

    /// Returns dispatches by queue, sorted by time.
    public Map<Long, List<GpuEvent>> byQueue() {
        return all('k').stream()
                .sorted(Comparator.comparingLong(GpuEvent::start))
                .collect(Collectors.groupingBy(GpuEvent::queue, TreeMap::new, Collectors.toList()));
    }

    // --- checks ---------------------------------------------------------------------------------------------------

    /// Checks the number of dispatches, that each has its own id and a GPU, and that those of a queue do
    /// not overlap.
    public void checkDispatches(int count) {
        List<GpuEvent> dispatches = dispatches();
        assertThat(all('d')).as("dropped").isEmpty();
        assertThat(dispatches).hasSize(count);
        assertThat(dispatches.stream().mapToLong(GpuEvent::dispatch).toArray())
                .isEqualTo(LongStream.rangeClosed(1, count).toArray());
        for (GpuEvent dispatch : dispatches) {
            check(dispatch.operation() == COMPLETE, "operation", dispatch);
            check(dispatch.start() > 0 && dispatch.start() < dispatch.end(), "times", dispatch);
            check(Long.valueOf(GPU).equals(agents.get(dispatch.agent())), "agent", dispatch);
        }
        byQueue().forEach((queue, work) -> checkQueue(work));
    }

    private static void checkQueue(List<GpuEvent> work) {
        GpuEvent before = work.getFirst();
        check(before.queue() > 0, "queue", before);
        for (GpuEvent dispatch : work.subList(1, work.size())) {
            check(dispatch.agent() == before.agent(), "agent", dispatch);
            check(dispatch.start() >= before.end(), "overlaps dispatch " + before.dispatch(), dispatch);
            before = dispatch;
        }
    }

    /// Checks that each piece of work began after its call, which its thread made.
    public void checkCalls(List<GpuEvent> work) {
        for (GpuEvent event : work) {
            GpuEvent call = call(event);
            check(event.start() >= call.start(), "begins before its call", event);
            check(event.thread() == call.thread(), "thread", event);
        }
    }

    /// Checks the number of copies, half of them to a GPU and half of them back.
    public void checkCopies(int count, long bytes) {
        assertThat(copies()).hasSize(count);
        int there = 0;
        for (GpuEvent copy : copies()) {
            check(copy.start() > 0 && copy.start() <= copy.end(), "times", copy);
            check(copy.bytes() == bytes && copy.destination() != 0 && copy.source() != 0, "bytes", copy);
            boolean to = copy.operation() == HOST_TO_DEVICE;
            if (to) there++;
            else check(copy.operation() == DEVICE_TO_HOST, "direction", copy);
            check(agents.getOrDefault(copy.destinationAgent(), 0L) == (to ? GPU : CPU), "destination", copy);
            check(agents.getOrDefault(copy.sourceAgent(), 0L) == (to ? CPU : GPU), "source", copy);
        }
        assertThat(there).isEqualTo(count / 2);
    }

    /// Checks that every id of a call, or of work without one, is retired once, after all events with that id.
    public void checkRetired() {
        Map<Long, Long> retired = new HashMap<>();
        for (GpuEvent event : all('r'))
            assertThat(retired.put(event.internal(), event.start())).as("twice").isNull();
        Map<Long, Long> last = new HashMap<>();
        for (char sort : new char[] {'h', 's', 'k', 'c'})
            for (GpuEvent event : all(sort)) last.merge(event.internal(), event.end(), Math::max);
        assertThat(retired.keySet()).isEqualTo(last.keySet());
        for (Map.Entry<Long, Long> id : last.entrySet())
            assertThat(retired.get(id.getKey())).as("id " + id.getKey()).isGreaterThanOrEqualTo(id.getValue());
    }

    private static void check(boolean good, String what, GpuEvent event) {
        if (good) return;
        throw new AssertionError(what + ": " + event);
    }
}
