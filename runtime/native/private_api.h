// Functions of librocprofiler-sdk for our other libraries, in addition to AMD's interface. They look these
// functions up by name, because AMD's library has none of them.
#ifndef RPJ_PRIVATE_API_H
#define RPJ_PRIVATE_API_H

#include <stdint.h>

#include "fork_gate.h"

enum { RPJ_HSA_CORE_TABLE = 0, RPJ_HSA_AMD_EXT_TABLE = 1 };

// HSA's own function number `operation` of one of these tables, as the runtime registered it: its calls are not
// traced. NULL: the runtime does not have it, or is not loaded. Any thread.
void* rocprofiler_java_hsa_function(uint32_t table, uint32_t operation);

// Whether the calling thread may hand over a library's tables now, which it may not in a signal handler that has
// interrupted Java. `wait`: whether it may wait for another thread that does so, which is true in no handler, since
// it may have interrupted the holder of a lock. Any thread.
int rocprofiler_java_may_register(int wait);

// Counts calls that a library made before its tables could be taken. `lasting`: only if the count outlives a process
// that is killed. Returns whether they were counted. Any thread.
int rocprofiler_java_passed_through(uint64_t calls, int lasting);

// Keeps forks and starts apart by this gate, which stays for good, and no longer by its own, unless the caller knows it
// in another size. Any thread, before it hands over a library's tables.
void rocprofiler_java_share_gate(rpj_fork_gate* gate, size_t size);

#endif
