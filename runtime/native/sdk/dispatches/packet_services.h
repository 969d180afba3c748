// Services that surround kernels' packets with packets of their own, and hear when a kernel is over
// (docs/adr/0030-packet-services.md).
#ifndef RPJ_PACKET_SERVICES_H
#define RPJ_PACKET_SERVICES_H

#include "dispatches/dispatch_records.h"

// The engine sets it before the plan of dispatches: an array of native_packet_service_t, which entries of the plan are
// theirs, and how many packets they may write for one kernel in all.
extern native_packet_services_t rpj_packet_services;

// `before` and `after`: writes packets at `out`, `most_packets` at most by both for a kernel, and returns where the
// next is written. What is written before the kernel is in the order of the services, what is written after it, also
// after the packet that completes the program's signal, in the opposite order. The thread that rings the doorbell,
// which counts as inside the engine and cannot be cancelled: no malloc. `before` is called between the ENTER and the
// EXIT of the operation ENQUEUE.
typedef char* rpj_packet_fn(const native_packet_service_t* service, native_queue_t* queue, native_thread_t* thread,
                            rpj_dispatch* one, char* out);

// `over`: once for each kernel for which `before` was called, after its records; the times are 0 where it has none or
// never ran. Packets of the service may still be under way, as nobody waits for them: the program's signal is earlier.
// Any thread inside the engine. The service may keep a word for a kernel in `of_entry[i].user_data` of its entries.
typedef void rpj_packet_over_fn(const native_packet_service_t* service, native_thread_t* thread, rpj_dispatch* one,
                                hsa_amd_profiling_dispatch_time_t times);

// The three, for all services that have an entry in the dispatch's `active`.
char* rpj_packets_before(native_queue_t* queue, native_thread_t* thread, rpj_dispatch* one, char* out);
char* rpj_packets_after(native_queue_t* queue, native_thread_t* thread, rpj_dispatch* one, char* out);
void rpj_packets_over(native_thread_t* thread, rpj_dispatch* one, hsa_amd_profiling_dispatch_time_t times);

#endif
