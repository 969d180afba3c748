/// The tracer tool, inside.
///
/// It is started by its constructor when it is preloaded, or by OnLoad when an HSA runtime loads it (tool.c); asks roctracer
/// for what the environment wants (domains.c); keeps calls (calls.c) and hands them, and the records of GPU work, to a plugin
/// that writes them (plugin.c), at the end or every now and then (control.c).
#ifndef RT_TOOL_H
#define RT_TOOL_H

#include "common.h"
#include "journal.h"
#include "options.h"

/// What the environment asks for. Read once, before anything else.
extern struct options tool_options;

// --- domains.c -----------------------------------------------------------------------------------------------------

/// ROC-TX, which needs no runtime.
void domains_enable_roctx(void);
/// HSA and HIP. Once.
void domains_enable(void);
/// The lines about HSA and HIP that users see on standard output. Once.
void domains_announce(void);
void domains_disable(void);
/// Records of GPU work that have completed go to the plugin. `last`: and the pool is closed.
void domains_flush(bool last);

// --- calls.c -------------------------------------------------------------------------------------------------------

/// Callbacks for roctracer. Any thread.
void calls_roctx(uint32_t domain, uint32_t op, const void* data, void* argument);
void calls_hsa(uint32_t domain, uint32_t op, const void* data, void* argument);
void calls_hip(uint32_t domain, uint32_t op, const void* data, void* argument);
/// Everything that has been kept goes to the plugin: HIP's, then HSA's, then ROC-TX'. One thread at a time.
void calls_drain(void);
void calls_forked(void);

// --- kernels.c -----------------------------------------------------------------------------------------------------

/// Name of the kernel, or kernels, that a HIP function launches; NULL if it launches none. A string of HIP's or, with `made`
/// set, one to free. Any thread, in the call.
const char* kernels_of(uint32_t id, const void* data, char** made);

// --- plugin.c ------------------------------------------------------------------------------------------------------

/// Loads the plugin, once. Says so when it cannot; then nothing is written.
void plugin_load(void);
/// And initialises it, once.
void plugin_start(void);
void plugin_write_call(const roctracer_record_t* record, const void* data);
void plugin_write_records(const roctracer_record_t* begin, const roctracer_record_t* end);
/// What has been written can be read by others.
void plugin_flush(void);
void plugin_finish(void);
/// Whether this thread is in the plugin: what it calls there is not the program's.
bool plugin_busy(void);

// --- control.c -----------------------------------------------------------------------------------------------------

/// Starts the threads that switch tracing on and off, and that flush. Says their lines.
void control_start(void);
/// They are gone afterwards.
void control_stop(void);
void control_forked(void);

// --- tool.c --------------------------------------------------------------------------------------------------------

/// Text for the user on standard output, before tool_awake. While it starts.
RT_PRINTF(1, 2) void tool_say(const char* format, ...);
/// Something has happened that is traced: the user is told that this process is, and the files begin. A preloaded tool is in
/// every process, also in those whose output another one reads; most of them have nothing to trace, and say nothing.
/// Any thread; waits for nobody.
void tool_awake(void);

/// Everything that is known goes to the plugin. Any thread; one at a time.
void tool_flush(void);
/// The same for calls alone, unless another thread is at it. In a callback.
void tool_flush_calls(void);

#endif
