// What happens to us at fork and at exit.
#ifndef RPJ_PROCESS_H
#define RPJ_PROCESS_H

#include <rocprofiler-sdk/registration.h>

// Installs the fork hook, once, before the engine comes up: what is forked meanwhile has no engine either.
void rpj_fork_hook(void);

// Installs the exit hook, once, when the engine is up.
void rpj_exit_hook(void);

// Ends everything, once: tools are told, wrapped calls go straight to the runtime. From exit handlers.
void rpj_finalize(void);

// The rocprofiler_client_finalize_t handed to tools. Any thread.
void rpj_finalize_client(rocprofiler_client_id_t id);

#endif
