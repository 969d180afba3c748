package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.sdk.internal.seam.CLibrary;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.NativeCLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/// The driver of this machine: a device, to which requests are made, and a file per GPU that yields lines of text.
public final class NativeKfdDevice implements KfdDevice {
    /// From Linux's `asm-generic/fcntl.h`.
    private static final int O_RDWR = 2;

    private static final int O_CLOEXEC = 0x8_0000;

    /// `AMDKFD_IOC_GET_VERSION` of Linux's `kfd_ioctl.h`: `_IOR('K', 0x01, struct kfd_ioctl_get_version_args)`, that
    /// is { uint32_t major_version, minor_version; }, from the driver.
    private static final long GET_VERSION = 0x8008_4B01L;

    /// `AMDKFD_IOC_SMI_EVENTS` of Linux's `kfd_ioctl.h`: `_IOWR('K', 0x1F, struct kfd_ioctl_smi_events_args)`, that is
    /// { uint32_t gpuid; uint32_t anon_fd; }, to and from the driver.
    private static final long SMI_EVENTS = 0xC008_4B1FL;

    /// How often a request is made that fails: a signal may have interrupted it, and `errno` is unknown here (see
    /// [TextSources]).
    private static final int TRIES = 16;

    private final CLibrary c;
    private final String path;
    private final TextSources sources;
    private final long open;
    private final long ioctl;
    private final long write;
    private final long close;
    private int driver = -1; // open as long as the process listens, as other users of the driver keep it

    NativeKfdDevice(CLibrary c, String path) {
        this.c = c;
        this.path = path;
        sources = new TextSources(c);
        open = c.find("open");
        ioctl = c.find("ioctl");
        write = c.find("write");
        close = c.find("close");
    }

    /// The one driver that this process has.
    public static KfdDevice ofProcess() {
        return OfProcess.DEVICE;
    }

    private static final class OfProcess {
        static final KfdDevice DEVICE = new NativeKfdDevice(NativeCLibrary.PROCESS, "/dev/kfd");
    }

    @Override
    public long version() {
        int fd = openDriver();
        if (fd < 0) return 0;
        try (Arena arena = Arena.ofConfined()) {
            long version = arena.allocate(ValueLayout.JAVA_LONG).address();
            boolean known = request(fd, GET_VERSION, version);
            c.call(close, fd, 0, 0);
            return known ? halves(Memory.getInt(version), Memory.getInt(version + Integer.BYTES)) : 0;
        }
    }

    private static long halves(int high, int low) {
        return (long) high << Integer.SIZE | Integer.toUnsignedLong(low);
    }

    @Override
    public int start(int[] gpus, long mask) {
        driver = openDriver();
        if (driver < 0) return 0;
        int listening = 0;
        for (int gpu : gpus) {
            if (listenTo(gpu, mask)) listening++;
        }
        if (listening == 0) closeDriver();
        return listening;
    }

    /// Asks for the events of a GPU. The driver returns a file, to which the events to log must then be written.
    private boolean listenTo(int gpu, long mask) {
        try (Arena arena = Arena.ofConfined()) {
            long arguments = arena.allocateFrom(ValueLayout.JAVA_INT, gpu, 0).address();
            if (!request(driver, SMI_EVENTS, arguments)) return false;
            int fd = Memory.getInt(arguments + Integer.BYTES);
            long events = arena.allocateFrom(ValueLayout.JAVA_LONG, mask).address();
            if (c.call(write, fd, events, Long.BYTES) == Long.BYTES && sources.add(fd)) return true;
            c.call(close, fd, 0, 0);
            return false;
        }
    }

    @Override
    public long next(long text, int capacity) {
        long found = sources.next(text, capacity);
        if (found == 0) closeDriver();
        return found;
    }

    @Override
    public void stop() {
        sources.stop();
    }

    private int openDriver() {
        return (int) c.call(open, CStrings.intern(path), O_RDWR | O_CLOEXEC, 0);
    }

    private void closeDriver() {
        if (driver >= 0) c.call(close, driver, 0, 0);
        driver = -1;
    }

    private boolean request(int fd, long request, long arguments) {
        for (int i = 0; i < TRIES; i++) {
            if ((int) c.call(ioctl, fd, request, arguments) != -1) return true;
        }
        return false;
    }
}
