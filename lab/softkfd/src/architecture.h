// The GPUs that can be shown: what distinguishes them for the runtimes.
#ifndef SOFTKFD_ARCHITECTURE_H
#define SOFTKFD_ARCHITECTURE_H

#include <stdbool.h>
#include <stdint.h>

// Numbers as in the driver's topology files, for a real card of that kind.
typedef struct {
    const char* name;      // of the instruction set
    const char* code_name; // of the chip
    const char* product;
    uint32_t gfx_version; // major * 10000 + minor * 100 + stepping
    uint32_t device_id;
    uint32_t family_id;
    uint32_t simds, simds_per_cu, waves_per_simd, wave_size;
    uint32_t arrays, arrays_per_engine, cus_per_array;
    uint32_t xccs;
    uint32_t sdma_engines, xgmi_engines, sdma_queues_per_engine;
    uint32_t address_config; // GB_ADDR_CONFIG: how images are tiled
    bool ecc;                // with SRAM ECC, which is a part of the name of the instruction set
    bool xgmi;               // several of them are connected by xGMI, else by PCIe
} sk_architecture;

// NULL if unknown.
const sk_architecture* sk_architecture_find(const char* name);

// All names, with commas; in static memory.
const char* sk_architecture_names(void);

static inline uint32_t sk_compute_units(const sk_architecture* a) { return a->simds / a->simds_per_cu; }

#endif
