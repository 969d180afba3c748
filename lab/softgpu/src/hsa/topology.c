// The agents as the files of a machine with AMD's driver, below the folder SOFTGPU_MACHINE, or one for these agents
// below SOFTGPU_MACHINES: written when the library is loaded, before any runtime registers. A profiler finds them
// because ROCPROFILER_MACHINE_ROOT then names that folder.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent.h"
#include "agents_setup.h"
#include "base.h"

#define NODES "sys/class/kfd/kfd/topology/nodes"

enum { VENDOR_AMD = 4098, FIRST_RENDER_MINOR = 128, HEAP_SYSTEM = 0, HEAP_PRIVATE = 2 };

// Makes the folders of a path. A failure shows when the file is written.
static void make_folders(char* path) {
    for (char* slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0755);
        *slash = '/';
    }
}

// Puts a file in place as a whole, since another process of the same settings may read it. Returns false with a line on
// stderr when that fails.
__attribute__((format(printf, 3, 4))) static bool put(const char* root, const char* name, const char* format, ...) {
    char path[PATH_MAX], draft[PATH_MAX + 16];
    if (snprintf(path, sizeof path, "%s/%s", root, name) >= (int)sizeof path) return false;
    snprintf(draft, sizeof draft, "%s.%d", path, (int)getpid());
    make_folders(path);
    (void)unlink(draft); // of a process that had the same number
    FILE* file = fopen(draft, "wxe");
    bool good = file != NULL;
    va_list arguments;
    va_start(arguments, format);
    if (file != NULL) {
        good = vfprintf(file, format, arguments) >= 0;
        good = fclose(file) == 0 && good && rename(draft, path) == 0;
    }
    va_end(arguments);
    if (!good) fprintf(stderr, "softgpu: SOFTGPU_MACHINE: cannot write %s: %s\n", path, strerror(errno));
    return good;
}

static bool put_bank(const char* root, const sg_agent* agent) {
    char name[128];
    bool gpu = agent->type == HSA_DEVICE_TYPE_GPU;
    snprintf(name, sizeof name, NODES "/%u/mem_banks/0/properties", agent->node);
    return put(root, name, "heap_type %d\nsize_in_bytes %zu\nflags 0\nwidth %d\nmem_clk_max 1000\n",
               gpu ? HEAP_PRIVATE : HEAP_SYSTEM, agent->pools[0].size, gpu ? 256 : 64);
}

static bool put_cpu(const char* root, const sg_agent* agent) {
    return put(root, NODES "/0/properties",
               "cpu_cores_count %ld\nsimd_count 0\nmem_banks_count 1\ncaches_count 0\nio_links_count 0\ncpu_core_id_base 0\n",
               sysconf(_SC_NPROCESSORS_ONLN))
        && put(root, NODES "/0/gpu_id", "0\n") && put(root, NODES "/0/name", "\n") && put_bank(root, agent)
        && put(root, "proc/cpuinfo", "processor : 0\ncpu family : 0\nmodel name : %s\napicid : 0\n\n", agent->name);
}

static bool put_gpu(const char* root, const sg_agent* agent) {
    char name[128];
    uint32_t minor = FIRST_RENDER_MINOR + agent->ordinal;
    snprintf(name, sizeof name, NODES "/%u/properties", agent->node);
    if (!put(root, name,
             "cpu_cores_count 0\nsimd_count %d\nmem_banks_count 1\ncaches_count 0\nio_links_count 0\n"
             "max_waves_per_simd %d\nlds_size_in_kb %zu\nwave_front_size %d\narray_count 1\nsimd_arrays_per_engine 1\n"
             "cu_per_simd_array %d\nsimd_per_cu %d\ngfx_target_version 0\nvendor_id %d\ndevice_id 0\nlocation_id %u\n"
             "domain 0\ndrm_render_minor %u\nnum_sdma_engines 2\nmax_engine_clk_fcompute 1000\nlocal_mem_size %zu\n"
             "unique_id %u\nnum_xcc 1\n",
             SG_COMPUTE_UNITS * SG_SIMDS_PER_CU, SG_WAVES_PER_CU / SG_SIMDS_PER_CU, agent->pools[1].size / 1024,
             SG_WAVEFRONT, SG_COMPUTE_UNITS, SG_SIMDS_PER_CU, VENDOR_AMD, agent->node << 8, minor, agent->pools[0].size,
             agent->node))
        return false;
    snprintf(name, sizeof name, NODES "/%u/gpu_id", agent->node);
    if (!put(root, name, "%u\n", agent->node)) return false;
    snprintf(name, sizeof name, NODES "/%u/name", agent->node);
    if (!put(root, name, "softgpu\n")) return false;
    snprintf(name, sizeof name, "sys/class/drm/renderD%u/device/product_name", minor);
    return put(root, name, "%s\n", agent->product) && put_bank(root, agent);
}

// Sets up the agents and writes their folder into `path`, if there is to be one.
static bool find_root(char path[PATH_MAX]) {
    const char *one = sg_env("SOFTGPU_MACHINE"), *all = sg_env("SOFTGPU_MACHINES");
    const bool is_one = one != NULL && *one != '\0';
    if (!is_one && (all == NULL || *all == '\0')) return false;
    sg_agents_setup();
    const size_t memory = sg_agent_count > 1 ? sg_agents[1].pools[0].size >> 20 : 0;
    int length = is_one ? snprintf(path, PATH_MAX, "%s", one)
                        : snprintf(path, PATH_MAX, "%s/%u-of-%zu-MB", all, sg_agent_count - 1, memory);
    return length < PATH_MAX;
}

__attribute__((constructor)) static void write_machine(void) {
    char root[PATH_MAX];
    if (!find_root(root)) return;
    bool good = put_cpu(root, &sg_agents[0]);
    for (uint32_t i = 1; good && i < sg_agent_count; i++) good = put_gpu(root, &sg_agents[i]);
    if (good) setenv("ROCPROFILER_MACHINE_ROOT", root, 1);
}
