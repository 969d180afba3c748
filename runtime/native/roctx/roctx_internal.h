// librocprofiler-sdk-roctx, inside.
//
// Three sets of tables exist. In the unregistered one (registration.c), every entry registers with
// rocprofiler-register, then continues in the set that came out of it. `roctx_traced`: the copy a tool may wrap.
// `roctx_untraced`: what the functions do without a tool. `roctx_current` names the set in force, so that after the
// first call a public function is one load and one indirect jump:
//
//     mov roctx_current(%rip), %rax
//     jmp *roctxMarkA_fn(%rax)
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

extern const struct roctx_tables roctx_untraced;

// The copy a tool wraps. Written by the registering thread before `roctx_current` names it.
extern struct roctx_tables roctx_traced;

// The set in force. Set with release once registration is over; read with acquire, which is a plain load on x86-64.
// libroctx64 calls through it, too, so that both libraries have one state: exported for it, and for nobody else.
#define roctx_current rpj_roctx_current
ROCTX_EXPORT extern _Atomic(const struct roctx_tables*) roctx_current;

// The older way to hear of calls: one function, which hears of every call through either library. It is shown
// a roctx_api_data_t.
typedef int (*roctx_tracer)(uint32_t domain, uint32_t operation, void* data);

// Who hears of calls, or null. The last one to register wins.
extern _Atomic(roctx_tracer) roctx_listener;

// Address of the unregistered set.
const void* roctx_where_unregistered(void);

#endif
