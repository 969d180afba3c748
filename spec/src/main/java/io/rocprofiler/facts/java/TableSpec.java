package io.rocprofiler.facts.java;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Maps a table of the facts to a constant of `ApiTables`; the position here is the table's index everywhere.
///
/// @param domain the part of its payload structs' names (`rocprofiler_callback_tracing_<domain>_api_data_t`)
/// @param intercept the enumerator of `rocprofiler_intercept_table_t`
record TableSpec(String name, String library, String struct, String domain, String intercept) {
    static final List<TableSpec> ALL = List.of(
            new TableSpec("HIP_RUNTIME", "hip", "HipDispatchTable", "hip", "HIP_RUNTIME"),
            new TableSpec("HIP_COMPILER", "hip", "HipCompilerDispatchTable", "hip", "HIP_COMPILER"),
            new TableSpec("HSA_CORE", "hsa", "CoreApiTable", "hsa", "HSA"),
            new TableSpec("HSA_AMD_EXT", "hsa", "AmdExtTable", "hsa", "HSA"),
            new TableSpec("HSA_IMAGE_EXT", "hsa", "ImageExtTable", "hsa", "HSA"),
            new TableSpec("HSA_FINALIZE_EXT", "hsa", "FinalizerExtTable", "hsa", "HSA"),
            new TableSpec("HSA_TOOLS", "hsa", "ToolsApiTable", "hsa", "HSA"),
            new TableSpec("HSA_PC_SAMPLING", "hsa", "PcSamplingExtTable", "hsa", "HSA"),
            new TableSpec("ROCTX_CORE", "roctx", "roctxCoreApiTable_t", "marker", "MARKER_CORE"),
            new TableSpec("ROCTX_CONTROL", "roctx", "roctxControlApiTable_t", "marker", "MARKER_CONTROL"),
            new TableSpec("ROCTX_NAME", "roctx", "roctxNameApiTable_t", "marker", "MARKER_NAME"),
            new TableSpec("RCCL", "rccl", "rcclApiFuncTable", "rccl", "RCCL"),
            new TableSpec("ROCDECODE", "rocdecode", "RocDecodeDispatchTable", "rocdecode", "ROCDECODE"),
            new TableSpec("ROCJPEG", "rocjpeg", "RocJpegDispatchTable", "rocjpeg", "ROCJPEG"),
            new TableSpec("ROCSHMEM", "rocshmem", "rocshmemApiFuncTable", "rocshmem", "ROCSHMEM"),
            new TableSpec("HIPFILE", "hipfile", "hipFileDispatchTable", "hipfile", "HIPFILE"));

    private static final Set<String> USED_BY_ENGINE =
            Set.of("HIP_COMPILER", "HSA_CORE", "HSA_AMD_EXT", "HSA_TOOLS", "ROCTX_CORE");

    /// The prefix of this table's generated classes: `HipRuntime`.
    String prefix() {
        StringBuilder prefix = new StringBuilder();
        for (String word : name.split("_")) {
            prefix.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return prefix.toString();
    }

    /// The enum of the table's operations: `HipRuntimeOperation`, `MarkerCoreOperation`.
    String operationsEnum() {
        return domainPrefix() + "Operation";
    }

    /// The class of the table's operations as ints, by the SDK's name of the enumeration:
    /// `HsaCoreApiId`, `MarkerCoreApiId`.
    String operationsClass() {
        return domainPrefix() + "ApiId";
    }

    /// Whether the engine itself calls single functions of the table or adds work around them.
    boolean usedByEngine() {
        return USED_BY_ENGINE.contains(name);
    }

    private String domainPrefix() {
        return prefix().replace("Roctx", "Marker");
    }
}
