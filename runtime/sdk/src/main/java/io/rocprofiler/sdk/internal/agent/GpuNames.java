package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.internal.seam.SmallFiles;
import java.nio.file.Path;

/// The names of a GPU: what its instruction set is called, and what it is sold as.
final class GpuNames {
    /// Versions below have no major number: drivers that old do not tell it.
    private static final int LEAST_VERSION = 10_000;

    private final MachineFiles machine;
    private String list = "";
    private boolean listRead;

    GpuNames(MachineFiles machine) {
        this.machine = machine;
    }

    /// `gfx90a` for 90010: major, minor and stepping in two decimal digits each; the last two are hexadecimal
    /// in the name. Empty if there is no version.
    static String isa(int gfxTargetVersion) {
        if (gfxTargetVersion < LEAST_VERSION) return "";
        int major = gfxTargetVersion / 10_000;
        int minor = gfxTargetVersion / 100 % 100;
        int stepping = gfxTargetVersion % 100;
        return "gfx" + major + Integer.toHexString(minor) + Integer.toHexString(stepping);
    }

    /// The name the card is sold under: from libdrm's list, else what the card says of itself, else empty.
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

    /// Lines of the list are `device id, revision, name`, the numbers hexadecimal.
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

    /// -1 for what is no number.
    private static int hex(String text) {
        try {
            return Integer.parseInt(text.strip(), 16);
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
