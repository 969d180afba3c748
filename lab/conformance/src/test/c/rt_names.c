// rt_names HIP: names of operations, and look-ups by name, in each domain. HIP is a library to open first, or `-`.
#include "rt_program.h"

#include <dlfcn.h>

static void name(uint32_t domain, uint32_t op, uint32_t kind) {
    const char* text = roctracer_op_string(domain, op, kind);
    printf("%d %d %#x: %s%s%s\n", (int)domain, (int)op, kind, text ? text : "null", text ? "" : ", ",
           text ? "" : last_error());
}

static void code(uint32_t domain, const char* text) {
    uint32_t op = 9999, kind = 9999;
    int status = roctracer_op_code(domain, text, &op, &kind);
    printf("%d %s: %d, %u, %u\n", (int)domain, text, status, op, kind);
    uint32_t again = 9999;
    EXPECT(roctracer_op_code(domain, text, &again, NULL) == (roctracer_status_t)status && again == op);
}

// A named operation is found by its name: the same number, or the newest if several numbers had the name.
static void there_and_back(uint32_t domain, uint32_t end) {
    int named = 0;
    for (uint32_t op = 0; op < end; op++) {
        const char* text = roctracer_op_string(domain, op, 0);
        uint32_t found = 9999, kind = 9999;
        if (!strcmp(text, "unknown")) continue;
        named++;
        if (roctracer_op_code(domain, text, &found, &kind) != 0 || found != op || kind != 0)
            printf("%d %u %s: found as %u\n", (int)domain, op, text, found);
    }
    printf("%d names of domain %d\n", named, (int)domain);
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    if (strcmp(argv[1], "-") && !dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL)) return 2;
    static const uint32_t calls[] = {0, 1, 5, 7, 38, 138, 140, 158, 212, 213, 214, 5000, UINT32_MAX};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) name(ACTIVITY_DOMAIN_HSA_API, calls[i], 0);
    for (int i = -1; i <= 4; i++) name(ACTIVITY_DOMAIN_HSA_OPS, (uint32_t)i, 0);
    for (int i = -1; i <= 6; i++) name(ACTIVITY_DOMAIN_HSA_EVT, (uint32_t)i, 0);
    static const uint32_t hip[] = {0, 1, 48, 69, 107, 108, 125, 134, 169, 186, 192, 5000, UINT32_MAX};
    for (size_t i = 0; i < sizeof hip / sizeof *hip; i++) name(ACTIVITY_DOMAIN_HIP_API, hip[i], 0);
    static const uint32_t kinds[] = {0, 0x11F0, 0x11F3, 0x11F4, 0x11F5, 0x11FE, 0x1201, 0x1207, 0x7777, UINT32_MAX};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        name(ACTIVITY_DOMAIN_HIP_OPS, (uint32_t)(i % 5), kinds[i]);
    name(ACTIVITY_DOMAIN_EXT_API, 0, 0);
    name(ACTIVITY_DOMAIN_EXT_API, 99, 1);
    name(ACTIVITY_DOMAIN_ROCTX, 0, 0);
    name(ACTIVITY_DOMAIN_KFD_API, 0, 0);
    name(ACTIVITY_DOMAIN_NUMBER, 0, 0);
    name(UINT32_MAX, 0, 0);
    EXPECT(roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, MALLOC, 0)
           == roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, MALLOC, 1));
    code(ACTIVITY_DOMAIN_HSA_API, "hsa_init");
    code(ACTIVITY_DOMAIN_HSA_API, "hsa_amd_signal_create");
    code(ACTIVITY_DOMAIN_HSA_API, "nope");
    code(ACTIVITY_DOMAIN_HSA_API, "");
    code(ACTIVITY_DOMAIN_HIP_API, "hipMalloc");
    code(ACTIVITY_DOMAIN_HIP_API, "hipLaunchKernel");
    code(ACTIVITY_DOMAIN_HIP_API, "__hipPopCallConfiguration");
    code(ACTIVITY_DOMAIN_HIP_API, "hipGetDevicePropertiesR0600");
    code(ACTIVITY_DOMAIN_HIP_API, "hipGetDeviceProperties");
    code(ACTIVITY_DOMAIN_HIP_API, "hsa_init");
    code(ACTIVITY_DOMAIN_HIP_API, "hipNewCall");
    static const uint32_t without[] = {1, 2, 4, 5, 6, 7, 8};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) code(without[i], "hipMalloc");
    code(UINT32_MAX, "hipMalloc");
    there_and_back(ACTIVITY_DOMAIN_HSA_API, 214);
    if (!strcmp(argv[1], "-")) there_and_back(ACTIVITY_DOMAIN_HIP_API, HIP_API_ID_LAST + 1);
    return 0;
}
