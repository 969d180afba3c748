package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.RoctracerProperties;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A pool for records: two buffers, delivered to a handler in turn. Never drops a record: when both buffers are
/// full, writers wait.
///
/// Thread rule: any thread; the handler may open, flush and close pools, including its own.
public final class Pool implements AutoCloseable {
    /// Open pools by the number that C passes back: records may be in delivery while their pool is closed.
    private static final ConcurrentHashMap<Long, Pool> OPEN = new ConcurrentHashMap<>();

    private static final AtomicLong LAST = new AtomicLong();

    private final RecordHandler handler;
    private final long number = LAST.incrementAndGet();

    /// `roctracer_pool_t*`, valid until roctracer_close_pool_expl.
    private final long handle;

    private int users;
    private boolean closing;

    private final CountDownLatch closed = new CountDownLatch(1);

    /// The thread that is running the handler.
    private volatile @Nullable Thread delivering;

    private Pool(long sizeBytes, RecordHandler handler) {
        this.handler = Objects.requireNonNull(handler, "handler");
        OPEN.put(number, this);
        try {
            handle = open(sizeBytes, number);
        } catch (RuntimeException failure) {
            OPEN.remove(number);
            throw failure;
        }
    }

    /// Opens a pool.
    ///
    /// @param sizeBytes of each of its two buffers: 64 bytes per record, plus a kernel's name
    /// @param handler called on the pool's thread, in batches
    /// @return the pool; the caller closes it
    public static Pool open(long sizeBytes, RecordHandler handler) {
        if (sizeBytes <= 0) throw new IllegalArgumentException("sizeBytes=" + sizeBytes);
        Shutdown.arm();
        return new Pool(sizeBytes, handler);
    }

    /// Opens a pool in C.
    ///
    /// roctracer_status_t roctracer_open_pool_expl(const roctracer_properties_t* properties,
    /// roctracer_pool_t** pool)
    private static long open(long sizeBytes, long number) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment properties = arena.allocate(RoctracerProperties.SIZEOF, RoctracerProperties.ALIGNOF);
            properties.set(ValueLayout.JAVA_LONG, RoctracerProperties.BUFFER_SIZE, sizeBytes);
            properties.set(ValueLayout.JAVA_LONG, RoctracerProperties.BUFFER_CALLBACK_FUN, Upcalls.RECORDS);
            properties.set(ValueLayout.JAVA_LONG, RoctracerProperties.BUFFER_CALLBACK_ARG, number);
            MemorySegment pool = arena.allocate(ValueLayout.JAVA_LONG);
            Library.process().check("roctracer_open_pool_expl", properties.address(), pool.address(), 0, 0);
            return pool.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    /// Delivers the records written so far. When this method returns, the handler has received them, unless the
    /// handler itself calls it. Does not wait for GPU work in progress.
    public void flush() {
        use(() -> Library.process().check("roctracer_flush_activity_expl", handle, 0, 0, 0));
    }

    /// Makes this the pool of C clients that specify none.
    public void makeDefault() {
        use(() -> Library.process().call("roctracer_default_pool_expl", handle, 0, 0));
    }

    /// Delivers the remaining records and disables the activities recorded here; closing again has no effect. When
    /// this method returns, the handler has received all records, unless the handler itself calls it.
    @Override
    public void close() {
        boolean mine;
        synchronized (this) {
            mine = !closing && users == 0;
            closing = true;
        }
        if (mine) {
            closeNow();
        } else if (!Thread.currentThread().equals(delivering)) {
            awaitClosed();
        }
    }

    private void awaitClosed() {
        try {
            closed.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // the pool is closed nevertheless
        }
    }

    static void closeAll() {
        OPEN.values().forEach(Pool::close);
    }

    void enable(String function, ActivityDomain domain, int op) {
        use(() -> Library.process().check(function, domain.value(), op, handle, 0));
    }

    void enable(String function, ActivityDomain domain) {
        use(() -> Library.process().check(function, domain.value(), handle, 0, 0));
    }

    /// Runs a call during which the pool stays open.
    private void use(Runnable call) {
        synchronized (this) {
            if (closing) throw new IllegalStateException("the pool is closed");
            users++;
        }
        try {
            call.run();
        } finally {
            boolean last;
            synchronized (this) {
                last = --users == 0 && closing;
            }
            if (last) closeNow();
        }
    }

    private void closeNow() {
        try {
            Library.process().check("roctracer_close_pool_expl", handle, 0, 0, 0);
        } finally {
            OPEN.remove(number);
            closed.countDown();
        }
    }

    /// Delivers records from C, on the pool's thread.
    static void deliver(long begin, long end, long number) {
        Pool pool = OPEN.get(number);
        if (pool == null) return;
        RecordBatch batch = new RecordBatch(begin, end);
        pool.delivering = Thread.currentThread();
        try {
            pool.handler.onRecords(batch);
        } finally {
            batch.hide();
            pool.delivering = null;
        }
    }
}
