package io.rocprofiler.export.text;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.trace.kind.Names;

/// Kind names as AMD's tool shows them: it always records the kinds that carry arguments (`_EXT`), so its
/// files never name the plain ones. Whoever reads them must find the same word here.
public final class KindNames {

    private static final int HIP_RUNTIME = BufferTracingKind.HIP_RUNTIME_API.value();
    private static final int HIP_COMPILER = BufferTracingKind.HIP_COMPILER_API.value();
    private static final int ROCDECODE = BufferTracingKind.ROCDECODE_API.value();

    private KindNames() {}

    /// The name of a buffer kind, of a plain one that of its extended form.
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
