package io.rocprofiler.abi.internal;

import java.util.ArrayList;
import java.util.List;

/// A traced function: its name and its signature.
///
/// @param operation its number in its kind
/// @param name as in C
/// @param resultType the C type as written in the header
/// @param resultKind the machine type (see `ApiParameter.kind`), `void` for none
/// @param argsSize the size of this function's member of the payload's `args` union, in bytes
/// @param parameters in the order of C
public record ApiFunction(
        int operation, String name, String resultType, String resultKind, int argsSize, List<ApiParameter> parameters) {
    /// Parses one line of a table's signatures: `type|kind|size`, then per
    /// parameter `|name|type|kind|offset|bytes`.
    static ApiFunction parse(int operation, String name, String line) {
        List<String> words = Lines.split(line);
        ArrayList<ApiParameter> parameters = new ArrayList<>();
        for (int i = 3; i < words.size(); i += 5) {
            parameters.add(new ApiParameter(
                    words.get(i),
                    words.get(i + 1),
                    words.get(i + 2),
                    Integer.parseInt(words.get(i + 3)),
                    Integer.parseInt(words.get(i + 4))));
        }
        return new ApiFunction(
                operation, name, words.get(0), words.get(1), Integer.parseInt(words.get(2)), List.copyOf(parameters));
    }
}
