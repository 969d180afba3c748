package io.rocprofiler.export.html;

import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
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

/// The arguments and results of calls as text: a line per call whose record has them, with the index of the process
/// in the run, the call's id, its result and its arguments. Kept compressed.
final class CallArguments {

    static final int MOST_CALLS = 200_000; // 2 MB of page; a longer run keeps those of its first calls

    private static final char SEPARATOR = '\u001f';

    private final int most;
    private final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    private final OutputStream lines = new DeflaterOutputStream(compressed);
    private final Map<Integer, List<ApiParameter>> parameters = new TreeMap<>();
    private final StringBuilder line = new StringBuilder();
    private int kept;
    private long leftOut;

    /// @param most the maximum number of calls whose arguments are kept
    CallArguments(int most) {
        this.most = most;
    }

    /// @param name the index of the function's name
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

    /// Returns the parameters that fit into the record.
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

    /// The parameters of each function, by the index of its name.
    Map<Integer, List<ApiParameter>> parameters() {
        return parameters;
    }

    /// The number of calls whose recorded arguments were left out.
    long leftOut() {
        return leftOut;
    }

    /// Returns all lines, compressed. Nothing can be added afterwards.
    byte[] finish() throws IOException {
        lines.close();
        return compressed.toByteArray();
    }
}
