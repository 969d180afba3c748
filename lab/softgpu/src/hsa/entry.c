// The public functions and the API table behind them: an original that nobody changes, and a copy for tools.
#include "runtime.h"

#include "registration.h"

enum { HSA_VERSION = 10000 * 1 + 100 * 18 + 0 };

// One const instance of every sub-table, filled with the runtime's own functions.
#define VERSION_OF(table) \
    { table##_MAJOR, sizeof(table), table##_STEP, 0 }
static const CoreApiTable core = {
    .version = VERSION_OF(CoreApiTable),
#include "init_CoreApiTable.inc"
};
static const AmdExtTable amd_ext = {
    .version = VERSION_OF(AmdExtTable),
#include "init_AmdExtTable.inc"
};
static const FinalizerExtTable finalizer_ext = {
    .version = VERSION_OF(FinalizerExtTable),
#include "init_FinalizerExtTable.inc"
};
static const ImageExtTable image_ext = {
    .version = VERSION_OF(ImageExtTable),
#include "init_ImageExtTable.inc"
};
static const ToolsApiTable tools = {
    .version = VERSION_OF(ToolsApiTable),
#include "init_ToolsApiTable.inc"
};
static const PcSamplingExtTable pc_sampling_ext = {
    .version = VERSION_OF(PcSamplingExtTable),
#include "init_PcSamplingExtTable.inc"
};
static const HsaApiTable original = {
    .version = VERSION_OF(HsaApiTable),
    .core_ = (CoreApiTable *)&core,
    .amd_ext_ = (AmdExtTable *)&amd_ext,
    .finalizer_ext_ = (FinalizerExtTable *)&finalizer_ext,
    .image_ext_ = (ImageExtTable *)&image_ext,
    .tools_ = (ToolsApiTable *)&tools,
    .pc_sampling_ext_ = (PcSamplingExtTable *)&pc_sampling_ext,
};

typedef struct tables {
    HsaApiTable root;
    CoreApiTable core;
    AmdExtTable amd_ext;
    FinalizerExtTable finalizer_ext;
    ImageExtTable image_ext;
    ToolsApiTable tools;
    PcSamplingExtTable pc_sampling_ext;
} tables;
static tables copy, before_tools;

SOFTGPU_EXPORT uint32_t rocprofiler_register_import_hsa(void) {
    return HSA_VERSION;
}

sg_registration sg_hsa_registration = {
    .name = "hsa",
    .version = HSA_VERSION,
    .import = rocprofiler_register_import_hsa,
    .copy = &copy.root,
    .original = &original,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

static void fill_copy(void) {
    copy.core = core;
    copy.amd_ext = amd_ext;
    copy.finalizer_ext = finalizer_ext;
    copy.image_ext = image_ext;
    copy.tools = tools;
    copy.pc_sampling_ext = pc_sampling_ext;
    copy.root = (HsaApiTable){
        .version = original.version, .core_ = &copy.core, .amd_ext_ = &copy.amd_ext,
        .finalizer_ext_ = &copy.finalizer_ext, .image_ext_ = &copy.image_ext, .tools_ = &copy.tools,
        .pc_sampling_ext_ = &copy.pc_sampling_ext};
}

bool sg_hsa_register(void) {
    if (atomic_load(&sg_hsa_registration.current) == NULL) fill_copy();
    if (sg_env_number("HSA_TOOLS_DISABLE_REGISTER", 0, 0, 1) == 1) sg_unregistered_table(&sg_hsa_registration);
    else sg_registered_table(&sg_hsa_registration);
    return sg_hsa_registration.has_tool;
}

HsaApiTable *sg_hsa_table_for_tools(void) {
    before_tools = copy;
    return &copy.root;
}

void sg_hsa_table_take_back(void) {
    copy = before_tools;
}

void sg_hsa_unregister(void) {
    atomic_store(&sg_hsa_registration.current, NULL);
}

const HsaApiTable *softgpu_hsa_table(void) {
    const void *table = atomic_load_explicit(&sg_hsa_registration.current, memory_order_acquire);
    return table == NULL ? &original : table;
}

#include "hsa_exports.inc"
