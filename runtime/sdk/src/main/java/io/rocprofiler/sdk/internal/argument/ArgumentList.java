package io.rocprofiler.sdk.internal.argument;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.abi.internal.ArgumentTypes;
import io.rocprofiler.sdk.internal.seam.CStrings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The arguments of one function (or OpenMP event), ready for display: parsed once, kept until the process exits.
///
/// Thread rule: any thread; two threads may parse the same function at first. Immutable.
public final class ArgumentList {
    private static final ArgumentList[][] KNOWN = new ArgumentList[CallbackTracingKind.last()][];

    /// Bytes before `args` in the payload of an OpenMP event, as in all others.
    private static final int OMPT_ARGS = Long.BYTES;

    /// Offset of `args` in the callback payload.
    public final int payloadArgs;

    /// Offset of `args` in an extended buffer record; 0 if there is none.
    public final int recordArgs;

    /// Bytes of `args` that this function uses.
    public final int sizeBytes;

    /// C strings.
    public final long[] names;

    /// C strings.
    public final long[] mangledTypes;

    public final int[] offsets;
    public final ArgumentType[] types;

    private ArgumentList(int payloadArgs, int recordArgs, ApiFunction function) {
        this.payloadArgs = payloadArgs;
        this.recordArgs = recordArgs;
        List<ApiParameter> parameters = function.parameters();
        int count = parameters.size();
        sizeBytes = count == 0 ? 0 : function.argsSize();
        names = new long[count];
        mangledTypes = new long[count];
        offsets = new int[count];
        types = new ArgumentType[count];
        for (int i = 0; i < count; i++) {
            ApiParameter parameter = parameters.get(i);
            types[i] = ArgumentTypes.of(parameter.type());
            names[i] = CStrings.intern(parameter.name());
            mangledTypes[i] = CStrings.intern(types[i].mangledName());
            offsets[i] = parameter.offset();
        }
    }

    public int count() {
        return offsets.length;
    }

    /// Returns the arguments of an operation, or null if the kind has no such operation or its operations have
    /// no arguments.
    public static @Nullable ArgumentList of(CallbackTracingKind kind, int operation) {
        ArgumentList[] lists = KNOWN[kind.value()];
        ArgumentList known = lists != null && operation >= 0 && operation < lists.length ? lists[operation] : null;
        return known == null ? parse(kind, operation) : known;
    }

    private static @Nullable ArgumentList parse(CallbackTracingKind kind, int operation) {
        ApiTable table = Arguments.table(kind);
        boolean ompt = kind == CallbackTracingKind.OMPT;
        ApiFunction function = ompt ? Arguments.openMp(operation) : Arguments.function(kind, operation);
        if (function == null) return null;
        ArgumentList list = new ArgumentList(
                table == null ? OMPT_ARGS : table.payloadArgs(), table == null ? 0 : table.extRecordArgs(), function);
        keep(kind, operation, list);
        return list;
    }

    private static synchronized void keep(CallbackTracingKind kind, int operation, ArgumentList list) {
        ArgumentList[] lists = KNOWN[kind.value()];
        if (lists == null) {
            lists = new ArgumentList[Operations.count(kind)];
            KNOWN[kind.value()] = lists;
        }
        lists[operation] = list;
    }
}
