#include "calls/api_data.h"

#include <string.h>

#include "rt_kept_arguments.inc"
#include "rt_limits.h"

enum { STRING_BYTES_MAX = 4096, PAGE_BYTES = 4096 };

static const struct rt_arguments NOTHING;

static const struct rt_arguments* arguments_of(uint32_t domain, uint32_t id) {
    if (domain == ACTIVITY_DOMAIN_HIP_API && id < sizeof rt_hip_arguments_of / sizeof *rt_hip_arguments_of)
        return &rt_hip_arguments_of[id];
    if (domain == ACTIVITY_DOMAIN_HSA_API && id < sizeof rt_hsa_arguments_of / sizeof *rt_hsa_arguments_of)
        return &rt_hsa_arguments_of[id];
    return &NOTHING;
}

static const struct rt_argument* first_of(uint32_t domain, const struct rt_arguments* arguments) {
    return (domain == ACTIVITY_DOMAIN_HIP_API ? rt_hip_arguments : rt_hsa_arguments) + arguments->first;
}

size_t call_bytes(uint32_t domain, uint32_t id) {
    const size_t least = domain == ACTIVITY_DOMAIN_HIP_API ? RT_HIP_ARGS : RT_HSA_ARGS;
    const size_t end = arguments_of(domain, id)->end;
    return ((end > least ? end : least) + 7) & ~(size_t)7;
}

static const char* pointer_at(const void* data, size_t offset) {
    const char* pointer;
    memcpy(&pointer, (const char*)data + offset, sizeof pointer);
    return pointer;
}

// Whether an address is plausible: invalid arguments are most often small numbers.
static bool plausible(const char* pointer) { return (uintptr_t)pointer >= PAGE_BYTES; }

// Returns the length of a string that a failed function may have left unterminated, limited to its page.
static size_t string_length(const char* string) {
    size_t on_page = PAGE_BYTES - ((uintptr_t)string & (PAGE_BYTES - 1));
    size_t length = strnlen(string, on_page);
    return length < on_page ? length
                            : length
                                  + strnlen(string + length,
                                            STRING_BYTES_MAX - (length < STRING_BYTES_MAX ? length : STRING_BYTES_MAX));
}

// HSA's strings are shown as addresses.
static bool is_string(uint32_t domain, const struct rt_argument* argument, const void* data) {
    return domain == ACTIVITY_DOMAIN_HIP_API && argument->string && plausible(pointer_at(data, argument->value));
}

size_t call_string_bytes(uint32_t domain, uint32_t id, const void* data) {
    const struct rt_arguments* arguments = arguments_of(domain, id);
    const struct rt_argument* argument = first_of(domain, arguments);
    size_t bytes = 0;
    for (unsigned i = 0; i < arguments->count; i++)
        if (argument[i].pointer < 0 && is_string(domain, &argument[i], data))
            bytes += string_length(pointer_at(data, argument[i].value)) + 1;
    return bytes;
}

void call_keep(uint32_t domain, uint32_t id, void* copy, char* strings, size_t string_bytes) {
    const struct rt_arguments* arguments = arguments_of(domain, id);
    const struct rt_argument* argument = first_of(domain, arguments);
    for (unsigned i = 0; i < arguments->count; i++) {
        char* value = (char*)copy + argument[i].value;
        if (argument[i].pointer >= 0) {
            const char* pointer = pointer_at(copy, (size_t)argument[i].pointer);
            if (plausible(pointer)) memcpy(value, pointer, argument[i].bytes);
        } else if (is_string(domain, &argument[i], copy)) {
            // Another thread may have extended it since it was measured.
            const char* string = pointer_at(copy, argument[i].value);
            size_t length = strnlen(string, string_bytes > 0 ? string_bytes - 1 : 0);
            if (string_bytes == 0) {
                memset(value, 0, sizeof string);
                continue;
            }
            memcpy(strings, string, length);
            strings[length] = 0;
            memcpy(value, &strings, sizeof strings);
            strings += length + 1;
            string_bytes -= length + 1;
        }
    }
}

bool call_is_known(uint32_t domain, uint32_t id) { return arguments_of(domain, id)->end != 0; }
