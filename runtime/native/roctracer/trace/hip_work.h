// Whose word counts for HIP's work, HIP_OPS: the SDK's or HIP's own.
#ifndef RT_HIP_WORK_H
#define RT_HIP_WORK_H

#include <roctracer/roctracer.h>

#include "base/rt.h"

// What decides, by the threads that notice it. Each is once and for all, except that HSA may go and come again.
enum rt_hip_work_news {
    RT_TABLE_NEW,  // the SDK has HSA's table, and no queue has been made by it yet
    RT_TABLE_OLD,  // the SDK has HSA's table, and there may be queues that it does not see into
    RT_WORK_RUNS,  // the SDK reports work to us
    RT_WORK_ENDED, // it does not any more: the end of the profiler, or a forked child
};
void rt_hip_work_note(enum rt_hip_work_news news);

// HIP has our tracer function, or has it no more. Under the registry's lock.
void rt_hip_is_hooked(bool hooked);
// Whether HIP reports what it is asked for. Any thread.
bool rt_hip_has_hook(void);

// Whether the SDK reports HIP's work, so that HIP is told that nobody wants it. Any thread.
bool rt_hip_work_is_the_sdks(void);

// Whether the SDK can be asked for it: not any more when HSA was there before a client wanted it. Any thread.
bool rt_hip_work_can_be_the_sdks(void);

// A call of HIP begins on this thread. @return whether it launches what only HIP sees, and HIP is to report.
bool rt_hip_work_begins(uint32_t op);
// Whether HIP is asking for such a launch.
bool rt_hip_work_is_asked_for(void);

// Such launches have this correlation id: a client's, or one that no client has. Any thread.
void rt_hip_work_expect(uint64_t id, bool is_a_clients);

// Whether a record of HIP's is to be taken, and with which correlation id: HIP also reports what its events measure.
bool rt_hip_work_takes(const activity_record_t* record, uint64_t* id);

// In a forked child: HIP's word counts.
void rt_hip_work_forked(void);

#endif
