// Names of operations, and their numbers.
#include "api/operation_names.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/errors.h"
#include "hooks/hip.h"
#include "hooks/hooks.h"
#include "rt_limits.h"
#include "trace/registry.h"

struct name {
    uint32_t id;
    const char* text;
};

static const char* const hsa_names[RT_HSA_API_END] = {
#define RT_HSA_NAME(id, name) [id] = name,
#define RT_HIP_NAME(id, name)
#define RT_HIP_ALIAS(id, name)
#define RT_HIP_COMMAND(kind, name)
#include "rt_api_names.inc"
#undef RT_HSA_NAME
#undef RT_HIP_NAME
};

static const char* const hip_names[RT_HIP_API_END] = {
#define RT_HSA_NAME(id, name)
#define RT_HIP_NAME(id, name) [id] = name,
#include "rt_api_names.inc"
#undef RT_HIP_NAME
#undef RT_HIP_ALIAS
};

// Names that HIP's headers define as others.
static const struct name hip_aliases[] = {
#define RT_HIP_NAME(id, name)
#define RT_HIP_ALIAS(id, name) {id, name},
#include "rt_api_names.inc"
#undef RT_HIP_ALIAS
#undef RT_HIP_COMMAND
};

static const struct name hip_commands[] = {
#define RT_HIP_ALIAS(id, name)
#define RT_HIP_COMMAND(kind, name) {kind, name},
#include "rt_api_names.inc"
};

static const char* operation_name(uint32_t domain, uint32_t op) {
#define RT_OPERATION(d, o, name) \
    if (domain == (d) && op == (o)) return name;
#include "rt_operation_names.inc"
#undef RT_OPERATION
    return NULL;
}

static const char* in(const char* const* names, uint32_t count, uint32_t id) { return id < count ? names[id] : NULL; }

static const char* or (const char* name, const char* otherwise) { return name != NULL ? name : otherwise; }

const char* rt_hsa_name(uint32_t id) { return or (in(hsa_names, RT_HSA_API_END, id), "unknown"); }

// What a runtime calls an id that it does not have.
static bool is_name(const char* own) { return own != NULL && *own != '\0' && strcmp(own, "unknown") != 0; }

// Calls that are newer than the table and have no name are told apart by their numbers.
static char numbers[RT_HIP_API_ROOM - RT_HIP_API_END][sizeof "hip_api_0000"];
static pthread_once_t numbers_written = PTHREAD_ONCE_INIT;

static void write_numbers(void) {
    for (uint32_t id = RT_HIP_API_END; id < RT_HIP_API_ROOM; id++)
        snprintf(numbers[id - RT_HIP_API_END], sizeof *numbers, "hip_api_%u", id);
}

// HIP's own name takes precedence: numbers near the end have changed their meaning between releases.
const char* rt_hip_name(uint32_t id) {
    const char* own = rt_hip_own_name(id);
    if (id < RT_HIP_API_END || id >= RT_HIP_API_ROOM || is_name(own))
        return or (own, or (in(hip_names, RT_HIP_API_END, id), "unknown"));
    pthread_once(&numbers_written, write_numbers);
    return numbers[id - RT_HIP_API_END];
}

const char* rt_hip_command(uint32_t kind) {
    const char* own = rt_hip_own_command(kind);
    for (size_t i = 0; own == NULL && i < sizeof hip_commands / sizeof *hip_commands; i++)
        if (hip_commands[i].id == kind) own = hip_commands[i].text;
    return or (own, "Unknown command kind");
}

bool rt_is_newer(uint32_t domain, uint32_t op) {
    const struct rt_domain* table = rt_domain(domain);
    if (domain != ACTIVITY_DOMAIN_HIP_API || op < table->end || op >= table->room) return false;
    rt_look();
    return is_name(rt_hip_own_name(op));
}

static bool search(const char* const* names, uint32_t count, const char* name, uint32_t* id) {
    for (uint32_t i = 0; i < count; i++) {
        if (names[i] == NULL || strcmp(names[i], name) != 0) continue;
        *id = i;
        return true;
    }
    return false;
}

static bool search_hip(const char* name, uint32_t* id) {
    if (search(hip_names, RT_HIP_API_END, name, id)) return true;
    for (size_t i = 0; i < sizeof hip_aliases / sizeof *hip_aliases; i++) {
        if (strcmp(hip_aliases[i].text, name) != 0) continue;
        *id = hip_aliases[i].id;
        return true;
    }
    rt_look();
    for (uint32_t op = RT_HIP_API_END; op < rt_domain(ACTIVITY_DOMAIN_HIP_API)->room; op++) {
        const char* own = rt_hip_own_name(op);
        if (!is_name(own) || strcmp(own, name) != 0) continue;
        *id = op;
        return true;
    }
    return false;
}

RT_EXPORT const char* roctracer_op_string(uint32_t domain, uint32_t op, uint32_t kind) {
    const char* name = NULL;
    const char* what = "invalid domain ID";
    switch (domain) {
        case ACTIVITY_DOMAIN_HSA_API: return rt_hsa_name(op);
        case ACTIVITY_DOMAIN_HIP_API: rt_look(); return rt_hip_name(op);
        case ACTIVITY_DOMAIN_HIP_OPS: rt_look(); return rt_hip_command(kind);
        case ACTIVITY_DOMAIN_EXT_API: return "EXT_API";
        case ACTIVITY_DOMAIN_HSA_OPS:
            name = operation_name(domain, op);
            what = "invalid HSA OPS callback id";
            break;
        case ACTIVITY_DOMAIN_HSA_EVT:
            name = operation_name(domain, op);
            what = "invalid HSA EVT callback id";
            break;
        default: break;
    }
    if (name == NULL) rt_fail(ROCTRACER_STATUS_ERROR, "roctracer_op_string", "%s", what);
    return name;
}

RT_EXPORT roctracer_status_t roctracer_op_code(uint32_t domain, const char* str, uint32_t* op, uint32_t* kind) {
    static const char* const function = "roctracer_op_code";
    if (domain != ACTIVITY_DOMAIN_HSA_API && domain != ACTIVITY_DOMAIN_HIP_API)
        return rt_fail(ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID, function, "%s(), limited domain ID(%u)", function,
                       domain);
    if (str == NULL || op == NULL)
        return rt_fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "invalid argument");
    const bool hsa = domain == ACTIVITY_DOMAIN_HSA_API;
    if (!(hsa ? search(hsa_names, RT_HSA_API_END, str, op) : search_hip(str, op))) {
        *op = hsa ? RT_HSA_API_END : 0;
        return rt_fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function,
                       "%s(), Invalid API name \"%s\", domain ID(%u)", function, str, domain);
    }
    if (kind != NULL) *kind = 0;
    return ROCTRACER_STATUS_SUCCESS;
}
