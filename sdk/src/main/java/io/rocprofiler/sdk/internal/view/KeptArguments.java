package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.sdk.ApiValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds values in a copy of a call.
final class KeptArguments {
    private KeptArguments() {}

    static ApiValue get(List<ApiValue> arguments, int index, String function) {
        if (index < 0 || index >= arguments.size()) {
            throw new IndexOutOfBoundsException(
                    "argument=" + index + ": " + function + " has " + arguments.size() + " here");
        }
        return arguments.get(index);
    }

    static ApiValue get(List<ApiValue> arguments, String name, String function) {
        for (ApiValue argument : arguments) if (argument.name().equals(name)) return argument;
        throw new IllegalArgumentException("argument=" + name + ": " + function + " has no such argument here");
    }

    static ApiValue result(@Nullable ApiValue result, String function) {
        if (result == null) throw new IllegalStateException("result: " + function + " has none here");
        return result;
    }
}
