package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lets the C compiler pass known arguments to a function of every shape, stores the registers and the stack as a
/// thunk does, and decodes them with the table's moves.
class CallingConventionTest {
    /// Returns byte `i` of every payload.
    private static byte pattern(int i) {
        return (byte) (i * 7 + 1);
    }

    private static final String PREAMBLE =
            """
            #include <stdint.h>
            #include <stdio.h>
            #include <string.h>
            unsigned char frame[%1$d], args[512];
            void capture(void);
            void *volatile target = (void *) capture;
            __asm__(".text\\n.globl capture\\ncapture:\\n"
                "leaq frame(%%rip), %%r11\\n"
                "movq %%rdi, 0(%%r11)\\nmovq %%rsi, 8(%%r11)\\nmovq %%rdx, 16(%%r11)\\n"
                "movq %%rcx, 24(%%r11)\\nmovq %%r8, 32(%%r11)\\nmovq %%r9, 40(%%r11)\\n"
                "movq %%xmm0, %2$d(%%r11)\\nmovq %%xmm1, %2$d+8(%%r11)\\nmovq %%xmm2, %2$d+16(%%r11)\\n"
                "movq %%xmm3, %2$d+24(%%r11)\\nmovq %%xmm4, %2$d+32(%%r11)\\nmovq %%xmm5, %2$d+40(%%r11)\\n"
                "movq %%xmm6, %2$d+48(%%r11)\\nmovq %%xmm7, %2$d+56(%%r11)\\n"
                "leaq 8(%%rsp), %%rsi\\nleaq %3$d(%%r11), %%rdi\\nmovl $32, %%ecx\\ncld\\nrep movsq\\nret\\n");
            #define A(type, offset) ({ type value; memcpy(&value, args + offset, sizeof value); value; })
            static void print(const char *name) {
                printf("%%s ", name);
                for (unsigned i = 0; i < sizeof frame; i++) printf("%%02x", frame[i]);
                puts("");
                memset(frame, 0, sizeof frame);
            }
            """.formatted(NativeConstants.STACK_ARGS + 256, NativeFrame.XMM_REGS, NativeConstants.STACK_ARGS);

    /// The only result that has more than 16 bytes.
    private static final String IN_MEMORY = "struct:hipChannelFormatDesc";

    private final StringBuilder types = new StringBuilder();
    private final StringBuilder calls = new StringBuilder();
    private final Set<Integer> structs = new HashSet<>();
    /// One function per shape.
    private final Map<String, ApiFunction> shapes = new HashMap<>();

    @Test
    void movesFindEveryArgumentWhereTheCompilerPutIt(@TempDir Path directory) throws Exception {
        Map<String, ApiTable> tables = new HashMap<>();
        for (int index = 0; index < ApiTables.count(); index++) {
            ApiTable table = ApiTables.get(index);
            for (int operation = 0; operation < table.operations(); operation++) {
                ApiFunction function = table.function(operation);
                if (shapes.putIfAbsent(shape(function), function) == null) {
                    tables.put(function.name(), table);
                    call(function);
                }
            }
        }

        List<String> frames = run(directory);

        assertThat(frames).hasSameSizeAs(tables.keySet()).hasSizeGreaterThan(100);
        for (String line : frames) {
            String name = line.substring(0, line.indexOf(' '));
            byte[] frame = HexFormat.of().parseHex(line.substring(name.length() + 1));
            ApiTable table = Objects.requireNonNull(tables.get(name));
            check(table.function(table.find(name)), table, frame);
        }
    }

    private static void check(ApiFunction function, ApiTable table, byte[] frame) {
        byte[] decoded = new byte[512];
        int stackEnd = NativeConstants.STACK_ARGS;
        for (long move : table.argMoves(function.operation())) {
            int source = (int) move & 0xffff;
            int target = (int) (move >> 16) & 0xffff;
            int bytes = (int) (move >> 32);
            assertThat(bytes).isIn(1, 2, 4, 8);
            System.arraycopy(frame, source, decoded, target, bytes);
            stackEnd = Math.max(stackEnd, source + bytes);
        }
        for (ApiParameter parameter : function.parameters()) {
            for (int i = parameter.offset(); i < parameter.offset() + parameter.size(); i++) {
                assertThat(decoded[i])
                        .as("%s.%s byte %d", function.name(), parameter.name(), i)
                        .isEqualTo(pattern(i));
            }
        }
        assertThat(table.stackWords(function.operation()))
                .as("stack words of %s", function.name())
                .isEqualTo((stackEnd - NativeConstants.STACK_ARGS + 7) / 8);
    }

