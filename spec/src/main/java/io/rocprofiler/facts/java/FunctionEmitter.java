package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Function;
import io.rocprofiler.facts.model.NativeCall;
import io.rocprofiler.facts.model.Param;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/// Writes the exported functions of `librocprofiler-sdk`, in the order of the trampolines' function index, and the
/// engine calls that only C code makes.
final class FunctionEmitter {
    private FunctionEmitter() {}

    static String sdkFunctions(Facts facts) {
        StringBuilder text = Source.open("import org.jspecify.annotations.Nullable;\n\n")
                .append(
                        "/// The functions `librocprofiler-sdk` exports; the ordinal is the function index its trampolines pass.\n")
                .append("public enum SdkFunction {\n");
        Set<String> taken = new HashSet<>();
        for (Function function : facts.sdk().functions()) {
            String name = function.name();
            String suffix = name.startsWith("rocprofiler_") ? name.substring("rocprofiler_".length()) : name;
            String constant = Names.constant(taken.add(suffix) ? suffix : name);
            text.append("    /// `")
                    .append(prototype(function))
                    .append("`\n    ")
                    .append(constant)
                    .append("(\"")
                    .append(name)
                    .append("\", ")
                    .append(function.params().size())
                    .append("),\n");
        }
        return text.append("""
                    ;

                    private static final SdkFunction[] VALUES = values();

                    private final String nativeName;
                    private final int parameters;

                    SdkFunction(String nativeName, int parameters) {
                        this.nativeName = nativeName;
                        this.parameters = parameters;
                    }

                    /// {@return the exported symbol}
                    public String nativeName() {
                        return nativeName;
                    }

                    /// {@return how many arguments it takes}
                    public int parameters() {
                        return parameters;
                    }

                    /// {@return the function of an index, or null}
                    ///
                    /// @param index as the trampolines pass it
                    public static @Nullable SdkFunction of(int index) {
                        return index >= 0 && index < VALUES.length ? VALUES[index] : null;
                    }
                }
                """).toString();
    }

    static String nativeCalls(Facts facts) {
        StringBuilder text = Source.open()
                .append("/// What the C half asks of the engine, by numbers above those of [SdkFunction].\n")
                .append("public final class NativeCalls {\n");
        for (NativeCall call : facts.nativeCalls()) {
            text.append("    /// ").append(call.about()).append("\n    public static final int ");
            text.append(call.name()).append(" = ").append(call.number()).append(";\n\n");
        }
        return text.append("    private NativeCalls() {}\n}\n").toString();
    }

    private static String prototype(Function function) {
        return function.result().type() + " " + function.name() + "("
                + function.params().stream().map(Param::type).collect(Collectors.joining(", ")) + ")";
    }
}
