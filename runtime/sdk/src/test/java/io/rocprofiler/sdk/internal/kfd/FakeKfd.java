package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A kernel driver with events from a test. Absent until it has a version.
public final class FakeKfd implements KfdDevice {
    private record Text(int source, String text, boolean end) {}

    private static final Text END = new Text(0, "", true);

    private final BlockingQueue<Text> texts = new LinkedBlockingQueue<>();
    final List<String> log = new ArrayList<>();
    long version;

    void says(int source, String text) {
        texts.add(new Text(source, text, false));
    }

    @Override
    public long version() {
        return version;
    }

    @Override
    public int start(int[] gpus, long mask) {
        log.add("start " + Arrays.toString(gpus) + " 0x" + Long.toHexString(mask));
        return gpus.length;
    }

    @Override
    public long next(long text, int capacity) {
        try {
            Text next = texts.take();
            if (next.end()) return 0;
            byte[] bytes = next.text().getBytes(StandardCharsets.ISO_8859_1);
            for (int i = 0; i < bytes.length; i++) Memory.putByte(text + i, bytes[i]);
            return (long) next.source() << 32 | bytes.length;
        } catch (InterruptedException e) {
            return 0;
        }
    }

    @Override
    public void stop() {
        log.add("stop");
        texts.add(END);
    }
}
