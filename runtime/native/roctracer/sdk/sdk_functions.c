#include "sdk/sdk_functions.h"

#include <dlfcn.h>

#include "base/errors.h"

#define SDK_LIBRARY "librocprofiler-sdk.so.1"

struct rt_sdk_functions rt_sdk;

static atomic_bool hopeless;

bool rt_sdk_is_hopeless(void) { return atomic_load(&hopeless); }

void rt_sdk_give_up(const char* why, const char* what_to_do) {
    if (!atomic_exchange(&hopeless, true)) rt_complain("%s: HSA is not traced. %s", why, what_to_do);
}

static void* open_sdk(void) {
    void* sdk = dlopen(SDK_LIBRARY, RTLD_LAZY | RTLD_NOLOAD);
    return sdk != NULL ? sdk : dlopen(SDK_LIBRARY, RTLD_LAZY | RTLD_LOCAL); // found beside us, through our run path
}

bool rt_sdk_load(void) {
    static atomic_bool loaded;
    if (atomic_load_explicit(&loaded, memory_order_acquire)) return true;
    void* sdk = open_sdk();
    if (sdk == NULL) {
        rt_sdk_give_up(SDK_LIBRARY " cannot be loaded", "Set LD_LIBRARY_PATH to the folder that has it");
        return false;
    }
    bool complete = true;
#define FIND(name) complete &= (rt_sdk.name = (__typeof__(rt_sdk.name))dlsym(sdk, #name)) != NULL;
    RT_SDK_FUNCTIONS(FIND)
#undef FIND
    rt_sdk.set_api_table = (__typeof__(rt_sdk.set_api_table))dlsym(sdk, "rocprofiler_set_api_table");
    rt_sdk.hsa_function = (__typeof__(rt_sdk.hsa_function))dlsym(sdk, "rocprofiler_java_hsa_function");
    if (!complete || rt_sdk.set_api_table == NULL) {
        rt_sdk_give_up(SDK_LIBRARY " is not complete", "Update it together with libroctracer64");
        return false;
    }
    atomic_store_explicit(&loaded, true, memory_order_release);
    return true;
}
