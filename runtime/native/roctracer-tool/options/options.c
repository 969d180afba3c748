#include "options/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "base/messages.h"

struct options tool_options;

// The default of ROCTRACER_BUFFER_SIZE: size of the pool in bytes, and number of calls kept until they are written.
enum { BUFFER_SIZE = 0x200000 };

static void read_domains(struct options* options) {
    const char* domains = rpj_environment("ROCTRACER_DOMAIN");
    if (domains == NULL) return;
    options->roctx = strstr(domains, "roctx") != NULL;
    bool system = strstr(domains, "sys") != NULL;
    bool hsa = strstr(domains, "hsa") != NULL, hip = strstr(domains, "hip") != NULL;
    options->hsa_api = hsa || system;
    options->hsa_copies = hsa;
    options->hip_api = options->hip_ops = hip || system;
    options->pc_samples = strstr(domains, "pcs") != NULL;
}

// Parses like strtoul, so that -1 is 4294967295. @return the text after the number, NULL without a number
static const char* part(const char* text, uint64_t* micros) {
    char* end;
    if (text == NULL || ((text[0] < '0' || text[0] > '9') && text[0] != '-')) return NULL;
    *micros = (uint32_t)strtoul(text, &end, 10);
    return end == text ? NULL : end;
}

static const char* behind_colon(const char* text) { return text != NULL && *text == ':' ? text + 1 : NULL; }

static void read_control(struct options* options) {
    const char* text = rpj_environment("ROCP_CTRL_RATE");
    if (text == NULL) return;
    const char* at = behind_colon(part(text, &options->delay_micros));
    at = behind_colon(part(at, &options->length_micros));
    at = part(at, &options->rate_micros);
    if (at == NULL || *at != 0)
        rt_tool_give_up("invalid ROCP_CTRL_RATE '%s': three numbers of microseconds, delay:length:rate", text);
    if (options->length_micros > options->rate_micros)
        rt_tool_give_up("invalid ROCP_CTRL_RATE '%s': length is greater than rate", text);
    options->controlled = true;
    options->never_started = options->delay_micros == UINT32_MAX;
}

// Parses a number without further text, decimal or with 0x. @return false if it is none
static bool number_of(const char* text, uint64_t* number) {
    char* end;
    int base = text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10;
    if (text[0] < '0' || text[0] > '9') return false;
    errno = 0;
    *number = strtoull(text, &end, base);
    return errno == 0 && *end == 0;
}

static void read_flush_rate(struct options* options) {
    const char* text = rpj_environment("ROCP_FLUSH_RATE");
    if (text == NULL) return;
    if (!number_of(text, &options->flush_micros) || options->flush_micros == 0)
        rt_tool_give_up("invalid ROCP_FLUSH_RATE '%s': a number of microseconds, at least 1", text);
}

static void read_buffer_size(struct options* options) {
    const char* text = rpj_environment("ROCTRACER_BUFFER_SIZE");
    uint64_t size = BUFFER_SIZE;
    if (text != NULL && (!number_of(text, &size) || size == 0 || size > UINT32_MAX)) {
        rt_tool_warn("invalid ROCTRACER_BUFFER_SIZE '%s' is ignored", text);
        size = BUFFER_SIZE;
    }
    options->buffer_size = size;
}

// A copy, since the program may change its environment. @return NULL if it is not set, or empty
static const char* text_of(const char* variable) {
    const char* text = rpj_environment(variable);
    return text == NULL || text[0] == 0 ? NULL : strdup(text);
}

// AMD's plugin for files is what the tool does without one.
static const char* plugin_name(void) {
    const char* name = text_of("ROCTRACER_PLUGIN_LIB");
    return name == NULL || strcmp(name, "libfile_plugin.so") == 0 ? NULL : name;
}

void options_read(struct options* options) {
    read_domains(options);
    const char* by_command = rpj_environment("ROCPROFILER_WRITES_LATER");
    options->by_command = by_command != NULL && strcmp(by_command, "1") == 0;
    options->folder = text_of("ROCP_OUTPUT_DIR");
    options->plugin = plugin_name();
    options->input = text_of("ROCP_INPUT");
    if (options->input != NULL) filter_read(options);
    // HSA's and HIP's copies are the same operations.
    if (options->hsa_copies) options->hip_ops = false;
    read_control(options);
    read_flush_rate(options);
    read_buffer_size(options);
}
