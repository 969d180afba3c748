package io.rocprofiler.cli.journal;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipApiId;
import io.rocprofiler.abi.HipCommandKind;
import io.rocprofiler.abi.HsaApiId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names of GPU work, and of functions whose arguments we do not know: those of the process's own runtimes, which
/// its
/// journal has, before ours.
final class OperationTexts {

    private record Key(int domain, int operation, int kind) {}

    private final Map<Key, byte[]> given = new HashMap<>();
    private final Map<Key, byte[]> known = new HashMap<>();

    /// Takes a name of the journal.
    boolean read(Entry entry) {
        long place = entry.data();
        byte[] bytes = entry.bytes(place, entry.dataBytes());
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        if (length == bytes.length) {
            return false;
        }
        given.put(key(entry), Arrays.copyOf(bytes, length));
        return true;
    }

    /// Returns the name of a function, or of a piece of work.
    byte[] of(Entry entry) {
        return known.computeIfAbsent(key(entry), this::name);
    }

    private static Key key(Entry entry) {
        return new Key(entry.domain(), entry.operation(), entry.workKind());
    }

    private byte[] name(Key key) {
        byte[] name = given.get(key);
        return name != null ? name : own(ActivityDomain.of(key.domain), key).getBytes(StandardCharsets.UTF_8);
    }

    private static String own(@Nullable ActivityDomain domain, Key key) {
        return switch (domain) {
            case HIP_API -> function(HipApiId.of(key.operation));
            case HSA_API -> function(HsaApiId.of(key.operation));
            case HIP_OPS -> command(HipCommandKind.of(key.kind));
            case null, default -> "";
        };
    }

    private static String function(@Nullable Enum<?> id) {
        return id == null ? "unknown" : id.name();
    }

    private static String command(@Nullable HipCommandKind kind) {
        return kind == null ? "Unknown command kind" : kind.nativeName();
    }
}
