#define _GNU_SOURCE
#include "topology.h"

#include "folder.h"
#include "memory.h"
#include "settings.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];

// What the runtimes, and tools, look at. The longest match first does not matter: none begins with another.
static const struct {
    const char *prefix, *part;
} redirections[] = {
    {"/sys/devices/virtual/kfd/kfd/topology", "/topology"},
    {"/sys/class/kfd/kfd/topology", "/topology"},
    {"/sys/module/amdgpu", "/module"},
    {"/proc/modules", "/modules"}, // lsmod, by which older rocminfos look for the driver
};

static bool connected(uint32_t a, uint32_t b) {
    const sk_settings* s = sk_settings_get();
    if (s->links >= 0) return s->links == 1;
    return s->architectures[a]->xgmi && s->architectures[a] == s->architectures[b];
}

// Of the GPUs that xGMI connects: one group.
static uint64_t hive(uint32_t gpu) {
    for (uint32_t other = 0; other < sk_settings_get()->gpus; other++)
        if (other != gpu && connected(gpu, other)) return 0x50f7d0000001;
    return 0;
}

static void link_file(sk_folder* f, const char* kind, uint32_t node, uint32_t index, uint32_t to, bool xgmi) {
    sk_folder_file(f, "topology/nodes/%u/%s/%u/properties", node, kind, index);
    sk_folder_text(f,
                   "type %d\nversion_major 0\nversion_minor 0\nnode_from %u\nnode_to %u\nweight %d\nmin_latency 0\n"
                   "max_latency 0\nmin_bandwidth %d\nmax_bandwidth %d\nrecommended_transfer_size 0\n"
                   "recommended_sdma_engine_id_mask 0\nflags 1\n",
                   xgmi ? 11 : 2, node, to, xgmi ? 15 : 20, xgmi ? 50000 : 312, xgmi ? 50000 : 16000);
}

static void memory_bank(sk_folder* f, uint32_t node, int heap, uint64_t bytes, int width, int clock) {
    sk_folder_file(f, "topology/nodes/%u/mem_banks/0/properties", node);
    sk_folder_text(f, "heap_type %d\nsize_in_bytes %llu\nflags 0\nwidth %d\nmem_clk_max %d\n", heap,
                   (unsigned long long)bytes, width, clock);
}

static void host_node(sk_folder* f) {
    uint32_t gpus = sk_settings_get()->gpus;
    uint64_t bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    sk_folder_file(f, "topology/nodes/0/gpu_id");
    sk_folder_text(f, "0\n");
    sk_folder_file(f, "topology/nodes/0/name");
    sk_folder_text(f, "\n");
    sk_folder_file(f, "topology/nodes/0/properties");
    sk_folder_text(f,
                   "cpu_cores_count %ld\nsimd_count 0\nmem_banks_count 1\ncaches_count 0\nio_links_count %u\n"
                   "p2p_links_count 0\ncpu_core_id_base 0\nsimd_id_base 0\nmax_waves_per_simd 0\nlds_size_in_kb 0\n"
                   "gds_size_in_kb 0\nnum_gws 0\nwave_front_size 0\narray_count 0\nsimd_arrays_per_engine 0\n"
                   "cu_per_simd_array 0\nsimd_per_cu 0\nmax_slots_scratch_cu 0\ngfx_target_version 0\nvendor_id 0\n"
                   "device_id 0\nlocation_id 0\ndomain 0\ndrm_render_minor 0\nhive_id 0\nnum_sdma_engines 0\n"
                   "num_sdma_xgmi_engines 0\nnum_sdma_queues_per_engine 0\nnum_cp_queues 0\n"
                   "max_engine_clk_ccompute 3400\n",
                   sysconf(_SC_NPROCESSORS_ONLN), gpus);
    memory_bank(f, 0, 0, bytes, 72, 3200);
    for (uint32_t gpu = 0; gpu < gpus; gpu++) link_file(f, "io_links", 0, gpu, gpu + 1, false);
}

static void cache(sk_folder* f, uint32_t node, uint32_t index, uint32_t level, uint32_t kilobytes) {
    sk_folder_file(f, "topology/nodes/%u/caches/%u/properties", node, index);
    sk_folder_text(f,
                   "processor_id_low 2147487744\nlevel %u\nsize %u\ncache_line_size 128\ncache_lines_per_tag 1\n"
                   "association 16\nlatency 0\ntype 9\nsibling_map 1,0\n",
                   level, kilobytes);
}

// Doorbells of 64 bits, debugger's firmware, shared memory, watch points; memory with error correction adds a bit.
static uint32_t capability(const sk_architecture* a) { return 0x2800A280u | (a->ecc ? 1u << 26 : 0); }

