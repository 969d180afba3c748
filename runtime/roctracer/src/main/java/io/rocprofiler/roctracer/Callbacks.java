package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The handlers that Java has registered for each operation. All operations share one callback function in C,
/// without an argument: the handler is looked up here, so that a replaced handler never receives calls meant for
/// another one.
///
/// Thread rule: any thread. Changes are serialized; calls look handlers up without a lock.
final class Callbacks {
    /// More than the operations of any domain: HIP, which has the most, has 446 in 2026 and gains some twenty
    /// per year.
    static final int MAX_OPS = 1024;

    private static final ActivityDomain[] DOMAINS = ActivityDomain.values();
    private static final AtomicReferenceArray<@Nullable CallbackHandler> HANDLERS =
            new AtomicReferenceArray<>(DOMAINS.length * MAX_OPS);
    private static final ThreadLocal<Views> VIEWS = ThreadLocal.withInitial(Views::new);
    private static final Object LOCK = new Object();

    private Callbacks() {}

    static void enable(Op op, CallbackHandler handler) {
        Shutdown.arm();
        synchronized (LOCK) {
            change(
                    op.domain(),
                    op.number(),
                    op.number() + 1,
                    Objects.requireNonNull(handler, "handler"),
                    // roctracer_enable_op_callback(domain, op, callback, arg)
                    () -> check("roctracer_enable_op_callback", op.domain(), op.number(), Upcalls.CALLBACK));
        }
    }

    static void enable(ActivityDomain domain, CallbackHandler handler) {
        Shutdown.arm();
        synchronized (LOCK) {
            change(
                    domain,
                    0,
                    MAX_OPS,
                    Objects.requireNonNull(handler, "handler"),
                    // roctracer_enable_domain_callback(domain, callback, arg)
                    () -> check("roctracer_enable_domain_callback", domain, Upcalls.CALLBACK, 0));
        }
    }

    static void disable(Op op) {
        synchronized (LOCK) {
            check("roctracer_disable_op_callback", op.domain(), op.number(), 0);
            set(op.domain(), op.number(), op.number() + 1, null);
        }
    }

    static void disable(ActivityDomain domain) {
        synchronized (LOCK) {
            check("roctracer_disable_domain_callback", domain, 0, 0);
            set(domain, 0, MAX_OPS, null);
        }
    }

    /// Disables everything that Java has enabled, including handlers that a client in C has replaced meanwhile.
    static void disableAll() {
        synchronized (LOCK) {
            for (int slot = 0; slot < HANDLERS.length(); slot++) {
                if (HANDLERS.getAndSet(slot, null) == null) continue;
                // Unchecked: a domain's handler occupies more slots than the domain has operations.
                Library.process()
                        .call("roctracer_disable_op_callback", DOMAINS[slot / MAX_OPS].value(), slot % MAX_OPS, 0);
            }
        }
    }

    /// Dispatches a call from C. Ignores a late call whose handler has been removed.
    static void dispatch(int domain, int op, long data) {
        if (domain < 0 || domain >= DOMAINS.length || op < 0 || op >= MAX_OPS || data == 0) return;
        CallbackHandler handler = HANDLERS.get(domain * MAX_OPS + op);
        if (handler == null) return;
        Views views = VIEWS.get();
        TracerCallback view = views.open(DOMAINS[domain], op, data);
        try {
            handler.onCallback(view);
        } finally {
            views.close(view);
        }
    }

    /// Sets handlers before C may call them, and restores the previous ones if C rejects the registration.
    private static void change(
            ActivityDomain domain, int begin, int end, CallbackHandler handler, Runnable registration) {
        if (begin < 0 || end > MAX_OPS) throw new IllegalArgumentException("number=" + begin);
        CallbackHandler[] before = new CallbackHandler[end - begin];
        for (int op = begin; op < end; op++) before[op - begin] = HANDLERS.getAndSet(slot(domain, op), handler);
        boolean accepted = false;
        try {
            registration.run();
            accepted = true;
        } finally {
            for (int op = begin; op < end && !accepted; op++) HANDLERS.set(slot(domain, op), before[op - begin]);
        }
    }

    private static void set(ActivityDomain domain, int begin, int end, @Nullable CallbackHandler handler) {
        for (int op = Math.max(begin, 0); op < Math.min(end, MAX_OPS); op++) HANDLERS.set(slot(domain, op), handler);
    }

    private static int slot(ActivityDomain domain, int op) {
        return domain.value() * MAX_OPS + op;
    }

    private static void check(String function, ActivityDomain domain, long a1, long a2) {
        Library.process().check(function, domain.value(), a1, a2, 0);
    }
}
