package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.internal.seam.SmallFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The processors that `/proc/cpuinfo` describes.
final class CpuInfo {
    /// One processor.
    record Processor(long apicId, long family, String modelName) {}

    private final List<Processor> processors = new ArrayList<>();
    private long apicId = -1;
    private long family = -1;
    private String modelName = "";

    private CpuInfo() {}

    static CpuInfo read(Path file) {
        return parse(SmallFiles.read(file));
    }

    static CpuInfo parse(String text) {
        CpuInfo info = new CpuInfo();
        int at = 0;
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline;
            info.line(text.substring(at, end));
            at = end + 1;
        }
        info.endOfProcessor();
        return info;
    }

    /// Returns the processor whose APIC id is the first of a topology node; if it is not listed, the
    /// first processor.
    @Nullable
    Processor at(long cpuCoreIdBase) {
        for (Processor processor : processors) if (processor.apicId() == cpuCoreIdBase) return processor;
        return processors.isEmpty() ? null : processors.getFirst();
    }

    private void line(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            if (line.isBlank()) endOfProcessor();
            return;
        }
        String value = line.substring(colon + 1).strip();
        switch (line.substring(0, colon).strip()) {
            case "apicid" -> apicId = SmallFiles.decimal(value, 0, value.length());
            case "cpu family" -> family = SmallFiles.decimal(value, 0, value.length());
            case "model name" -> modelName = value;
            default -> {}
        }
    }

    private void endOfProcessor() {
        if (!modelName.isEmpty()) processors.add(new Processor(apicId, Math.max(family, 0), modelName));
        apicId = -1;
        family = -1;
        modelName = "";
    }
}