static void gpu_properties(sk_folder* f, uint32_t gpu, uint32_t io_links, uint32_t p2p_links) {
    const sk_architecture* a = sk_settings_get()->architectures[gpu];
    sk_folder_file(f, "topology/nodes/%u/properties", gpu + 1);
    sk_folder_text(f,
                   "cpu_cores_count 0\nsimd_count %u\nmem_banks_count 1\ncaches_count 2\nio_links_count %u\n"
                   "p2p_links_count %u\ncpu_core_id_base 0\nsimd_id_base 2147487744\nmax_waves_per_simd %u\n"
                   "lds_size_in_kb 64\ngds_size_in_kb 0\nnum_gws 64\nwave_front_size %u\narray_count %u\n"
                   "simd_arrays_per_engine %u\ncu_per_simd_array %u\nsimd_per_cu %u\nmax_slots_scratch_cu 32\n"
                   "gfx_target_version %u\nvendor_id 4098\ndevice_id %u\n",
                   a->simds, io_links, p2p_links, a->waves_per_simd, a->wave_size, a->arrays, a->arrays_per_engine,
                   a->cus_per_array, a->simds_per_cu, a->gfx_version, a->device_id);
    sk_folder_text(f,
                   "location_id %u\ndomain 0\ndrm_render_minor %u\nhive_id %llu\nnum_sdma_engines %u\n"
                   "num_sdma_xgmi_engines %u\nnum_sdma_queues_per_engine %u\nnum_cp_queues 24\n"
                   "max_engine_clk_fcompute 1700\nlocal_mem_size 0\nfw_version 78\ncapability %u\ndebug_prop 1511\n"
                   "sdma_fw_version 8\nunique_id %u\nnum_xcc %u\nmax_engine_clk_ccompute 3400\n",
                   0xc100 + 0x100 * gpu, 128 + gpu, (unsigned long long)hive(gpu), a->sdma_engines, a->xgmi_engines,
                   a->sdma_queues_per_engine, capability(a), 123456 + gpu, a->xccs);
}

static void gpu_node(sk_folder* f, uint32_t gpu) {
    const sk_settings* s = sk_settings_get();
    uint32_t node = gpu + 1, io_links = 1, p2p_links = 0;
    sk_folder_file(f, "topology/nodes/%u/gpu_id", node);
    sk_folder_text(f, "%u\n", SK_FIRST_GPU_ID + gpu);
    sk_folder_file(f, "topology/nodes/%u/name", node);
    sk_folder_text(f, "%s\n", s->architectures[gpu]->code_name);
    link_file(f, "io_links", node, 0, 0, false);
    for (uint32_t other = 0; other < s->gpus; other++) {
        if (other == gpu) continue;
        if (connected(gpu, other)) link_file(f, "io_links", node, io_links++, other + 1, true);
        else link_file(f, "p2p_links", node, p2p_links++, other + 1, false);
    }
    gpu_properties(f, gpu, io_links, p2p_links);
    memory_bank(f, node, 1, s->memory_bytes, 4096, 1600);
    cache(f, node, 0, 1, 16);
    cache(f, node, 1, 2, 8192);
}

static void all_files(sk_folder* f) {
    sk_folder_file(f, "topology/generation_id");
    sk_folder_text(f, "2\n");
    sk_folder_file(f, "topology/system_properties");
    sk_folder_text(f, "platform_oem 0\nplatform_id 0\nplatform_rev 0\n");
    host_node(f);
    for (uint32_t gpu = 0; gpu < sk_settings_get()->gpus; gpu++) gpu_node(f, gpu);
    sk_folder_file(f, "module/initstate");
    sk_folder_text(f, "live\n");
    sk_folder_file(f, "module/version");
    sk_folder_text(f, "6.12.12\n");
    sk_folder_file(f, "modules");
    sk_folder_text(f, "amdgpu 19722240 1 - Live 0x0000000000000000\n");
    sk_folder_file(f, "module/parameters/ras_enable");
    sk_folder_text(f, "0\n");
}

// Makes the folder at the first use. False with errno.
static bool made(void) {
    pthread_mutex_lock(&lock);
    bool ok = folder[0] != '\0' || sk_folder_make(all_files, folder, sizeof folder);
    pthread_mutex_unlock(&lock);
    return ok;
}

const char* sk_topology_path(const char* path, char* buffer, size_t capacity) {
    if (path == NULL || (strncmp(path, "/sys/", 5) != 0 && strncmp(path, "/proc/m", 7) != 0)) return path;
    for (size_t i = 0; i < sizeof redirections / sizeof redirections[0]; i++) {
        size_t length = strlen(redirections[i].prefix);
        if (strncmp(path, redirections[i].prefix, length) != 0) continue;
        if (path[length] != '\0' && path[length] != '/') continue;
        if (!made()) return NULL;
        int written = snprintf(buffer, capacity, "%s%s%s", folder, redirections[i].part, path + length);
        if (written > 0 && (size_t)written < capacity) return buffer;
        errno = ENAMETOOLONG;
        return NULL;
    }
    return path;
}
