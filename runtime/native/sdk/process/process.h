// The hooks for fork and exit.
#ifndef RPJ_PROCESS_H
#define RPJ_PROCESS_H

#include <rocprofiler-sdk/registration.h>

// Installs the fork hook, once, before the engine starts: a child forked meanwhile has no engine either.
void rpj_fork_hook(void);

// Installs the exit hook, once, when the engine is running.
void rpj_exit_hook(void);

// Finalizes everything, once: notifies tools and unwraps calls. From exit handlers.
void rpj_finalize(void);

// The rocprofiler_client_finalize_t given to tools. Any thread.
void rpj_finalize_client(rocprofiler_client_id_t id);

// The rocprofiler_client_detach_t given to tools. Any thread.
void rpj_detach_client(rocprofiler_client_id_t id);

#endif
