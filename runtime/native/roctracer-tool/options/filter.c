// The filter file: which functions are traced.
//
//     <trace name="HIP"><parameters api="hipFree, hipMalloc hipMemcpy"></parameters></trace>
//
// Traces are HIP, HSA, GPU (copies of HSA) and rocTX; each one listed is turned on. Others are ignored.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/messages.h"
#include "options/options.h"
#include "options/xml.h"

enum { FILE_BYTES_MAX = 16 << 20 };

enum trace { TRACE_OTHER, TRACE_HIP, TRACE_HSA, TRACE_GPU, TRACE_ROCTX };

static enum trace trace_of(const struct xml_word* name) {
    if (name == NULL) return TRACE_OTHER;
    return xml_is(name, "HIP")   ? TRACE_HIP
         : xml_is(name, "HSA")   ? TRACE_HSA
         : xml_is(name, "GPU")   ? TRACE_GPU
         : xml_is(name, "rocTX") ? TRACE_ROCTX
                                 : TRACE_OTHER;
}

static void turn_on(struct options* options, enum trace trace) {
    if (trace == TRACE_HIP) options->hip_api = options->hip_ops = true;
    if (trace == TRACE_HSA) options->hsa_api = true;
    if (trace == TRACE_GPU) options->hsa_copies = true;
    if (trace == TRACE_ROCTX) options->roctx = true;
}

static void add_name(struct api_list* list, const char* start, size_t length) {
    char** names = realloc(list->names, (list->count + 1) * sizeof *names);
    char* name = strndup(start, length);
    if (names == NULL || name == NULL) rt_tool_give_up("no memory for the filter");
    list->names = names;
    list->names[list->count++] = name;
}

static void add_names(struct api_list* list, const struct xml_word* text) {
    const char *at = text->start, *end = text->start + text->length;
    while (at < end) {
        const char* start = at;
        while (at < end && *at != ' ' && *at != ',') at++;
        if (at > start) add_name(list, start, (size_t)(at - start));
        if (at < end) at++;
    }
}

struct reading {
    struct options* options;
    enum trace trace;
    char name[XML_NAME + 1];
    bool parameters; // those of the trace that is open have been read
};

static void open_element(struct reading* reading, const struct xml* xml) {
    if (xml->depth == 1) {
        const struct xml_word* name = xml_is(&xml->name, "trace") ? xml_attribute(xml, "name") : NULL;
        reading->trace = trace_of(name);
        reading->parameters = false;
        if (reading->trace == TRACE_OTHER) return;
        snprintf(reading->name, sizeof reading->name, "%.*s", (int)name->length, name->start);
        turn_on(reading->options, reading->trace);
    } else if (xml->depth == 2 && reading->trace != TRACE_OTHER) {
        if (!xml_is(&xml->name, "parameters"))
            rt_tool_give_up("trace node is not supported '%s:%.*s'", reading->name, (int)xml->name.length,
                            xml->name.start);
        const struct xml_word* api = reading->parameters ? NULL : xml_attribute(xml, "api");
        reading->parameters = true;
        if (api == NULL) return;
        if (reading->trace == TRACE_HIP) add_names(&reading->options->hip, api);
        if (reading->trace == TRACE_HSA) add_names(&reading->options->hsa, api);
    }
}

static char* read_file(const char* path, size_t* bytes) {
    FILE* file = fopen(path, "re");
    if (file == NULL) rt_tool_give_up("input file not found '%s'", path);
    char* text = malloc(FILE_BYTES_MAX);
    if (text == NULL) rt_tool_give_up("no memory for '%s'", path);
    *bytes = fread(text, 1, FILE_BYTES_MAX, file);
    bool whole = feof(file) && !ferror(file);
    fclose(file);
    if (!whole) rt_tool_give_up("input file '%s' cannot be read", path);
    return text;
}

void filter_read(struct options* options) {
    struct reading reading = {.options = options};
    struct xml xml;
    size_t bytes;
    char* text = read_file(options->input, &bytes);
    xml_begin(&xml, text, bytes);
    for (;;) {
        enum xml_event event = xml_next(&xml);
        if (event == XML_END) break;
        if (event == XML_WRONG) rt_tool_give_up("input file '%s', line %u: %s", options->input, xml.line, xml.wrong);
        if (event == XML_OPEN) open_element(&reading, &xml);
    }
    free(text);
}
