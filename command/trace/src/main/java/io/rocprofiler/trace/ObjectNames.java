package io.rocprofiler.trace;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentName;
import io.rocprofiler.trace.pack.BlockIndex;
import io.rocprofiler.trace.pack.PackReader;
import io.rocprofiler.trace.pack.RecordBlock;
import io.rocprofiler.trace.packing.PackStreams;
import io.rocprofiler.trace.segment.SegmentTexts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The names of a process's threads, agents, streams and queues; empty for those without one. The latest name counts.
///
/// A thread's name is the one that the program gave it by ROC-TX, else that in Java, else the kernel's
/// (`pthread_setname_np`). The kernel names a process's first thread after the program, and each thread after the one
/// that created it: the program's own name is none.
public final class ObjectNames {

    private static final int KERNEL_BYTES = 15; // of a name, `prctl(2)`

    private static final String HIP_DEVICE = "hip_device"; // an agent's number in HIP, by which programs name it

    /// A thread's name in Java, which is the newest one until the kernel has another name than it had then.
    private record JavaName(String name, String kernelName) {}

    /// One name.
    ///
    /// @param id by which records refer to what has it
    public record Name(Named of, long id, String name) {}

    private final Set<String> inherited;
    private final Map<Long, String> kernelThreads = new HashMap<>();
    private final Map<Long, JavaName> javaThreads = new HashMap<>();
    private final Map<Long, String> threads = new HashMap<>();
    private final Map<Long, String> agents = new HashMap<>();
    private final Map<Long, String> streams = new HashMap<>();
    private final Map<Long, String> queues = new HashMap<>();

    private final Map<Long, Long> devices; // agents by their numbers in HIP

    private ObjectNames(Set<String> inherited, Map<Long, Long> devices) {
        this.inherited = inherited;
        this.devices = devices;
    }

    static ObjectNames none() {
        return new ObjectNames(Set.of(), Map.of());
    }

    /// @param pack has the names in the order of their time
    /// @param command of the process: the program, or an interpreter and the program
    /// @param agents of the process's machine
    static ObjectNames read(PackReader pack, List<String> command, List<AgentInfo> agents) {
        ObjectNames names = new ObjectNames(
                command.stream().limit(2).map(ObjectNames::ofProgram).collect(Collectors.toSet()), devices(agents));
        BlockIndex index = pack.stream(PackStreams.NAMES);
        RecordBlock block = new RecordBlock();
        for (int i = 0; i < index.blocks(); i++) {
            if (index.count(i) > 0) {
                block.read(pack.block(index, i));
                for (int record = 0; record < block.count(); record++) {
                    names.add(
                            block.word(record, SegmentName.OF),
                            block.word(record, SegmentName.ID),
                            text(block, record));
                }
            }
        }
        return names;
    }

    private static Map<Long, Long> devices(List<AgentInfo> agents) {
        Map<Long, Long> devices = new HashMap<>();
        for (AgentInfo agent : agents) {
            if (!agent.text(HIP_DEVICE).isEmpty()) {
                devices.put(agent.number(HIP_DEVICE), agent.id());
            }
        }
        return devices;
    }

    /// The kernel's name of a program.
    private static String ofProgram(String file) {
        byte[] utf8 = file.substring(file.lastIndexOf('/') + 1).getBytes(StandardCharsets.UTF_8);
        return text(utf8, 0, Math.min(KERNEL_BYTES, utf8.length));
    }

    private static String text(byte[] utf8, int from, int to) {
        return new String(utf8, from, to - from, StandardCharsets.UTF_8);
    }

    private static String text(RecordBlock block, int record) {
        return SegmentTexts.after(block.bytes(), block.place(record), SegmentName.SIZEOF);
    }

    private void add(long of, long id, String name) {
        switch ((int) of) {
            case SegmentConstants.NAME_OS_THREAD -> {
                JavaName java = javaThreads.get(id);
                if (java != null && !java.kernelName().equals(name)) {
                    javaThreads.remove(id);
                }
                kernelThreads.put(id, name);
            }
            case SegmentConstants.NAME_JAVA_THREAD ->
                javaThreads.put(id, new JavaName(name, kernelThreads.getOrDefault(id, "")));
            case SegmentConstants.NAME_THREAD -> threads.put(id, name);
            case SegmentConstants.NAME_AGENT -> agents.put(id, name);
            case SegmentConstants.NAME_DEVICE -> {
                Long agent = devices.get(id);
                if (agent != null) {
                    agents.put(agent, name);
                }
            }
            case SegmentConstants.NAME_STREAM -> streams.put(id, name);
            case SegmentConstants.NAME_QUEUE -> queues.put(id, name);
            default -> {} // of a newer version
        }
    }

    /// All names that are not empty.
    public List<Name> all() {
        List<Name> all = new ArrayList<>();
        Set<Long> known = new TreeSet<>(kernelThreads.keySet());
        known.addAll(javaThreads.keySet());
        known.addAll(threads.keySet());
        known.forEach(id -> all.add(new Name(Named.THREAD, id, thread(id))));
        agents.forEach((id, name) -> all.add(new Name(Named.AGENT, id, name)));
        streams.forEach((id, name) -> all.add(new Name(Named.STREAM, id, name)));
        queues.forEach((id, name) -> all.add(new Name(Named.QUEUE, id, name)));
        all.removeIf(name -> name.name().isEmpty());
        return all;
    }

    /// Returns the name of a thread, by the id that the kernel has for it.
    public String thread(long id) {
        String given = threads.getOrDefault(id, "");
        if (!given.isEmpty()) {
            return given;
        }
        JavaName java = javaThreads.get(id);
        if (java != null && !java.name().isEmpty()) {
            return java.name();
        }
        String kernel = kernelThreads.getOrDefault(id, "");
        return inherited.contains(kernel) ? "" : kernel;
    }

    /// Returns the name of an agent, by the handle that records have.
    public String agent(long id) {
        return agents.getOrDefault(id, "");
    }

    /// Returns the name of a stream, by the number that records have.
    public String stream(long id) {
        return streams.getOrDefault(id, "");
    }

    /// Returns the name of a queue, by the number that records have.
    public String queue(long id) {
        return queues.getOrDefault(id, "");
    }
}
