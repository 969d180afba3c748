package io.rocprofiler.cli.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipCommandKind;
import io.rocprofiler.abi.HipOpId;
import io.rocprofiler.abi.internal.JournalChunk;
import io.rocprofiler.abi.internal.JournalConstants;
import io.rocprofiler.abi.internal.JournalEntry;
import io.rocprofiler.abi.internal.JournalHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalsTest {

    private static final int NEWER = 5000; // a function that our table does not have

    @TempDir
    Path folder;

    private String text(String name, Consumer<JournalWriter> entries) throws IOException {
        try (JournalWriter journal = new JournalWriter(folder, 17, "calls")) {
            entries.accept(journal);
        }
        Journals journals = new Journals(folder);
        journals.writeApart();
        assertThat(journals.missing()).isEmpty();
        return Files.readString(folder.resolve("17_" + name));
    }

    @Test
    void callsOfHipHaveTheirArgumentsAndWhatPointersLedTo() throws IOException {
        assertThat(text(
                        "hip_api_trace.txt",
                        journal -> journal.chunk(JournalConstants.JOURNAL_HIP)
                                .hip("hipDeviceSynchronize", 1, 2)
                                .hip("hipMalloc", 1, 2, 0, 0, 4096)
                                .hip("hipMalloc", 1, 2, 0x7000, 0x1234000, 4096)
                                .hip("hipMemcpy", 1, 2, 0x1234000, 0, 5, 1)
                                .hip("hipStreamSynchronize", 1, -2, -1)))
                .isEqualTo("""
                        1:2 17:17 hipDeviceSynchronize() :1
                        1:2 17:17 hipMalloc(ptr=NULL, size=4096) :1
                        1:2 17:17 hipMalloc(ptr=0x1234000, size=4096) :1
                        1:2 17:17 hipMemcpy(dst=0x1234000, src=0, sizeBytes=5, kind=1) :1
                        1:18446744073709551614 17:17 hipStreamSynchronize(stream=0xffffffffffffffff) :1
                        """);
    }

    @Test
    void kernelsOfCallsAreReadable() throws IOException {
        long[] dimensions = {0, 4L | 5L << 32, 6L | 7L << 32, 8L | 9L << 32, 0, 0, 0, 0};
        assertThat(text(
                        "hip_api_trace.txt",
                        journal -> journal.chunk(JournalConstants.JOURNAL_HIP)
                                .launch("hipLaunchKernel", "_ZN2ns3addIfEEvPT_", dimensions)))
                .isEqualTo("1:2 17:17 hipLaunchKernel(function_address=0, numBlocks={z=6, y=5, x=4},"
                        + " dimBlocks={z=9, y=8, x=7}, args=NULL, sharedMemBytes=0, stream=0)"
                        + " kernel=void ns::add<float>(float*) :1\n");
        assertThat(text(
                        "hip_api_trace.txt",
                        journal -> journal.truncatingNames()
                                .chunk(JournalConstants.JOURNAL_HIP)
                                .launch("hipLaunchKernel", "_ZN2ns3addIfEEvPT_", dimensions)))
                .endsWith(" kernel=add :1\n");
    }

    @Test
    void stringsAreInTheirChunkAndEscaped() throws IOException {
        String name = "a \"b\" \\ c\n\u0001\u00e4";
        assertThat(text("hip_api_trace.txt", journal -> {
                    journal.chunk(JournalConstants.JOURNAL_HIP);
                    long inChunk = journal.address(16 + 4 * 8);
                    journal.launch("hipModuleGetFunction", name, 0, 0, 0, inChunk);
                    journal.hip("hipModuleGetFunction", 1, 2, 0, 0, 0, 0);
                    journal.hip("hipModuleGetFunction", 1, 2, 0, 0, 0, 0x5555_0000_0000L);
                }))
                .isEqualTo("""
                        1:2 17:17 hipModuleGetFunction(function=NULL, module=0, kname="a \\"b\\" \\\\ c\\n\\x01\u00e4") kernel=%s :1
                        1:2 17:17 hipModuleGetFunction(function=NULL, module=0, kname=NULL) :1
                        1:2 17:17 hipModuleGetFunction(function=NULL, module=0, kname=NULL) :1
                        """.formatted(name));
    }

    @Test
    void callsOfHsaHaveTheirResultsAndNumbersAreHexadecimalBehindAString() throws IOException {
        assertThat(text(
                        "hsa_api_trace.txt",
                        journal -> journal.chunk(JournalConstants.JOURNAL_HSA)
                                .hsa("hsa_init", 0)
                                .hsa("hsa_signal_load_relaxed", 4096, 65540)
                                .hsa("hsa_signal_store_relaxed", 0, 65540, -1)
                                .hsa("hsa_executable_freeze", 0x1001, 65540, 0xabc0)))
                .isEqualTo("""
                        1:2 17:17 hsa_init() = 0 :1
                        1:2 17:17 hsa_signal_load_relaxed({handle=65540}) = 4096 :1
                        1:2 17:17 hsa_signal_store_relaxed({handle=65540}, -1) = void :1
                        1:2 17:17 hsa_executable_freeze({handle=65540}, 0xabc0) = 1001 :1
                        """);
    }

    @Test
    void marksWorkAndSamplesHaveTheirFiles() throws IOException {
        Consumer<JournalWriter> all = journal -> journal.begun(99)
                .chunk(JournalConstants.JOURNAL_ROCTX)
                .roctx(0, "a \"quoted\" one", 0)
                .roctx(3, "", 5)
                .chunk(JournalConstants.JOURNAL_WORK)
                .kernel("_ZN2ns3addIfEEvPT_.kd", 1, 9)
                .work(HipOpId.COPY.value(), HipCommandKind.COPY_HOST_TO_DEVICE.value())
                .work(HipOpId.COPY.value(), 77)
                .copy(5, 6)
                .entry(ActivityDomain.HSA_OPS, 3, 0, 10, 0xfff, 0, new byte[0])
                .chunk(JournalConstants.JOURNAL_AGENTS)
                .agent(0xabc, false)
                .agent(0xdef, true);
        assertThat(text("roctx_trace.txt", all)).isEqualTo("7 17:17 0:0:\"a \"quoted\" one\"\n7 17:17 3:5:\"\"\n");
        assertThat(text("hcc_ops_trace.txt", all))
                .isEqualTo("1:9 2:0 add:1:17\n3:4 2:0 CopyHostToDevice:1:17\n3:4 2:0 Unknown command kind:1:17\n");
        assertThat(text("async_copy_trace.txt", all)).isEqualTo("5:6 async-copy:1:17\n");
        assertThat(text("pcs_trace.txt", all)).isEqualTo("1 10 0xfff \n");
        assertThat(text("hsa_handles.txt", all)).isEqualTo("0xabc agent cpu\n0xdef agent gpu\n");
        assertThat(text("begin_ts_file.txt", all)).isEqualTo("99\n");
    }

    @Test
    void namesThatOnlyTheProcessKnewAreInItsJournal() throws IOException {
        Consumer<JournalWriter> named = journal -> journal.chunk(JournalConstants.JOURNAL_HIP)
                .entry(ActivityDomain.HIP_API, NEWER, 0, 1, 2, 0, new byte[16])
                .entry(ActivityDomain.HIP_API, NEWER + 1, 0, 1, 2, 0, new byte[16])
                .chunk(JournalConstants.JOURNAL_WORK)
                .work(HipOpId.COPY.value(), 77)
                .chunk(JournalConstants.JOURNAL_NAMES)
                .name(ActivityDomain.HIP_API, NEWER, 0, "hipNewest")
                .name(ActivityDomain.HIP_OPS, HipOpId.COPY.value(), 77, "CopyNewest");
        assertThat(text("hip_api_trace.txt", named)).isEqualTo("1:2 17:17 hipNewest() :1\n1:2 17:17 unknown() :1\n");
        assertThat(text("hcc_ops_trace.txt", named)).isEqualTo("3:4 2:0 CopyNewest:1:17\n");
    }

    @Test
    void aCallThatHasNotReturnedIsNoLine() throws IOException {
        assertThat(text(
                        "hip_api_trace.txt",
                        journal -> journal.chunk(JournalConstants.JOURNAL_HIP)
                                .hip("hipDeviceReset", 1, 2)
                                .hip("hipDeviceSynchronize", 1, 2)
                                .unfinished(96)))
                .isEqualTo("1:2 17:17 hipDeviceReset() :1\n");
    }

    @Test
    void theFilesOfAJournalAreReadInTheirOrder() throws IOException {
        for (int i : new int[] {10, 9, 0}) {
            String name = i == 0 ? "calls" : "calls-" + i;
            try (JournalWriter journal = new JournalWriter(folder, 17, name).begun(99)) {
                journal.chunk(JournalConstants.JOURNAL_HIP).hip("hipFree", i, i, 0);
            }
        }
        assertThat(new Journals(folder).writeApart())
                .containsExactly(folder.resolve("17_begin_ts_file.txt"), folder.resolve("17_hip_api_trace.txt"));
        assertThat(folder.resolve("17_begin_ts_file.txt")).hasContent("99");
        assertThat(folder.resolve("17_hip_api_trace.txt")).hasContent("""
                0:0 17:17 hipFree(ptr=0) :1
                9:9 17:17 hipFree(ptr=0) :1
                10:10 17:17 hipFree(ptr=0) :1
                """);
    }

    @Test
    void sumsOfAllProcessesAreOneTable() throws IOException {
        for (int process : new int[] {17, 18}) {
            try (JournalWriter journal = new JournalWriter(folder, process, "statistics")) {
                journal.chunk(JournalConstants.JOURNAL_SUMS)
                        .sum(ActivityDomain.HIP_API, 1, "hipMalloc", 2, 10, 0)
                        .sum(ActivityDomain.HIP_API, 2, "hip\"Free\"", 1, 4, 0)
                        .sum(ActivityDomain.HIP_OPS, HipOpId.DISPATCH.value(), "_ZN2ns3addIfEEvPT_", 3, 0, 0)
                        .sum(ActivityDomain.HIP_OPS, HipOpId.DISPATCH.value(), "_ZN2ns3addIfEEvPT_.kd", 1, 7, 0)
                        .sum(ActivityDomain.HIP_OPS, HipOpId.COPY.value(), "CopyHostToDevice", 1, 2, 4096)
                        .sum(ActivityDomain.HIP_OPS, HipOpId.COPY.value(), "CopyHostToDevice", 2, 3, 0);
            }
        }
        assertThat(new Journals(folder).writeStatistics(folder::resolve)).hasSize(3);
        assertThat(folder.resolve("hip_api_stats.csv")).hasContent("""
                "Name","Calls","TotalDurationNs","AverageNs","Percentage"
                "hipMalloc",4,20,5,71.4286
                "hip""Free""\",2,8,4,28.5714
                """);
        assertThat(folder.resolve("hip_kernel_stats.csv")).hasContent("""
                "Name","Calls","TotalDurationNs","AverageNs","Percentage"
                "void ns::add<float>(float*)",8,14,1,100.0000
                """);
        assertThat(folder.resolve("hip_copy_stats.csv")).hasContent("""
                "Name","Calls","TotalBytes","TotalDurationNs","AverageNs","Percentage"
                "CopyHostToDevice(0)",4,0,6,1,60.0000
                "CopyHostToDevice(4K-8K)",2,8192,4,2,40.0000
                """);
    }

    // --- damage ----------------------------------------------------------------------------------------------------

    private static final int CHUNK = JournalConstants.JOURNAL_HEAD_BYTES;
    private static final int ENTRY = CHUNK + JournalChunk.SIZEOF;

    private List<String> missing(Consumer<JournalWriter> damage) throws IOException {
        try (JournalWriter journal = new JournalWriter(folder, 17, "calls")) {
            journal.chunk(JournalConstants.JOURNAL_HIP).hip("hipFree", 1, 2, 0);
            journal.chunk(JournalConstants.JOURNAL_HIP).hip("hipFree", 3, 4, 0);
            damage.accept(journal);
        }
        Files.deleteIfExists(folder.resolve("17_hip_api_trace.txt"));
        Journals journals = new Journals(folder);
        journals.writeApart();
        return journals.missing().stream()
                .map(line -> line.replace(folder + "/", ""))
                .toList();
    }

    private void isDamaged(Consumer<JournalWriter> damage, String left) throws IOException {
        assertThat(missing(damage)).containsExactly("17_calls.journal is damaged: some of its calls are missing");
        Path lines = folder.resolve("17_hip_api_trace.txt");
        assertThat(Files.exists(lines) ? Files.readString(lines) : "").isEqualTo(left);
    }

    @Test
    void whatIsDamagedIsSaidAndTheRestIsWritten() throws IOException {
        String first = "1:2 17:17 hipFree(ptr=0) :1\n";
        String second = "3:4 17:17 hipFree(ptr=0) :1\n";
        isDamaged(journal -> journal.bytes().putInt(ENTRY + JournalEntry.BYTES, 3), second);
        isDamaged(journal -> journal.bytes().putInt(ENTRY + JournalEntry.BYTES, 1 << 20), second);
        isDamaged(journal -> journal.bytes().putInt(ENTRY + JournalEntry.BYTES, 72), second); // without arguments
        isDamaged(journal -> journal.bytes().putLong(CHUNK + JournalChunk.USED, 1 << 20), first + second);
        isDamaged(journal -> journal.bytes().putInt(CHUNK + JournalChunk.KIND, 99), second);
        isDamaged(journal -> journal.bytes().putInt(CHUNK + JournalChunk.KIND, JournalConstants.JOURNAL_HSA), second);
        isDamaged(journal -> journal.bytes().putLong(CHUNK + JournalChunk.BYTES, 7), "");
        assertThat(missing(_ -> {})).isEmpty();
    }

    @Test
    void aFileThatIsCutIsDamagedUnlessBetweenTwoChunks() throws IOException {
        missing(_ -> {});
        Path journal = folder.resolve("17_calls.journal");
        byte[] whole = Files.readAllBytes(journal);
        for (int cut = CHUNK; cut < whole.length; cut += 512) {
            Files.write(journal, Arrays.copyOf(whole, cut));
            Journals journals = new Journals(folder);
            journals.writeApart();
            assertThat(journals.missing().isEmpty()).as("cut at " + cut).isEqualTo((cut - CHUNK) % 8192 == 0);
        }
    }

    @Test
    void whatIsNoJournalOfThisVersionIsSaid() throws IOException {
        String line = "17_calls.journal is no journal of this version of the tracer tool";
        assertThat(missing(journal -> journal.bytes().putInt(JournalHead.VERSION, 1)))
                .containsExactly(line);
        assertThat(missing(journal -> journal.bytes().putInt(JournalHead.MAGIC, 1)))
                .containsExactly(line);
        Files.write(folder.resolve("17_calls.journal"), new byte[0]);
        Journals journals = new Journals(folder);
        journals.writeApart();
        assertThat(journals.missing()).hasSize(1);
    }
}
