package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SmallFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The runtimes of this process that see a GPU (`rocprofiler_agent_runtime_visiblity_t`), according to the
/// environment variables that hide GPUs.
///
/// `ROCR_VISIBLE_DEVICES` counts the GPUs of the machine; HIP's variables count those that remain, in its order. As
/// in the runtimes, a list ends at its first entry that names no GPU or a GPU already listed.
final class Visibility {
    // Bits of the struct.
    static final int HSA = 1;
    static final int HIP = 1 << 1;
    static final int RCCL = 1 << 2;
    static final int ROCDECODE = 1 << 3;
    private static final int ALL = HSA | HIP | RCCL | ROCDECODE;

    private static final String ROCR_VARIABLE = "ROCR_VISIBLE_DEVICES";
    private static final List<String> HIP_VARIABLES =
            List.of("HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL");

    private static final String UUID_PREFIX = "GPU-";
    private static final int UUID_RADIX = 16;

    private Visibility() {}

    /// Names all relevant variables.
    static List<String> names() {
        List<String> names = new ArrayList<>(HIP_VARIABLES);
        names.addFirst(ROCR_VARIABLE);
        return names;
    }

    /// Returns those of the relevant variables that are set.
    static Map<String, String> variables(Function<String, @Nullable String> environment) {
        Map<String, String> set = new HashMap<>();
        for (String name : names()) put(set, name, environment);
        return set;
    }

    private static void put(Map<String, String> set, String name, Function<String, @Nullable String> environment) {
        String value = environment.apply(name);
        if (value != null) set.put(name, value);
    }

    /// Makes a CPU visible to every runtime.
    static void cpu(long agent) {
        Memory.putInt(agent + AgentV0.RUNTIME_VISIBILITY, ALL);
    }

    /// Fills in the visibility of all GPUs.
    ///
    /// @param gpus in the order in which the variables count them
    /// @param hidden whether `ROCR_VISIBLE_DEVICES` has already been applied: GPUs hidden by it are not in `gpus`
    /// @return by GPU the number of its device in HIP, -1 if HIP does not see it
    static int[] gpus(long[] gpus, Map<String, String> environment, boolean hidden) {
        int[] everything = new int[gpus.length];
        for (int i = 0; i < gpus.length; i++) everything[i] = i;
        String rocr = hidden ? null : environment.get(ROCR_VARIABLE);
        int[] hsa = select(gpus, everything, rocr);
        int[] hip = select(gpus, hsa, first(environment));
        for (int i = 0; i < gpus.length; i++) {
            int bits = hip[i] >= 0 ? ALL : hsa[i] >= 0 ? HSA : 0;
            Memory.putInt(gpus[i] + AgentV0.RUNTIME_VISIBILITY, bits);
        }
        return hip;
    }

    private static @Nullable String first(Map<String, String> environment) {
        for (String variable : HIP_VARIABLES) {
            String value = environment.get(variable);
            if (value != null && !value.isEmpty()) return value;
        }
        return null;
    }

    /// Renumbers GPUs according to a list; -1 for those that the list hides. Without a list, none is hidden.
    private static int[] select(long[] gpus, int[] numbers, @Nullable String list) {
        if (list == null || list.isEmpty()) return numbers;
        int[] selected = new int[gpus.length];
        Arrays.fill(selected, -1);
        int next = 0;
        int at = 0;
        while (at < list.length()) {
            int comma = list.indexOf(',', at);
            int end = comma < 0 ? list.length() : comma;
            String entry = list.substring(at, end).strip();
            at = end + 1;
            if (entry.isEmpty()) continue;
            int gpu = find(gpus, numbers, entry);
            if (gpu < 0 || selected[gpu] >= 0) break;
            selected[gpu] = next++;
        }
        return selected;
    }

    private static int find(long[] gpus, int[] numbers, String entry) {
        boolean byUuid = entry.startsWith(UUID_PREFIX);
        long wanted = byUuid ? uniqueId(entry) : SmallFiles.decimal(entry, 0, entry.length());
        for (int i = 0; i < gpus.length; i++) {
            if (numbers[i] < 0) continue;
            if (byUuid ? wanted != 0 && AgentStruct.uniqueId(gpus[i]) == wanted : numbers[i] == wanted) return i;
        }
        return -1;
    }

    /// Parses a unique id; returns 0, which no GPU has, if the entry is not an id.
    private static long uniqueId(String entry) {
        try {
            return Long.parseUnsignedLong(entry, UUID_PREFIX.length(), entry.length(), UUID_RADIX);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
