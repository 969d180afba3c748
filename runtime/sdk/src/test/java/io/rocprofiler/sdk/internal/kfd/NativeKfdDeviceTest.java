package io.rocprofiler.sdk.internal.kfd;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.sdk.internal.seam.CLibrary;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.TestCLibrary;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The requests to the driver, and its files.
class NativeKfdDeviceTest {
    private static final String PATH = "/dev/kfd";
    private static final long MASK = 0x300;

    /// A driver in a test. The file of a GPU is an event counter: what is written to it can be read.
    private static final class Driver extends TestCLibrary {
        private static final int REFUSED = 99; // a GPU
        private static final int EFD_NONBLOCK = 0x800;

        private final long open = find("open");
        private final long ioctl = find("ioctl");
        final List<String> requests = new ArrayList<>();
        final List<Integer> devices = new ArrayList<>();
        final List<Integer> files = new ArrayList<>();
        int failures;

        @Override
        public long call(long function, long a0, long a1, long a2) {
            if (function == open) return open(a0, a1);
            if (function == ioctl) return answer((int) a0, a1, a2);
            return super.call(function, a0, a1, a2);
        }

        private long open(long path, long flags) {
            assertThat(CStrings.read(path, 100)).isEqualTo(PATH);
            devices.add((int) super.call(open, CStrings.intern("/dev/null"), flags, 0));
            return devices.getLast();
        }

        private long answer(int fd, long request, long arguments) {
            assertThat(devices).contains(fd);
            int argument = Memory.getInt(arguments);
            requests.add(Long.toHexString(request) + " " + argument);
            if (failures-- > 0 || argument == REFUSED) return Integer.toUnsignedLong(-1);
            if (request == 0x8008_4B01L) {
                Memory.putInt(arguments, 1);
                Memory.putInt(arguments + 4, 14);
            } else {
                files.add((int) super.call(find("eventfd"), 0, EFD_NONBLOCK, 0));
                Memory.putInt(arguments + 4, files.getLast());
            }
            return 0;
        }

        /// FD_CLOEXEC is 1.
        boolean closesOnExec(int fd) {
            return (int) super.call(find("fcntl"), fd, Pipe.F_GETFD, 0) == 1;
        }
    }

    private final Driver driver = new Driver();
    private final NativeKfdDevice device = new NativeKfdDevice(driver, PATH);

    @Test
    void theVersionIsAskedOfTheDriverWhichIsThenClosed() {
        assertThat(device.version()).isEqualTo(1L << 32 | 14);
        assertThat(driver.requests).containsExactly("80084b01 0");
        assertThat(driver.devices).hasSize(1).noneMatch(fd -> Pipe.isOpen(driver, fd));
    }

    @Test
    void aRequestThatFailsIsRepeated() {
        driver.failures = 3;
        assertThat(device.version()).isEqualTo(1L << 32 | 14);
        driver.failures = 3;
        assertThat(device.start(new int[] {7}, MASK)).isEqualTo(1);
    }

    @Test
    void aDriverThatKeepsRefusingHasNoVersion() {
        driver.failures = Integer.MAX_VALUE;
        assertThat(device.version()).isZero();
        assertThat(driver.requests).hasSize(16);
        assertThat(driver.devices).hasSize(1).noneMatch(fd -> Pipe.isOpen(driver, fd));
    }

    @Test
    void eachGpusFileIsToldTheEventsAndThenRead() {
        assertThat(device.start(new int[] {7, Driver.REFUSED, 8}, MASK)).isEqualTo(2);
        assertThat(driver.requests).contains("c0084b1f 7", "c0084b1f 8");
        assertThat(driver.devices)
                .hasSize(1)
                .allMatch(fd -> Pipe.isOpen(driver, fd))
                .allMatch(driver::closesOnExec);
        assertThat(next()).isEqualTo("0: 300");
        assertThat(next()).isEqualTo("1: 300");
        device.stop();
        assertThat(next()).isEmpty();
        assertThat(driver.devices).noneMatch(fd -> Pipe.isOpen(driver, fd));
        assertThat(driver.files).hasSize(2).noneMatch(fd -> Pipe.isOpen(driver, fd));
    }

    private String next() {
        try (Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(64, 8).address();
            long found = device.next(memory, 64);
            if (found == 0) return "";
            assertThat((int) found).isEqualTo(Long.BYTES);
            return (found >>> 32) + ": " + Long.toHexString(Memory.getLong(memory));
        }
    }

    @Test
    void aDriverWithoutGpusIsClosed() {
        assertThat(device.start(new int[] {Driver.REFUSED}, MASK)).isZero();
        assertThat(driver.devices).hasSize(1).noneMatch(fd -> Pipe.isOpen(driver, fd));
    }

    @Test
    void whatIsNoDriverHasNoVersion() {
        CLibrary c = new TestCLibrary();
        for (String path : List.of("/nonexistent/kfd", "/dev/null")) {
            NativeKfdDevice none = new NativeKfdDevice(c, path);
            assertThat(none.version()).isZero();
            assertThat(none.start(new int[] {7}, 1)).isZero();
        }
    }
}
