package io.rocprofiler.cli.journal;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipOpId;
import io.rocprofiler.abi.HsaOpId;
import io.rocprofiler.abi.RoctxApiData;
import io.rocprofiler.abi.internal.JournalAgent;
import io.rocprofiler.abi.internal.JournalConstants;
import java.io.IOException;
import java.util.List;

/// Writes a line for each call, piece of GPU work or marker of a process, in the formats of roctracer.
final class ProcessText {

    private final List<Journal> journals;
    private final TextFiles files;
    private final KernelText kernels;
    private final CallText calls = new CallText();
    private final OperationTexts operations = new OperationTexts();
    private final Line line = new Line();
    private final long process;
    private final boolean truncates;

    /// @param journals its journal, and the annexes of that
    ProcessText(List<Journal> journals, TextFiles files, KernelText kernels) {
        this.journals = journals;
        this.files = files;
        this.kernels = kernels;
        process = journals.getFirst().process();
        truncates = journals.getFirst().truncatesNames();
    }

    /// Writes all that there is.
    ///
    /// @return false when a journal is damaged: what can be read was written
    boolean write() throws IOException {
        writeBeginTime(journals.getFirst().beginNanos());
        boolean whole = true;
        for (Journal journal : journals) {
            whole &= journal.read(Journal.Part.NAMES, operations::read);
        }
        for (Journal journal : journals) {
            whole &= journal.read(Journal.Part.EVENTS, this::write);
        }
        return whole;
    }

    private void writeBeginTime(long nanos) throws IOException {
        if (nanos != 0) {
            line.unsigned(nanos).end(files, TextFile.BEGIN_TIME);
        }
    }

    private boolean write(Entry entry) throws IOException {
        return switch (entry.kind()) {
            case JournalConstants.JOURNAL_WORK -> writeWork(entry);
            case JournalConstants.JOURNAL_HIP -> is(entry, ActivityDomain.HIP_API) && writeHip(entry);
            case JournalConstants.JOURNAL_HSA -> is(entry, ActivityDomain.HSA_API) && writeHsa(entry);
            case JournalConstants.JOURNAL_ROCTX -> is(entry, ActivityDomain.ROCTX) && writeRoctx(entry);
            case JournalConstants.JOURNAL_AGENTS -> writeAgent(entry);
            default -> false;
        };
    }

    private static boolean is(Entry entry, ActivityDomain domain) {
        return entry.domain() == domain.value();
    }

    private void beginCall(Entry entry) {
        line.unsigned(entry.begin()).add(':').unsigned(entry.end()).add(' ');
        line.unsigned(entry.process()).add(':').unsigned(entry.thread()).add(' ');
    }

    private boolean writeHip(Entry entry) throws IOException {
        CallText.Shown call = calls.hip(entry.operation());
        if (entry.dataBytes() < call.dataBytes()) {
            return false;
        }
        beginCall(entry);
        line.add(call.name() == null ? operations.of(entry) : call.name());
        CallText.addHip(line, entry, call);
        long kernel = entry.kernel();
        if (kernel >= 0) {
            line.add(" kernel=").add(kernels.of(entry.bytes(kernel, entry.length(kernel)), truncates));
        }
        line.add(" :").unsigned(entry.correlation()).end(files, TextFile.HIP_CALLS);
        return true;
    }

    private boolean writeHsa(Entry entry) throws IOException {
        CallText.Shown call = calls.hsa(entry.operation());
        if (entry.dataBytes() < call.dataBytes()) {
            return false;
        }
        beginCall(entry);
        line.add(call.name() == null ? operations.of(entry) : call.name());
        CallText.addHsa(line, entry, call);
        line.add(" :").unsigned(entry.correlation()).end(files, TextFile.HSA_CALLS);
        return true;
    }

    private boolean writeRoctx(Entry entry) throws IOException {
        if (entry.dataBytes() < RoctxApiData.SIZEOF) {
            return false;
        }
        line.unsigned(entry.begin()).add(' ');
        line.unsigned(entry.process()).add(':').unsigned(entry.thread()).add(' ');
        line.unsigned(Integer.toUnsignedLong(entry.operation())).add(':');
        line.unsigned(entry.journal.get(JAVA_LONG_UNALIGNED, entry.data() + RoctxApiData.ARGS_ID))
                .add(":\"");
        long message = entry.string(entry.journal.get(JAVA_LONG_UNALIGNED, entry.data() + RoctxApiData.ARGS_MESSAGE));
        if (message >= 0) {
            line.add(entry.journal, message, entry.length(message));
        }
        line.add('"').end(files, TextFile.ROCTX);
        return true;
    }

    private boolean writeAgent(Entry entry) throws IOException {
        if (entry.dataBytes() < JournalAgent.SIZEOF) {
            return false;
        }
        boolean isGpu = entry.journal.get(JAVA_INT_UNALIGNED, entry.data() + JournalAgent.IS_GPU) != 0;
        line.add("0x").hex(entry.journal.get(JAVA_LONG_UNALIGNED, entry.data() + JournalAgent.HANDLE));
        line.add(" agent ").add(isGpu ? "gpu" : "cpu").end(files, TextFile.AGENTS);
        return true;
    }

    // --- GPU work --------------------------------------------------------------------------------------------------

    private boolean writeWork(Entry entry) throws IOException {
        if (is(entry, ActivityDomain.HIP_OPS)) {
            writeHipWork(entry);
            return true;
        }
        return is(entry, ActivityDomain.HSA_OPS) && writeHsaWork(entry);
    }

    private void beginWork(Entry entry) {
        line.unsigned(entry.begin()).add(':').unsigned(entry.end()).add(' ');
    }

    private void endWork(Entry entry, TextFile file) throws IOException {
        line.add(':').unsigned(entry.correlation()).add(':').unsigned(process).end(files, file);
    }

    private void writeHipWork(Entry entry) throws IOException {
        if (entry.correlation() == 0) {
            return; // its call is unknown
        }
        beginWork(entry);
        line.signed(entry.device()).add(':').unsigned(entry.queue()).add(' ');
        long kernel = entry.operation() == HipOpId.DISPATCH.value() ? entry.kernel() : -1;
        line.add(kernel >= 0 ? kernels.of(entry.bytes(kernel, entry.length(kernel)), true) : operations.of(entry));
        endWork(entry, TextFile.GPU_WORK);
    }

    private boolean writeHsaWork(Entry entry) throws IOException {
        if (entry.operation() == HsaOpId.COPY.value()) {
            beginWork(entry);
            line.add("async-copy");
            endWork(entry, TextFile.COPIES);
            return true;
        }
        if (entry.operation() == HsaOpId.RESERVED1.value()) { // roctracer's number for samples
            line.unsigned(entry.sampleEngine()).add(' ').unsigned(entry.sampleCycle());
            line.add(" 0x").hex(entry.sampleCounter()).add(' ').add(operations.of(entry));
            line.end(files, TextFile.PC_SAMPLES);
            return true;
        }
        return false;
    }
}
