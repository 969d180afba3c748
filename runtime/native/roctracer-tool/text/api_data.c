#include "text/api_data.h"

#include <string.h>

#include "../../floating_point.h"
#include "rt_formats.inc"
#include "rt_limits.h"
#include "text/operation_name.h"
#include "text/text.h"

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

// --- Keeping data --------------------------------------------------------------------------------------------------

size_t call_bytes(uint32_t domain, uint32_t id) {
    const struct rt_arguments* arguments = arguments_of(domain, id);
    const struct rt_argument* argument = first_of(domain, arguments);
    size_t bytes = domain == ACTIVITY_DOMAIN_HIP_API ? RT_HIP_ARGS : RT_HSA_ARGS;
    for (unsigned i = 0; i < arguments->count; i++)
        if ((size_t)argument[i].value + argument[i].bytes > bytes)
            bytes = (size_t)argument[i].value + argument[i].bytes;
    return (bytes + 7) & ~(size_t)7;
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
    return domain == ACTIVITY_DOMAIN_HIP_API && argument->form == RT_FORM_STRING
        && plausible(pointer_at(data, argument->value));
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

void call_move(uint32_t domain, uint32_t id, void* copy, const struct moved* moved) {
    const struct rt_arguments* arguments = arguments_of(domain, id);
    const struct rt_argument* argument = first_of(domain, arguments);
    for (unsigned i = 0; i < arguments->count; i++) {
        if (argument[i].pointer >= 0 || !is_string(domain, &argument[i], copy)) continue;
        const char* now = moved_to(moved, pointer_at(copy, argument[i].value));
        memcpy((char*)copy + argument[i].value, &now, sizeof now);
    }
}

bool call_is_known(uint32_t domain, uint32_t id) { return arguments_of(domain, id)->name != NULL; }

const char* moved_to(const struct moved* moved, const char* pointer) {
    const uintptr_t address = (uintptr_t)pointer;
    if (address < moved->from || address - moved->from >= moved->bytes) return NULL;
    const size_t offset = address - moved->from;
    return memchr(moved->to + offset, 0, moved->bytes - offset) == NULL ? NULL : moved->to + offset;
}

size_t call_argument(uint32_t domain, uint32_t id, const char* name) {
    const struct rt_arguments* arguments = arguments_of(domain, id);
    const struct rt_argument* argument = first_of(domain, arguments);
    for (unsigned i = 0; i < arguments->count; i++)
        if (strcmp(argument[i].name, name) == 0)
            return argument[i].pointer >= 0 ? (size_t)argument[i].pointer : argument[i].value;
    return 0;
}

// --- Formatting ----------------------------------------------------------------------------------------------------

static void show_address(struct text* text, const void* data) {
    const char* pointer = pointer_at(data, 0);
    if (pointer == NULL) text_string(text, "0");
    else text_format(text, "0x%lx", (unsigned long)pointer);
}

static void show_quoted(struct text* text, const char* string, size_t length) {
    static const char ESCAPED[] = "\"\\\n\t\r", LETTERS[] = "\"\\ntr";
    text_add(text, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        const char* escaped = string[i] == 0 ? NULL : strchr(ESCAPED, string[i]);
        if (escaped != NULL) text_format(text, "\\%c", LETTERS[escaped - ESCAPED]);
        else if ((unsigned char)string[i] < 0x20) text_format(text, "\\x%02x", (unsigned char)string[i]);
        else text_add(text, &string[i], 1);
    }
    text_add(text, "\"", 1);
}

static void show_string(struct text* text, const void* data) {
    const char* string = pointer_at(data, 0);
    if (plausible(string)) show_quoted(text, string, strlen(string));
    else text_string(text, "NULL");
}

static int64_t signed_value(uint8_t form, const void* data) {
    union {
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
    } value = {0};
    memcpy(&value, data, form == RT_FORM_I8 ? 1 : form == RT_FORM_I16 ? 2 : form == RT_FORM_I32 ? 4 : 8);
    return form == RT_FORM_I8  ? value.i8
         : form == RT_FORM_I16 ? value.i16
         : form == RT_FORM_I32 ? value.i32
                               : value.i64;
}

static uint64_t unsigned_value(uint8_t form, const void* data) {
    uint64_t value = 0;
    memcpy(&value, data,
           form == RT_FORM_U8 || form == RT_FORM_I8     ? 1
           : form == RT_FORM_U16 || form == RT_FORM_I16 ? 2
           : form == RT_FORM_U32 || form == RT_FORM_I32 ? 4
                                                        : 8);
    return value;
}

static void show_floating(struct text* text, uint8_t form, const void* data) {
    union {
        float f32;
        double f64;
    } value = {.f64 = 0};
    rpj_floating_point before = rpj_floating_point_default();
    memcpy(&value, data, form == RT_FORM_F32 ? sizeof value.f32 : sizeof value.f64);
    text_format(text, "%g", form == RT_FORM_F32 ? value.f32 : value.f64);
    rpj_floating_point_restore(before);
}

static size_t bytes_of(uint8_t form) {
    switch (form) {
        case RT_FORM_I8:
        case RT_FORM_U8: return 1;
        case RT_FORM_I16:
        case RT_FORM_U16: return 2;
        case RT_FORM_I32:
        case RT_FORM_U32:
        case RT_FORM_F32: return 4;
        default: return 8;
    }
}

// Anything but a struct. Structs within structs are `{}`.
static void show_plain(struct text* text, uint8_t form, const void* data, size_t count, bool hex) {
    switch (form) {
        case RT_FORM_NONE: text_string(text, "void"); break;
        case RT_FORM_POINTER:
        case RT_FORM_FUNCTION: show_address(text, data); break;
        case RT_FORM_STRING: show_string(text, data); break;
        case RT_FORM_CHARS: show_quoted(text, data, strnlen(data, count)); break;
        case RT_FORM_I8:
        case RT_FORM_I16:
        case RT_FORM_I32:
        case RT_FORM_I64:
            if (!hex) {
                text_format(text, "%ld", (long)signed_value(form, data));
                break;
            }
            __attribute__((fallthrough)); // a negative number is shown as its bits
        case RT_FORM_U8:
        case RT_FORM_U16:
        case RT_FORM_U32:
        case RT_FORM_U64: text_format(text, hex ? "%lx" : "%lu", (unsigned long)unsigned_value(form, data)); break;
        case RT_FORM_F32:
        case RT_FORM_F64: show_floating(text, form, data); break;
        default: text_string(text, "{}"); break;
    }
}

static void show_member(struct text* text, const struct rt_member* member, const char* data, bool hex) {
    bool array = member->count > 1 && member->form != RT_FORM_CHARS && member->form != RT_FORM_STRUCT;
    text_format(text, "%s=%s", member->name, array ? "[" : "");
    for (unsigned i = 0; i < (array ? member->count : 1u); i++) {
        if (i > 0) text_string(text, ", ");
        show_plain(text, member->form, data + member->offset + i * bytes_of(member->form), member->count, hex);
    }
    if (array) text_string(text, "]");
}

static void show_value(struct text* text, const struct rt_argument* argument, const char* data, bool hex) {
    if (argument->form != RT_FORM_STRUCT) {
        show_plain(text, argument->form, data, argument->bytes, hex);
        return;
    }
    const struct rt_shape* shape = &rt_shapes[argument->shape];
    text_string(text, "{");
    for (unsigned i = 0; i < shape->count; i++) {
        if (i > 0) text_string(text, ", ");
        show_member(text, &rt_members[shape->first + i], data, hex);
    }
    text_string(text, "}");
}

static const char* name_of(uint32_t domain, uint32_t id, const struct rt_arguments* arguments) {
    // Newer runtimes have functions that our table does not have.
    const char* name = arguments->name != NULL ? arguments->name : operation_name(domain, id, 0);
    return name != NULL ? name : "unknown";
}

void text_hip_call(struct text* text, uint32_t id, const void* data) {
    const struct rt_arguments* arguments = arguments_of(ACTIVITY_DOMAIN_HIP_API, id);
    const struct rt_argument* argument = first_of(ACTIVITY_DOMAIN_HIP_API, arguments);
    text_format(text, "%s(", name_of(ACTIVITY_DOMAIN_HIP_API, id, arguments));
    for (unsigned i = 0; i < arguments->count; i++) {
        text_format(text, "%s%s=", i > 0 ? ", " : "", argument[i].name);
        if (argument[i].pointer >= 0 && !plausible(pointer_at(data, (size_t)argument[i].pointer)))
            text_string(text, "NULL");
        else show_value(text, &argument[i], (const char*)data + argument[i].value, false);
    }
    text_string(text, ")");
}

void text_hsa_call(struct text* text, uint32_t id, const void* data) {
    const struct rt_arguments* arguments = arguments_of(ACTIVITY_DOMAIN_HSA_API, id);
    const struct rt_argument* argument = first_of(ACTIVITY_DOMAIN_HSA_API, arguments);
    bool hex = false;
    text_format(text, "%s(", name_of(ACTIVITY_DOMAIN_HSA_API, id, arguments));
    for (unsigned i = 0; i < arguments->count; i++) {
        const char* value = (const char*)data + argument[i].value;
        if (i > 0) text_string(text, ", ");
        if (argument[i].form == RT_FORM_STRING) {
            // The reference leaves its stream hexadecimal after a string, and readers of its files rely on that.
            text_format(text, "0x%lx", (unsigned long)pointer_at(value, 0));
            hex = true;
        } else if (argument[i].pointer >= 0 && !plausible(pointer_at(data, (size_t)argument[i].pointer))) {
            text_string(text, "NULL");
        } else {
            show_value(text, &argument[i], value, hex);
        }
    }
    text_string(text, ") = ");
    show_plain(text, arguments->result, (const char*)data + RT_HSA_RESULT, 0, hex);
}
