package io.rocprofiler.export.html;

import io.rocprofiler.abi.ApiFunction;
import io.rocprofiler.abi.ApiParameter;
import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.export.text.ArgumentText;
import io.rocprofiler.trace.ApiRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/// What calls were given and what they answered, as text: a line for each call that a record says it of, with the
/// process's place in the run, the call's id, its result and its arguments. Kept compressed.
final class CallArguments {

    static final int MOST_CALLS = 200_000; // 2 MB of page; in a longer run, those of the first calls

    private static final char SEPARATOR = '\u001f';

    private final int most;
    private final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    private final OutputStream lines = new DeflaterOutputStream(compressed);
    private final Map<Integer, List<ApiParameter>> parameters = new TreeMap<>();
    private final StringBuilder line = new StringBuilder();
    private int kept;
    private long leftOut;

    /// @param most calls whose arguments are kept
    CallArguments(int most) {
        this.most = most;
    }

    /// @param name the number of the function's name
    void add(int process, int name, ApiRecord call) {
        if (kept == most) {
            leftOut++;
            return;
        }
        kept++;
        line.setLength(0);
        line.append(process).append(SEPARATOR).append(call.internalId());
        line.append(SEPARATOR).append(Long.toUnsignedString(call.result()));
        for (ApiParameter parameter : parameters.computeIfAbsent(name, _ -> parametersOf(call))) {
            line.append(SEPARATOR).append(ArgumentText.of(parameter, call));
        }
        line.append('\n');
        try {
            lines.write(line.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Those that a record has room for.
    private static List<ApiParameter> parametersOf(ApiRecord call) {
        List<ApiParameter> known = new ArrayList<>();
        ApiTable table = ApiTables.ofBufferKind(call.kind());
        @Nullable
        ApiFunction function = table == null || call.operation() < 0 || call.operation() >= table.operations()
                ? null
                : table.function(call.operation());
        if (function != null) {
            for (ApiParameter parameter : function.parameters()) {
                if (parameter.offset() >= 0) {
                    known.add(parameter);
                }
            }
        }
        return known;
    }

    /// By the number of the function's name.
    Map<Integer, List<ApiParameter>> parameters() {
        return parameters;
    }

    /// How many calls have arguments in their records, but not here.
    long leftOut() {
        return leftOut;
    }

    /// All lines, compressed. Nothing can be added afterwards.
    byte[] finish() throws IOException {
        lines.close();
        return compressed.toByteArray();
    }
}