    @Test
    void oneFunctionReturnsThroughMemoryAndAllOthersInRax() {
        for (int index = 0; index < ApiTables.count(); index++) {
            ApiTable table = ApiTables.get(index);
            for (int slot = 0; slot < table.count(); slot++) {
                String kind = table.function(slot).resultKind();
                int expected = switch (kind) {
                    case "void" -> 0;
                    case "pointer", "u64", "i64", "struct:hipFileError_t" -> 8;
                    case IN_MEMORY -> 20;
                    default -> 4;
                };
                assertThat(table.resultBytes(slot)).as(kind).isEqualTo(expected);
            }
        }
        long first = ApiTables.HIP_RUNTIME.argMoves(ApiTables.HIP_RUNTIME.find("hipCreateChannelDesc"))[0];
        assertThat(first & 0xffff).as("rdi is the result's address").isEqualTo(NativeFrame.INT_REGS + 8);
    }

    private List<String> run(Path directory) throws IOException, InterruptedException {
        String fill = "    for (unsigned i = 0; i < sizeof args; i++) args[i] = (unsigned char) (i * 7 + 1);\n";
        String source = PREAMBLE + types + "int main(void) {\n" + fill + calls + "    return 0;\n}\n";
        return Compiler.compileAndRun(directory, source);
    }

    private static String shape(ApiFunction function) {
        StringBuilder shape = new StringBuilder(function.resultKind().equals(IN_MEMORY) ? "memory" : "register");
        for (ApiParameter parameter : function.parameters()) {
            String register = parameter.kind().startsWith("f") ? "float" : parameter.isStruct() ? "struct" : "integer";
            shape.append(' ')
                    .append(register)
                    .append(parameter.size())
                    .append('@')
                    .append(parameter.offset());
        }
        return shape.toString();
    }

    private void call(ApiFunction function) {
        StringBuilder parameters = new StringBuilder();
        StringBuilder arguments = new StringBuilder();
        for (ApiParameter parameter : function.parameters()) {
            String separator = parameters.isEmpty() ? "" : ", ";
            String type = type(parameter.kind(), parameter.size());
            parameters.append(separator).append(type);
            arguments
                    .append(separator)
                    .append("A(")
                    .append(type)
                    .append(", ")
                    .append(parameter.offset())
                    .append(')');
        }
        String result = function.resultKind().equals(IN_MEMORY) ? type(IN_MEMORY, 20) : "uint64_t";
        calls.append("    ((")
                .append(result)
                .append(" (*)(")
                .append(parameters.isEmpty() ? "void" : parameters)
                .append(")) target)(")
                .append(arguments)
                .append("); print(\"")
                .append(function.name())
                .append("\");\n");
    }

    private String type(String kind, int size) {
        if (kind.startsWith("struct:")) {
            if (structs.add(size)) {
                types.append("typedef struct { unsigned char bytes[")
                        .append(size)
                        .append("]; } s")
                        .append(size)
                        .append(";\n");
            }
            return "s" + size;
        }
        return kind.equals("f32") ? "float" : kind.equals("f64") ? "double" : "uint" + 8 * size + "_t";
    }

    @Test
    void aMoveIsPackedAsItsDocumentationSays() {
        long move = ApiTables.HIP_RUNTIME.argMoves(HipRuntimeOperation.hipMemcpy.value())[3];

        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, move);
        assertThat(bytes.getShort(0)).as("fourth integer register").isEqualTo((short) (NativeFrame.INT_REGS + 24));
        assertThat(bytes.getShort(2)).as("offset of kind").isEqualTo((short) 24);
        assertThat(bytes.getInt(4)).as("an enum").isEqualTo(4);
    }
}
