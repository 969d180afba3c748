/// librocprofiler-sdk-roctx, inside.
///
/// Three sets of tables exist. `first`: every entry registers with rocprofiler-register, then continues in the set that
/// came out of it. `live`: the copy a tool may wrap. `plain`: what the functions do without a tool. `current` names the
/// set in force, so that after the first call a public function is one load and one indirect jump:
///
///     mov current(%rip), %rax
///     jmp *roctxMarkA_fn(%rax)
#ifndef ROCTX_INTERNAL_H
#define ROCTX_INTERNAL_H

#include <rocprofiler-sdk-roctx/api_trace.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <stdatomic.h>

struct roctx_tables {
    roctxCoreApiTable_t core;
    roctxControlApiTable_t control;
    roctxNameApiTable_t name;
};

extern const struct roctx_tables roctx_unregistered;
extern const struct roctx_tables roctx_untraced;

/// The copy a tool wraps. Written by the registering thread before `roctx_current` names it.
extern struct roctx_tables roctx_traced;

/// The set in force. Set with release once registration is over; read with acquire, which is a plain load on x86-64.
/// libroctx64 calls through it, too, so that both libraries have one state: exported for it, and for nobody else.
#define roctx_current rpj_roctx_current
ROCTX_EXPORT extern _Atomic(const struct roctx_tables*) roctx_current;

/// The older way to hear of calls: one function, which hears of every call through either library. It is shown a
/// roctx_api_data_t.
typedef int (*roctx_tracer)(uint32_t domain, uint32_t operation, void* data);

/// Who hears of calls, or null. The last one to register wins.
extern _Atomic(roctx_tracer) roctx_listener;

/// Registers if nobody did, waits while another thread does, and returns the set this one call must use.
///
/// Never waits for itself (a marker inside the registration it caused is not traced), never waits in a forked child
/// for a thread that only the parent has, and waits for no more than some seconds: the tool that is being
/// started may itself be waiting for this thread. Any thread; keeps errno.
const struct roctx_tables* roctx_register(void);

#endif
