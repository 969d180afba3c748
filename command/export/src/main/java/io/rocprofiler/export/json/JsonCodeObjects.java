package io.rocprofiler.export.json;

import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.trace.CodeObject;
import io.rocprofiler.trace.HostFunction;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.KernelNames;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import tools.jackson.core.JsonGenerator;

/// Writes `code_objects`, `kernel_symbols` and `host_functions`: the index in an array is the id. An unused id has all
/// members, without values, as AMD's (`metadata.cpp` of rocprofiler-sdk 1.0.0); 0 always is one.
public final class JsonCodeObjects {

    private static final List<String> DIMENSIONS = List.of("thread_ids", "block_ids", "block_dims", "grid_dims");

    private static final CodeObject NO_CODE = new CodeObject(0, 0, 0, "", 0, 0, 0, 0, 0, 0, 0);
    private static final HostFunction NO_FUNCTION =
            new HostFunction(0, 0, 0, 0, 0, 0, "", 0, Collections.nCopies(12, 0L), 0);

    /// The largest gap filled with unused ids. Ids in a process are nearly consecutive, but a damaged file may hold
    /// any id.
    private static final long LARGEST_GAP = 1 << 16;

    private final JsonGenerator json;
    private final KernelNames names;

    private JsonCodeObjects(JsonGenerator json, KernelNames names) {
        this.json = json;
        this.names = names;
    }

    static void write(JsonGenerator json, ProcessTrace process, KernelNames names) {
        JsonCodeObjects writer = new JsonCodeObjects(json, names);
        writer.indexed(
                "code_objects",
                process.codeObjects(),
                CodeObject::codeObjectId,
                code -> write(json, code),
                _ -> write(json, NO_CODE));
        writer.indexed("kernel_symbols", process.kernels(), KernelSymbol::kernelId, writer::kernel, writer::noKernel);
        writer.indexed(
                "host_functions",
                process.hostFunctions(),
                HostFunction::hostFunctionId,
                writer::hostFunction,
                _ -> writer.hostFunction(NO_FUNCTION));
    }

    private <T> void indexed(
            String name, List<T> elements, ToLongFunction<T> number, Consumer<T> write, LongConsumer unused) {
        json.writeArrayPropertyStart(name);
        long next = 0;
        for (T element : elements) {
            long id = number.applyAsLong(element);
            for (long i = next; i < Math.min(id, next + LARGEST_GAP); i++) {
                unused.accept(i);
            }
            write.accept(element);
            next = id + 1;
        }
        if (next == 0) {
            unused.accept(0);
        }
        json.writeEndArray();
    }

    /// Writes one code object, with AMD's names.
    public static void write(JsonGenerator json, CodeObject code) {
        json.writeStartObject();
        JsonRecords.unsigned(json, "size", code.size());
        JsonRecords.unsigned(json, "code_object_id", code.codeObjectId());
        JsonRecords.handle(json, "agent_id", code.agentId());
        json.writeStringProperty("uri", code.uri());
        JsonRecords.unsigned(json, "load_base", code.loadBase());
        JsonRecords.unsigned(json, "load_size", code.loadSize());
        json.writeNumberProperty("load_delta", code.loadDelta());
        json.writeNumberProperty("storage_type", code.storageType());
        if (code.storageType() == CodeObjectStorageType.FILE.value()) {
            json.writeNumberProperty("storage_file", code.storageFile());
        } else if (code.storageType() == CodeObjectStorageType.MEMORY.value()) {
            JsonRecords.unsigned(json, "memory_base", code.memoryBase());
            JsonRecords.unsigned(json, "memory_size", code.memorySize());
        }
        json.writeEndObject();
    }

    /// Writes one kernel, with AMD's names.
    public static void write(JsonGenerator json, KernelSymbol kernel, KernelNames names) {
        new JsonCodeObjects(json, names).kernel(kernel);
    }

    private void kernel(KernelSymbol kernel) {
        kernel(kernel, kernel.name());
    }

    /// Writes a kernel that there is not. The names of kernel 0 are "0", but for the one in the code object.
    private void noKernel(long id) {
        kernel(new KernelSymbol(0, 0, 0, "", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), id == 0 ? "0" : "");
    }

    private void kernel(KernelSymbol kernel, String mangled) {
        json.writeStartObject();
        unsigned("size", kernel.size());
        unsigned("kernel_id", kernel.kernelId());
        unsigned("code_object_id", kernel.codeObjectId());
        json.writeStringProperty("kernel_name", kernel.name());
        unsigned("kernel_object", kernel.kernelObject());
        unsigned("kernarg_segment_size", kernel.kernargSegmentBytes());
        unsigned("kernarg_segment_alignment", kernel.kernargSegmentAlignment());
        unsigned("group_segment_size", kernel.groupSegmentBytes());
        unsigned("private_segment_size", kernel.privateSegmentBytes());
        unsigned("sgpr_count", kernel.sgprCount());
        unsigned("arch_vgpr_count", kernel.archVgprCount());
        unsigned("accum_vgpr_count", kernel.accumVgprCount());
        json.writeNumberProperty("kernel_code_entry_byte_offset", kernel.entryByteOffset());
        JsonRecords.handle(json, "kernel_address", kernel.address());
        names(mangled, "kernel_name");
        json.writeEndObject();
    }

    private void hostFunction(HostFunction function) {
        json.writeStartObject();
        unsigned("size", function.size());
        unsigned("host_function_id", function.hostFunctionId());
        unsigned("kernel_id", function.kernelId());
        unsigned("code_object_id", function.codeObjectId());
        JsonRecords.handle(json, "host_function", function.address());
        JsonRecords.handle(json, "modules", function.modules());
        json.writeStringProperty("device_function", function.deviceFunction());
        unsigned("thread_limit", function.threadLimit());
        for (int i = 0; i < DIMENSIONS.size(); i++) {
            dimensions(DIMENSIONS.get(i), function.dimensions().subList(3 * i, 3 * i + 3));
        }
        unsigned("workgroup_size", function.workgroupSize());
        names(function.deviceFunction(), "host_function_name");
        json.writeEndObject();
    }

    private void names(String mangled, String suffix) {
        json.writeStringProperty("formatted_" + suffix, names.formatted(mangled));
        json.writeStringProperty("demangled_" + suffix, names.demangled(mangled));
        json.writeStringProperty("truncated_" + suffix, names.truncated(mangled));
    }

    private void dimensions(String name, List<Long> values) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("x", values.get(0));
        json.writeNumberProperty("y", values.get(1));
        json.writeNumberProperty("z", values.get(2));
        json.writeEndObject();
    }

    private void unsigned(String name, long value) {
        JsonRecords.unsigned(json, name, value);
    }
}
