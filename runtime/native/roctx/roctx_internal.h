// Internals of librocprofiler-sdk-roctx.
//
// Three sets of tables exist. In the unregistered one (registration.c), every entry registers with
// rocprofiler-register, then continues in the resulting set. `roctx_traced`: the copy a tool may wrap.
// `roctx_untraced`: the functions without a tool. `roctx_current` points to the set in force, so that after the
// first call a public function is one load and one indirect jump:
//
//     mov roctx_current(%rip), %rax
//     jmp *roctxMarkA_fn(%rax)
#ifndef ROCTX_INTERNAL_H
#define ROCTX_INTERNAL_H

#include <rocprofiler-sdk-roctx/api_trace.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <stdatomic.h>

// `older`: the functions behind those of libroctx64. Tools of the SDK in C do not hear of them, as of AMD's.
struct roctx_tables {
    roctxCoreApiTable_t core;
    roctxControlApiTable_t control;
    roctxNameApiTable_t name;
    roctxCoreApiTable_t older;
};

extern const struct roctx_tables roctx_untraced;

// The copy a tool wraps. Written by the registering thread before `roctx_current` points to it.
extern struct roctx_tables roctx_traced;

// The set in force. Stored with release after registration; read with acquire, which is a plain load on x86-64.
// libroctx64 calls through it, too, so that both libraries share one state: exported only for it.
#define roctx_current rpj_roctx_current
ROCTX_EXPORT extern _Atomic(const struct roctx_tables*) roctx_current;

// The older interface for tracers: one function, called for every call through either library with
// a roctx_api_data_t.
typedef int (*roctx_tracer)(uint32_t domain, uint32_t operation, void* data);

// The tracer, or null. The last one to register wins.
extern _Atomic(roctx_tracer) roctx_listener;

// Address of the unregistered set.
const void* roctx_where_unregistered(void);

#endif
