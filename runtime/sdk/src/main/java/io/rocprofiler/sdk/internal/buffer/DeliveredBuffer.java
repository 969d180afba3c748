package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.EndThread;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/// A buffer of halves: writers fill one while its callback thread delivers the other.
///
/// A half is exchanged when no writer can take a part of it any more, and closed only when the callback thread comes to
/// it: until then writers go on filling their parts. So it is full when it is delivered, also where threads are more
/// than its parts. Each thread writes into later halves only, but one may still be in an earlier half than another:
/// what is to come after the records of others says so ([RecordBuffer#catchUp]).
///
/// The lock guards which half is being filled, which are full and which are free. It is held for exchanges of halves
/// only: never while records are claimed, collected or delivered.
///
/// A writer that finds the half full exchanges it itself if another is free. Otherwise `LOSSLESS` adds a half, up to a
/// limit, or waits for a delivery, and `DISCARD` drops. Where writers wait, the callback thread exchanges the halves as
/// soon as it has one again, so that they find room without the lock. A callback thread never waits here, because it
/// may be the only one that can make room: it gets an additional half. If the watermark is above the capacity,
/// `DISCARD` does not exchange: such a buffer is delivered on request only.
public abstract sealed class DeliveredBuffer extends RecordBuffer permits SharedBuffer, StretchedBuffer {
    /// The number of halves up to which a callback thread may add some before its own records are dropped.
    private static final int MAX_HALVES = 14;

    /// The number of halves, and of bytes in all of them, up to which writers add some instead of waiting.
    static final int MAX_SPREAD = 10;

    private static final long LARGEST_SPREAD = 16 << 20;
    private static final long SMALLEST_SPREAD = 16 << 10;

    /// How long a writer looks for room before it falls asleep: about as long as it takes to be woken.
    private static final long LOOK_NANOS = BriefLock.PROCESSORS > 2 ? 50_000 : 20_000;

    /// How long a delivery waits for writers that fill their parts, and how seldom it looks: each look takes a cache
    /// line away from the writers.
    private static final long SETTLE_NANOS = 30_000;

    private static final int SETTLE_SPINS = 10;

    private static final long PAUSE_NANOS = 100_000_000;

    /// The smallest record.
    private static final int LEAST = Long.BYTES;

    /// How many records were in deliveries whose callback failed.
    private static final AtomicLong FAILED = new AtomicLong();

    private final BufferSettings settings;
    private final BriefLock lock = new BriefLock();

    /// Something has been delivered, or will never be.
    private final Condition changed = lock.newCondition();

    private final ArrayDeque<BufferHalf> full = new ArrayDeque<>(MAX_HALVES);
    private final ArrayDeque<BufferHalf> free = new ArrayDeque<>(MAX_HALVES);
    private final RecordHeaders headers = new RecordHeaders();

    /// The number of writers that wait for room.
    private final AtomicInteger waiting = new AtomicInteger();

    private BufferHalf current;

    /// Changed under the lock.
    private int halves = 2;

    private volatile DeliveryThread thread;
    private volatile boolean requested;

    /// Whether whoever releases the lock has to wake the callback thread, which takes too long for under the lock.
    private boolean wakes;

    private volatile boolean noneFree;
    private volatile boolean destroyed;
    private boolean delivering;

    /// The half that ends the current delivery.
    private @Nullable BufferHalf last;

    private int waitingFlushes;
    private long flushesAsked;
    private long flushesTaken;
    private long flushesDone;
    private boolean complained;

    DeliveredBuffer(BufferSettings settings, BufferHalf first, BufferHalf second) {
        super(settings.handle());
        this.settings = settings;
        this.thread = settings.thread();
        this.current = first;
        first.open();
        free.add(second);
    }

    /// @param index position among the buffers of the process
    static DeliveredBuffer create(BufferSettings settings, int index) {
        if (StretchedBuffer.suits(index, settings)) return new StretchedBuffer(settings, index);
        return new SharedBuffer(settings);
    }

    abstract BufferHalf newHalf();

    /// Makes `half` the one that writers use. Under the lock.
    abstract void install(BufferHalf half);

    /// Whether a claim of `bytes` bytes could succeed now. Without the lock an answer about the half that was last
    /// installed, or a later one.
    abstract boolean takes(int bytes);

    /// Whether writers may soon need the half that is being delivered.
    abstract boolean isFillingFast();

    @Override
    public final void submitted(long thread) {}

    @Override
    public final void refused(long thread) {}

    @Override
    public final long claimNote(long thread, int size) {
        return claim(thread, size);
    }

    final BufferSettings settings() {
        return settings;
    }

    @Override
    public final void thread(DeliveryThread other) {
        thread = other;
    }

    /// Delivers the records also at regular intervals, from now on.
    public final void deliverEvery(long millis) {
        thread.every(millis, this);
    }

