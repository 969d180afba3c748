package io.rocprofiler.facts.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One function pointer of a table.
///
/// @param offset of the pointer in the table, in bytes
/// @param field the table member's name
/// @param step the table step that added it
/// @param operation the SDK's operation id, -1 for a slot the SDK does not trace
/// @param operationName the SDK's enumerator, empty when `operation` is -1
/// @param runtimeId the runtime's own id (`HIP_API_ID_*`, `HSA_API_ID_*`), -1 if there is none
/// @param args null for a slot the SDK does not trace
/// @param source the release that added the slot when it is later than the facts' default one; else empty
public record Slot(
        int index,
        int offset,
        String name,
        String field,
        int step,
        int operation,
        String operationName,
        int runtimeId,
        String runtimeName,
        Result result,
        List<Param> params,
        @Nullable Args args,
        String source) {}
