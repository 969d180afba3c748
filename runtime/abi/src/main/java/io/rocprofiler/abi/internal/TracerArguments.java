package io.rocprofiler.abi.internal;

import java.util.ArrayList;
import java.util.List;

/// The arguments of HIP's and HSA's functions in roctracer's callbacks: names, types, and offsets in the `args` of
/// `hip_api_data_t` and `hsa_api_data_t`.
///
/// Thread rule: any thread.
public final class TracerArguments {
    private static final int WORDS = 5;

    private TracerArguments() {}

    /// Returns the parameters of a HIP function; empty for a function without arguments.
    ///
    /// @param function its number in `HipApiId`
    /// @return the parameters, in the order of C
    public static List<ApiParameter> ofHip(int function) {
        return parse(Hip.LINES.get(function));
    }

    /// Returns the parameters of an HSA function; empty for a function without arguments.
    ///
    /// @param function its number in `HsaApiId`
    /// @return the parameters, in the order of C
    public static List<ApiParameter> ofHsa(int function) {
        return parse(Hsa.LINES.get(function));
    }

    private static List<ApiParameter> parse(String line) {
        if (line.isEmpty()) {
            return List.of();
        }
        List<String> words = Lines.split(line);
        List<ApiParameter> parameters = new ArrayList<>();
        for (int i = 0; i < words.size(); i += WORDS) {
            parameters.add(new ApiParameter(
                    words.get(i),
                    words.get(i + 1),
                    words.get(i + 2),
                    Integer.parseInt(words.get(i + 3)),
                    Integer.parseInt(words.get(i + 4))));
        }
        return List.copyOf(parameters);
    }

    private static final class Hip {
        static final Lines LINES = new Lines(TracerArgumentTexts.hip());
    }

    private static final class Hsa {
        static final Lines LINES = new Lines(TracerArgumentTexts.hsa());
    }
}
