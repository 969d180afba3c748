package io.rocprofiler.sdk.internal.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.abi.internal.ArgumentTypes;
import io.rocprofiler.sdk.internal.capi.ToolProcess;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.FloatText;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.ProcessMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The text of one argument for every category of type.
class ArgumentTextTest {
    private static final long UNMAPPED = 0x10;
    private static final long NON_CANONICAL = 0xDEAD_BEEF_DEAD_BEEFL;

    /// Returns the text of a value with these words, and the number of pointers followed: `text/1`.
    private static String text(String type, int maxDereferences, long... words) {
        ArgumentType known = ArgumentTypes.of(type);
        ArgumentScratch scratch = ArgumentScratch.take();
        int followed =
                ArgumentText.write(known, memory(words), maxDereferences, EnumStyle.NAME, scratch, ProcessMemory.SELF);
        assertThat(followed).isBetween(0, known.indirections());
        String text = scratch.text.toString();
        assertThat(CStrings.read(scratch.text.address(), 1 << 20)).isEqualTo(text);
        scratch.giveBack();
        return text + "/" + followed;
    }

    private static long memory(long... words) {
        long address = ToolProcess.memory(8 * Math.max(1, words.length));
        for (int i = 0; i < words.length; i++) Memory.putLong(address + 8L * i, words[i]);
        return address;
    }

    @ParameterizedTest
    @CsvSource({
        "int, -1, -1/0",
        "int, 0x7FFFFFFF, 2147483647/0",
        "unsigned int, -1, 4294967295/0",
        "uint16_t, -1, 65535/0",
        "unsigned char, 0xFE, 254/0",
        "size_t, -1, 18446744073709551615/0",
        "size_t, 0, 0/0",
        "size_t, 1000000, 1000000/0",
        "int64_t, 0x8000000000000000, -9223372036854775808/0",
        "hsa_signal_value_t, -2, -2/0",
        "bool, 0x100, false/0",
        "bool, 1, true/0",
        "hipMemcpyKind, 1, hipMemcpyHostToDevice/0",
        "hipMemcpyKind, 99, 99/0",
        "hsa_agent_info_t, 17, HSA_AGENT_INFO_DEVICE/0",
        "ompt_thread_t, 2, ompt_thread_worker/0",
        "rocDecStatus, -8, ROCDEC_NOT_SUPPORTED/0",
        "hsa_agent_t, 0x1234, {handle=4660}/0",
        "float, 0x3F800000, 1/0",
    })
    void values(String type, String word, String text) {
        long bits = word.startsWith("0x") ? Long.parseUnsignedLong(word.substring(2), 16) : Long.parseLong(word);
        assertThat(text(type, 9, bits)).isEqualTo(text);
    }

    /// Offsets of `hipDeviceProp_tR0600`, `hipMemPoolProps` and `hsa_amd_pointer_info_t` in ROCm 6.4 and 7.2.
    @Test
    void structsThatOnlyRocmDefinesByTheirMembers() {
        long[] properties = new long[1472 / 8];
        properties[0] = 0x2058_4D44_4D41L; // "AMDMX "
        properties[288 / 8] = 64L << 30; // totalGlobalMem
        properties[1160 / 8] = 0x6139_3078_6667L; // "gfx09a"
        String text = text("hipDeviceProp_tR0600*", 1, memory(properties));
        assertThat(text)
                .startsWith("{asicRevision=0, isLargeBar=0, ")
                .contains(", gcnArchName=gfx09a, ", ", totalGlobalMem=68719476736, ", "luid=0x0000000000000000, ")
                .endsWith(", name=AMDMX }/1");
        assertThat(text(
                        "const hipMemPoolProps*",
                        1,
                        memory(1L | 1L << 32, 1L | 2L << 32, 0, 4096, 0, 0, 0, 0, 0, 0, 0)))
                .contains("maxSize=4096, ", "location={type=hipMemLocationTypeDevice, id=2}, ");
        assertThat(text("hsa_amd_pointer_info_t*", 1, memory(56 | 1L << 32, 0x7F00, 0x7F10, 4096, 0, 9, 1L << 32)))
                .isEqualTo("{registered=true, global_flags=0, agentOwner={handle=9}, userData=(null), sizeInBytes=4096,"
                        + " hostBaseAddress=0x7f10, agentBaseAddress=0x7f00, type=1, size=56}/1");
        assertThat(text("hipDeviceProp_tR0600*", 0, memory(properties))).startsWith("0x");
        assertThat(text("hipDeviceProp_tR0600*", 1, NON_CANONICAL)).isEqualTo("0xdeadbeefdeadbeef/0");
    }

