#include "occupancy.h"

#include "settings.h"

#include <string.h>

enum { LDS_BYTES = 65536 }; // of a compute unit

static uint32_t taken[SK_MOST_GPUS];

static uint64_t divided_up(uint64_t value, uint64_t unit) { return unit == 0 ? value : (value + unit - 1) / unit; }

uint32_t sk_occupancy_of(const sk_queue* queue, const hsa_dispatch* p) {
    const sk_architecture* a = sk_settings_get()->architectures[queue->gpu];
    uint64_t groups = 1, items = 1;
    for (int i = 0; i < 3; i++) {
        groups *= divided_up(p->grid[i], p->workgroup[i]);
        items *= p->workgroup[i] == 0 ? 1 : p->workgroup[i];
    }
    uint64_t at_once = (uint64_t)a->simds_per_cu * a->waves_per_simd / divided_up(items, a->wave_size);
    if (p->group_bytes > 0 && LDS_BYTES / p->group_bytes < at_once) at_once = LDS_BYTES / p->group_bytes;
    uint64_t units = divided_up(groups, at_once == 0 ? 1 : at_once);
    return units > queue->units ? queue->units : units == 0 ? 1 : (uint32_t)units;
}

bool sk_occupancy_enter(uint32_t gpu, uint32_t units) {
    if (taken[gpu] + units > sk_compute_units(sk_settings_get()->architectures[gpu])) return false;
    taken[gpu] += units;
    return true;
}

void sk_occupancy_leave(uint32_t gpu, uint32_t units) { taken[gpu] -= units; }

void sk_occupancy_after_fork(void) { memset(taken, 0, sizeof taken); }
