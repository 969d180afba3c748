#include "options/announce.h"

#include <stdatomic.h>
#include <stdio.h>

#include "options/options.h"

static bool hsa_filtered, hip_filtered;
static _Atomic bool ready, announced;

void announce_ready(bool hsa, bool hip) {
    hsa_filtered = hsa;
    hip_filtered = hip;
    atomic_store(&ready, true);
}

static void announce_domain(const char* what, bool filtered, const struct api_list* list) {
    printf("    %s-trace(%s", what, filtered ? "-*" : "*");
    for (size_t i = 0; i < list->count; i++) printf(" %s", list->names[i]);
    printf(")\n");
}

void announce(void) {
    if (!atomic_load(&ready) || atomic_exchange(&announced, true)) return;
    if (tool_options.hsa_api) announce_domain("HSA", hsa_filtered, &tool_options.hsa);
    if (tool_options.hsa_copies) printf("    HSA-activity-trace()\n");
    if (tool_options.hip_api) announce_domain("HIP", hip_filtered, &tool_options.hip);
    if (tool_options.pc_samples) printf("    PCS-trace()\n");
}
