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

extern const struct roctx_tables roctx_first;
extern const struct roctx_tables roctx_plain;

/// The set in force. Set with release once registration is over; read with acquire, which is a plain load on x86-64.
extern _Atomic(const struct roctx_tables*) roctx_current;

/// Registers if nobody did, waits while another thread does, and returns the set this one call must use.
///
/// Never waits for itself (a marker inside the registration it caused is not traced), never waits in a forked child
/// for a thread that only the parent has, and waits for no more than some seconds: the tool that is being
/// started may itself be waiting for this thread. Any thread; keeps errno.
const struct roctx_tables* roctx_settle(void);

#endif
