// See packet_services.h.
#include "dispatches/packet_services.h"

native_packet_services_t rpj_packet_services;

static const native_packet_service_t* service_at(uint64_t i) {
    return (const native_packet_service_t*)rpj_packet_services.services + i;
}

char* rpj_packets_before(native_queue_t* queue, native_thread_t* thread, rpj_dispatch* one, char* out) {
    for (uint64_t rest = one->active & rpj_packet_services.entries; rest; rest &= rest - 1)
        one->of_entry[__builtin_ctzll(rest)].user_data.value = 0;
    for (uint64_t i = 0; i < rpj_packet_services.count; i++) {
        const native_packet_service_t* service = service_at(i);
        if (service->entries & one->active) out = ((rpj_packet_fn*)service->before)(service, queue, thread, one, out);
    }
    return out;
}

char* rpj_packets_after(native_queue_t* queue, native_thread_t* thread, rpj_dispatch* one, char* out) {
    for (uint64_t i = rpj_packet_services.count; i-- > 0;) {
        const native_packet_service_t* service = service_at(i);
        if (service->entries & one->active) out = ((rpj_packet_fn*)service->after)(service, queue, thread, one, out);
    }
    return out;
}

void rpj_packets_over(native_thread_t* thread, rpj_dispatch* one, hsa_amd_profiling_dispatch_time_t times) {
    for (uint64_t i = 0; i < rpj_packet_services.count; i++) {
        const native_packet_service_t* service = service_at(i);
        if (service->entries & one->active) ((rpj_packet_over_fn*)service->over)(service, thread, one, times);
    }
}