    @Test
    void structsByTheirMembers() {
        assertThat(text("rocprofiler_dim3_t", 0, 1L | 2L << 32, 3)).isEqualTo("{z=3, y=2, x=1}/0");
        assertThat(text("hipExtent", 0, 10, 20, 30)).isEqualTo("{depth=30, height=20, width=10}/0");
        assertThat(text("hipPitchedPtr", 9, 0x7F00, 64, 16, 4))
                .isEqualTo("{ysize=4, xsize=16, pitch=64, ptr=0x7f00}/0");
        assertThat(text("hipPitchedPtr", 9, 0, 64, 16, 4)).isEqualTo("{ysize=4, xsize=16, pitch=64, ptr=(null)}/0");
        assertThat(text("hipMemLocation", 0, 1L | 2L << 32)).isEqualTo("{type=hipMemLocationTypeDevice, id=2}/0");
        assertThat(text("ompt_data_t", 0, 5)).isEqualTo("{value=5}/0");
        assertThat(text("ncclUniqueId", 0, 0x0123, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                .isEqualTo("{internal=0x2301" + "00".repeat(126) + "}/0");
        long[] directives = new long[18];
        directives[4] = 7;
        directives[5] = 8;
        directives[6] = 9;
        directives[7] = 1L | 2L << 32;
        directives[8] = 3;
        assertThat(text("hsa_ext_control_directives_t", 0, directives))
                .contains("required_dim=0, required_workgroup_size={z=3, y=2, x=1}, required_grid_size={7, 8, 9}");
    }

    @Test
    void pointersAreFollowedAsFarAsAllowedAndKnown() {
        long number = memory(42);
        assertThat(text("int*", 0, number)).isEqualTo("0x" + Long.toHexString(number) + "/0");
        assertThat(text("int*", 1, number)).isEqualTo("42/1");
        assertThat(text("int*", 9, number)).isEqualTo("42/1");
        assertThat(text("float*", 1, memory(0x3DCC_CCCD))).isEqualTo("0.1/1");
        assertThat(text("bool*", 1, memory(1))).isEqualTo("true/1");
        assertThat(text("hsa_agent_t*", 1, number)).isEqualTo("{handle=42}/1");
        assertThat(text("hipMemcpyKind", 1, 2)).isEqualTo("hipMemcpyDeviceToHost/0");
        assertThat(text("hipGraphNodeType*", 1, memory(3))).isEqualTo("hipGraphNodeTypeHost/1");
        assertThat(text("const struct hsa_agent_s*", 1, number)).isEqualTo("{handle=42}/1");
    }

    @Test
    void structsBehindPointers() {
        assertThat(text("hsa_loaded_code_object_t*", 1, memory(42))).isEqualTo("{handle=42}/1");
        assertThat(text("uint3*", 1, memory(1L | 2L << 32, 3))).isEqualTo("{z=3, y=2, x=1}/1");
        assertThat(text(
                        "const hipMemcpy3DParms*",
                        1,
                        memory(0, 1, 2, 3, 0x10, 64, 16, 4, 0, 5, 6, 7, 0, 0, 0, 0, 8, 9, 10, 2)))
                .isEqualTo(
                        "{kind=hipMemcpyDeviceToHost, extent={depth=10, height=9, width=8},"
                                + " dstPtr={ysize=0, xsize=0, pitch=0, ptr=(null)}, dstPos={z=7, y=6, x=5}, dstArray=(null),"
                                + " srcPtr={ysize=4, xsize=16, pitch=64, ptr=0x10}, srcPos={z=3, y=2, x=1}, srcArray=(null)}/1");
        assertThat(text("hipUUID*", 1, memory(0x0706_0504_0302_0100L, 0xFF)))
                .isEqualTo("{bytes=0x0001020304050607ff00000000000000}/1");
        assertThat(text("hsa_amd_ipc_memory_t*", 1, memory(1, 2, 3, 4)))
                .isEqualTo("{handle={1, 0, 2, 0, 3, 0, 4, 0}}/1");
    }

    @Test
    void pointersToPointers() {
        long device = 0x7F12_3456_7000L;
        long result = memory(device);
        assertThat(text("void**", 0, result)).isEqualTo("0x" + Long.toHexString(result) + "/0");
        assertThat(text("void**", 1, result)).isEqualTo("0x7f1234567000/1");
        assertThat(text("void**", 2, result)).as("void has no value").isEqualTo("0x7f1234567000/1");
        assertThat(text("void**", 2, memory(0))).isEqualTo("(null)/1");
        assertThat(text("hipStream_t", 9, device)).as("opaque").isEqualTo("0x7f1234567000/0");
        assertThat(text("hipStream_t*", 2, result)).isEqualTo("0x7f1234567000/1");
        assertThat(text("const char**", 1, memory(UNMAPPED))).isEqualTo("0x10/1");
        assertThat(text("const char**", 1, memory(ToolProcess.string("text")))).isEqualTo("text/1");
        assertThat(text("const char**", 2, memory(ToolProcess.string("text")))).isEqualTo("text/1");
        assertThat(text("hipHostFn_t", 9, device)).as("a function").isEqualTo("0x7f1234567000/0");
    }

    @Test
    void strings() {
        long text = ToolProcess.string("größer \"als\" 1");
        assertThat(text("const char*", -1, text)).isEqualTo("größer \"als\" 1/0");
        assertThat(text("const char*", 0, text)).isEqualTo("größer \"als\" 1/0");
        assertThat(text("const char*", 1, text)).isEqualTo("größer \"als\" 1/0");
        assertThat(text("const char*", 1, ToolProcess.string(""))).isEqualTo("/0");
        for (int length : new int[] {1022, 1023, 1024, 1025, 5000, 32 * 1024 - 1, 32 * 1024}) {
            String same = "x".repeat(length);
            assertThat(text("const char*", 1, ToolProcess.string(same))).isEqualTo(same + "/0");
        }
        String cut = "x".repeat(32 * 1024);
        assertThat(text("const char*", 1, ToolProcess.string(cut + "y"))).isEqualTo(cut + "/0");
    }

    @Test
    void nullPointersOfAnyType() {
        for (String type : new String[] {"void*", "const char*", "int*", "void**", "hipStream_t", "hipHostFn_t"}) {
            assertThat(text(type, 0, 0)).as(type).isEqualTo("(null)/0");
            assertThat(text(type, 2, 0)).as(type).isEqualTo("(null)/0");
        }
    }

    @Test
    void whatCannotBeReadStaysAnAddress() {
        for (String type : new String[] {"const char*", "int*", "void**", "hsa_agent_t*", "const char**"}) {
            assertThat(text(type, 2, UNMAPPED)).as(type).isEqualTo("0x10/0");
            assertThat(text(type, 2, NON_CANONICAL)).as(type).isEqualTo("0xdeadbeefdeadbeef/0");
        }
        assertThat(text("const char**", 2, memory(UNMAPPED))).isEqualTo("0x10/1");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "0.1, 0.1",
        "-0.5, -0.5",
        "100000, 100000",
        "1000000, 1e+06",
        "999999.5, 1e+06",
        "1234567, 1.23457e+06",
        "0.0001, 0.0001",
        "0.00001234567, 1.23457e-05",
        "1e300, 1e+300",
        "5e-324, 4.94066e-324",
        "3.14159265358979, 3.14159",
        "-0.0, -0",
        "0, 0",
        "123456.5, 123456",
        "123455.5, 123456",
        "NaN, nan",
        "-Infinity, -inf",
        "Infinity, inf",
    })
    void floatsAsACppStreamWritesThem(double value, String text) {
        assertThat(FloatText.of(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "hipMemcpyKind, 1, HostToDevice",
        "hipMemcpyKind, 99, hipMemcpy_UNKNOWN=99",
        "hipMemAllocationHandleType, 1, PosixFileDescriptor",
        "hsa_agent_info_t, 17, 17",
        "hipDeviceAttribute_t, 23, 23",
        "rocDecStatus, -8, -8",
    })
    void enumsAsAmdShowsThem(String type, long value, String text) {
        ArgumentScratch scratch = ArgumentScratch.take();
        ArgumentText.write(ArgumentTypes.of(type), memory(value), 0, EnumStyle.AMD, scratch, ProcessMemory.SELF);
        assertThat(scratch.text.toString()).isEqualTo(text);
        scratch.giveBack();
    }

    @Test
    void forAJavaTool() {
        long payload = memory(120, 0x1000, 0x2000, 4096, 1);
        CallbackTracingKind kind = CallbackTracingKind.HIP_RUNTIME_API;
        int copy = HipRuntimeOperation.hipMemcpy.value();
        assertThat(ArgumentText.of(kind, copy, 0, payload, 0, ProcessMemory.SELF))
                .isEqualTo("0x1000");
        assertThat(ArgumentText.of(kind, copy, 3, payload, 0, ProcessMemory.SELF))
                .isEqualTo("hipMemcpyHostToDevice");
        assertThatThrownBy(() -> ArgumentText.of(kind, copy, 4, payload, 0, ProcessMemory.SELF))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ArgumentText.of(CallbackTracingKind.HIP_STREAM, 1, 0, payload, 0, ProcessMemory.SELF))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
