package io.rocprofiler.export.text;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.trace.kind.Names;

/// Kind names as shown by AMD's tool, which always records the kinds with arguments (`_EXT`), so that its files
/// never name the plain kinds. Our files use the same names for compatibility.
public final class KindNames {

    private static final int HIP_RUNTIME = BufferTracingKind.HIP_RUNTIME_API.value();
    private static final int HIP_COMPILER = BufferTracingKind.HIP_COMPILER_API.value();
    private static final int ROCDECODE = BufferTracingKind.ROCDECODE_API.value();

    private KindNames() {}

    /// Returns the name of a buffer kind; for a plain kind the name of its extended form.
    public static String shown(int kind) {
        boolean plain = kind == HIP_RUNTIME || kind == HIP_COMPILER || kind == ROCDECODE;
        return plain ? EXTENDED[kind] : Names.kind(kind);
    }

    private static final String[] EXTENDED = extended();

    private static String[] extended() {
        String[] names = new String[ROCDECODE + 1];
        for (int kind = 0; kind < names.length; kind++) {
            names[kind] = Names.kind(kind) + "_EXT";
        }
        return names;
    }
}
