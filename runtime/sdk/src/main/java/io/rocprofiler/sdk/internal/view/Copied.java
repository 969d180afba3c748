package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.sdk.ApiValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Helpers shared by all copies: unsupported methods, and access to the values of a call.
final class Copied {
    private Copied() {}

    static IllegalStateException noMemory() {
        return new IllegalStateException("a copy has no native memory: ask the record itself, inside the callback");
    }

    static UnsupportedOperationException immutable() {
        return new UnsupportedOperationException("a copy cannot be changed");
    }

    static ApiValue argument(List<ApiValue> arguments, int index, String function) {
        if (index < 0 || index >= arguments.size()) {
            throw new IndexOutOfBoundsException(
                    "argument=" + index + ": " + function + " has " + arguments.size() + " here");
        }
        return arguments.get(index);
    }

    static ApiValue argument(List<ApiValue> arguments, String name, String function) {
        for (ApiValue argument : arguments) if (argument.name().equals(name)) return argument;
        throw new IllegalArgumentException("argument=" + name + ": " + function + " has no such argument here");
    }

    static ApiValue result(@Nullable ApiValue result, String function) {
        if (result == null) throw new IllegalStateException("result: " + function + " has none here");
        return result;
    }
}