    /// Requests a delivery of the half without waiting for it. Who has exchanged it meanwhile has requested one.
    final void requestDelivery(BufferHalf half) {
        if (!requested) requestIfCurrent(half);
    }

    private void requestIfCurrent(BufferHalf half) {
        lock.lock();
        try {
            if (half == current) request();
        } finally {
            unlock();
        }
    }

    private void unlock() {
        boolean wake = wakes;
        wakes = false;
        lock.unlock();
        if (wake) thread.wake(this);
    }

    /// Makes room after a claim that did not fit. A signal handler does not wait, because its thread may hold
    /// something that the delivery waits for.
    ///
    /// @param caller address of the calling thread's block
    /// @return whether to retry the claim
    final boolean makeRoom(long caller, int bytes) {
        if (takes(bytes)) return true; // another thread has exchanged the halves since the claim
        // Nobody can make room, and drops are not to wait for each other. But who has seen none free may have missed
        // the exchange.
        if (noneFree && !settings.lossless() && !takes(bytes)) return false;
        boolean inHandler = Memory.getInt(caller + NativeThread.INSIDE) == NativeConstants.IN_HANDLER;
        boolean mayWait = settings.lossless() && !inHandler && DeliveryThread.current() == null;
        if (!mayWait) return exchangeOrAdd(bytes);
        int writers = waiting.incrementAndGet();
        try {
            return findsRoom(bytes, writers < BriefLock.PROCESSORS) || awaitRoom(bytes);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private boolean exchangeOrAdd(int bytes) {
        lock.lock();
        try {
            if (destroyed) return false;
            if (takes(bytes) || exchange()) return true;
            return settings.lossless() && !isOver() && addHalf() && exchange();
        } finally {
            unlock();
        }
    }

    /// Looks for room without falling asleep.
    ///
    /// @param patient whether for a short time, or once
    private boolean findsRoom(int bytes, boolean patient) {
        long start = System.nanoTime();
        do {
            if (takes(bytes)) return true;
            if ((!noneFree || maySpread()) && lock.attempt()) {
                try {
                    if (!destroyed && makesRoom(bytes)) return true;
                } finally {
                    unlock();
                }
            }
            Thread.onSpinWait();
        } while (patient && !destroyed && System.nanoTime() - start < LOOK_NANOS);
        return false;
    }

    private boolean makesRoom(int bytes) {
        if (takes(bytes) || exchange()) return true;
        return !isOver() && maySpread() && addHalf() && exchange();
    }

    private boolean awaitRoom(int bytes) {
        boolean interrupted = false;
        lock.lock();
        try {
            while (!destroyed) {
                if (makesRoom(bytes)) return true;
                if (isOver()) return false;
                interrupted |= pause();
            }
            return false;
        } finally {
            unlock();
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Whether no delivery will make room for the calling thread.
    private boolean isOver() {
        return thread.stopped() || EndThread.isLate();
    }

    @Override
    public final boolean flush() {
        DeliveryThread server = thread;
        DeliveryThread waiter = DeliveryThread.current();
        if (waiter == server) return !delivering && deliver();
        if (waiter == null) return awaitFlush();
        if (!waiter.beginWait(server)) return false;
        try {
            return awaitFlush();
        } finally {
            waiter.endWait();
        }
    }

    @Override
    public final boolean destroy() {
        lock.lock();
        try {
            if (delivering || waitingFlushes > 0) return false;
            if (!destroyed) discard();
            return true;
        } finally {
            unlock();
        }
    }

    private void discard() {
        destroyed = true;
        full.add(current);
        changed.signalAll();
        for (BufferHalf half : full) {
            half.close();
            headers.clear();
            long missing = half.collect(headers, settings.patienceNanos());
            lost(missing + headers.count());
            if (missing == 0) half.free();
        }
        for (BufferHalf half : free) half.free();
        headers.free();
    }

    /// Delivers everything that was claimed before this call. On the callback thread.
    public final boolean deliver() {
        try {
            BufferHalf half = beginDelivery();
            while (half != null) {
                settle(half);
                half.close();
                half = retire(half, deliver(half));
            }
        } finally {
            if (delivering) endDelivery();
        }
        return !destroyed;
    }

    /// Gives writers a little time to fill their parts, where nobody waits for this delivery and it takes no processor
    /// from them: full parts are delivered faster, and taken more seldom.
    private void settle(BufferHalf half) {
        if (BriefLock.PROCESSORS <= 2 || !half.isSettling()) return;
        long begin = System.nanoTime();
        while (!noneFree && System.nanoTime() - begin < SETTLE_NANOS && half.isSettling()) {
            for (int i = 0; i < SETTLE_SPINS; i++) Thread.onSpinWait();
        }
    }

    /// Abandons the current delivery, which will not return: its records have been handed over, and its half
    /// is lost.
    final void abandonDelivery() {
        lock.lock();
        try {
            if (!delivering) return;
            free.addLast(newHalf());
            noneFree = false;
            delivered();
        } finally {
            unlock();
        }
    }

    /// @return whether all of its records were committed, so that its memory may be reused
    private boolean deliver(BufferHalf half) {
        headers.clear();
        long missing = half.collect(headers, settings.patienceNanos());
        lost(missing);
        if (headers.count() > 0) {
            try {
                settings.listener().deliver(headers.pointers(), headers.count(), dropCount());
            } catch (Throwable thrown) {
                complain(thrown, headers.count());
            }
        }
        return missing == 0;
    }

    /// @return the next half to deliver, or null if that was the last one
    private @Nullable BufferHalf retire(BufferHalf half, boolean whole) {
        boolean clear = whole && half.clear(!isFillingFast(), settings.patienceNanos());
        BufferHalf reusable = clear ? half : newHalf();
        lock.lock();
        try {
            free.addLast(reusable);
            if (waiting.get() == 0 || takes(LEAST) || !exchange()) noneFree = false;
            changed.signalAll();
            if (half != last) return nextFull();
            delivered();
            return null;
        } finally {
            unlock();
        }
    }

    /// @return the first half to deliver, or null if there is nothing to deliver
    private @Nullable BufferHalf beginDelivery() {
        lock.lock();
        try {
            requested = false;
            flushesTaken = flushesAsked;
            delivering = true;
            last = destroyed ? null : current.used() ? current : full.peekLast();
            if (last != null) return nextFull();
            delivered();
            return null;
        } finally {
            unlock();
        }
    }

    private BufferHalf nextFull() {
        if (full.isEmpty()) turn();
        return full.removeFirst();
    }

    /// After a failure.
    private void endDelivery() {
        lock.lock();
        try {
            delivered();
        } finally {
            unlock();
        }
    }

    private void delivered() {
        flushesDone = flushesTaken;
        delivering = false;
        last = null;
        changed.signalAll();
    }

    private boolean awaitFlush() {
        boolean interrupted = false;
        long mine = askFlush();
        lock.lock();
        try {
            while (flushesDone < mine && !destroyed && !isOver()) interrupted |= pause();
            waitingFlushes--;
            return flushesDone >= mine;
        } finally {
            unlock();
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Before the wait, so that whoever releases the lock to wait leaves nobody to be woken.
    private long askFlush() {
        lock.lock();
        try {
            waitingFlushes++;
            request();
            return ++flushesAsked;
        } finally {
            unlock();
        }
    }

    /// Under the lock; the callback thread is woken when that is released.
    private void request() {
        if (requested || destroyed) return;
        requested = true;
        wakes = true;
    }

    /// Exchanges the current half for a free one, if there is one and the buffer delivers without a request.
    private boolean exchange() {
        if (free.isEmpty()) return false;
        if (!settings.lossless() && settings.watermark() > settings.capacity()) return false;
        turn();
        request();
        return true;
    }

    private void turn() {
        BufferHalf old = current;
        current = free.removeFirst();
        current.open();
        install(current);
        noneFree = free.isEmpty(); // who sees it sees the half just installed
        full.addLast(old);
    }

    /// Whether to add a half instead of waiting: writers of a buffer of a certain size outrun its callback thread
    /// in bursts, not permanently.
    private boolean maySpread() {
        long capacity = settings.capacity();
        int more = halves + 1;
        return capacity >= SMALLEST_SPREAD && more <= MAX_SPREAD && more * capacity <= LARGEST_SPREAD;
    }

    private boolean addHalf() {
        if (halves == MAX_HALVES) return false;
        halves++;
        free.addLast(newHalf());
        return true;
    }

    /// Waits for a delivery, under the lock; with a timeout, because the callback thread may end.
    ///
    /// @return whether the thread was interrupted: the caller restores the interrupt later
    @SuppressWarnings("WaitNotInLoop") // callers loop, each over its own condition
    private boolean pause() {
        try {
            changed.awaitNanos(PAUSE_NANOS);
            return false;
        } catch (InterruptedException interruption) {
            return true;
        }
    }

    /// The records were handed over: what the callback has made of them, nobody knows.
    private void complain(Throwable thrown, long records) {
        FAILED.addAndGet(records);
        if (complained) return;
        complained = true;
        Messages.warn("a buffer callback failed: " + Messages.describe(thrown));
    }

    /// Says at the end how many records were in deliveries that failed.
    public static void reportFailed() {
        long records = FAILED.getAndSet(0);
        if (records > 0) Messages.warn(records + " records were delivered to buffer callbacks that failed");
    }
}
