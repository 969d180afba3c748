package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parameters and result of a function, ready to be read. Parsed once per function.
final class CallShape {
    /// The shape of an unknown function.
    static final CallShape NONE = new CallShape("", new ValueShape[0], null);

    final String function;
    final ValueShape[] parameters;

    /// Null for a function that returns nothing.
    final @Nullable ValueShape result;

    private CallShape(String function, ValueShape[] parameters, @Nullable ValueShape result) {
        this.function = function;
        this.parameters = parameters;
        this.result = result;
    }

    static CallShape of(ApiFunction function, int resultBytes) {
        List<ApiParameter> declared = function.parameters();
        ValueShape[] parameters = new ValueShape[declared.size()];
        for (int i = 0; i < parameters.length; i++) parameters[i] = new ValueShape(declared.get(i));
        ValueShape result = resultBytes == 0
                ? null
                : new ValueShape(
                        new ApiParameter("result", function.resultType(), function.resultKind(), 0, resultBytes));
        return new CallShape(function.name(), parameters, result);
    }

    void checkIndex(int index) {
        if (index < 0 || index >= parameters.length) {
            throw new IndexOutOfBoundsException(
                    "argument=" + index + ": " + function + " has " + parameters.length + " here");
        }
    }

    int find(String name) {
        for (int i = 0; i < parameters.length; i++) if (parameters[i].name.equals(name)) return i;
        StringBuilder names = new StringBuilder();
        for (ValueShape parameter : parameters) {
            names.append(names.isEmpty() ? "" : ", ").append(parameter.name);
        }
        throw new IllegalArgumentException("argument=" + name + ": " + function + " has "
                + (names.isEmpty() ? "no arguments here" : names.toString()));
    }
}
