package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.internal.seam.SmallFiles;
import java.nio.file.Path;

/// The names of a GPU: that of its instruction set, and its marketing name.
final class GpuNames {
    /// Versions below this have no major number: old drivers do not report it.
    private static final int LEAST_VERSION = 10_000;

    private final MachineFiles machine;
    private String list = "";
    private boolean listRead;

    GpuNames(MachineFiles machine) {
        this.machine = machine;
    }

    /// Returns the name of an instruction set, such as `gfx90a` for 90010: major, minor and stepping in two decimal
    /// digits each; the last two are hexadecimal in the name. Empty if the version is 0.
    static String isa(int gfxTargetVersion) {
        if (gfxTargetVersion < LEAST_VERSION) return "";
        int major = gfxTargetVersion / 10_000;
        int minor = gfxTargetVersion / 100 % 100;
        int stepping = gfxTargetVersion % 100;
        return "gfx" + major + Integer.toHexString(minor) + Integer.toHexString(stepping);
    }

    /// Returns the marketing name of a card: from libdrm's list, otherwise from the card's own files,
    /// otherwise empty.
    String product(int drmRenderMinor, int deviceId) {
        Path device = machine.drm()
                .resolve("renderD" + Integer.toUnsignedString(drmRenderMinor))
                .resolve("device");
        String revision = SmallFiles.read(device.resolve("revision")).strip();
        String listed = revision.startsWith("0x") ? find(deviceId, revision.substring(2)) : "";
        return listed.isEmpty()
                ? SmallFiles.read(device.resolve("product_name")).strip()
                : listed;
    }

    /// Searches the list, whose lines are `device id, revision, name` with hexadecimal numbers.
    private String find(int deviceId, String revision) {
        String text = list();
        int at = 0;
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline;
            int first = text.indexOf(',', at);
            int second = first < 0 ? -1 : text.indexOf(',', first + 1);
            if (second > 0
                    && second < end
                    && hex(text.substring(at, first)) == deviceId
                    && hex(text.substring(first + 1, second)) == hex(revision)) {
                return text.substring(second + 1, end).strip();
            }
            at = end + 1;
        }
        return "";
    }

    private String list() {
        if (listRead) return list;
        listRead = true;
        for (Path file : machine.gpuNames()) {
            list = SmallFiles.read(file);
            if (!list.isEmpty()) break;
        }
        return list;
    }

    /// Parses a hexadecimal number; returns -1 if the text is not one.
    private static int hex(String text) {
        try {
            return Integer.parseInt(text.strip(), 16);
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
