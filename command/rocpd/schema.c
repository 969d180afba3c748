// rocpd_sql_load_schema: finds a part of the schema in its files and fills in whose tables they are.
//
// AMD's function has two sets of parameters under one name: SDK 1.0's, which the header declares, and since its schema
// 3.0.1 one with the version of the schema as the fourth, which its callback then gets, too. Whoever is compiled with
// newer headers of AMD's calls the latter, so the arguments tell which one is meant: see `is_version`.
#include "environment.h"
#include "text.h"

#include <rocprofiler-sdk-rocpd/sql.h>

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// AMD's callback since schema 3.0.1.
typedef void (*versioned_callback)(rocpd_sql_engine_t engine, rocpd_sql_schema_kind_t kind, rocpd_sql_options_t options,
                                   rocpd_version_triplet_t version, const rocpd_sql_schema_jinja_variables_t* variables,
                                   const char* schema_path, const char* schema_content, void* user_data);

enum { PARTS = 2 };

// The files of each part. Without a version there is no part METADATA, whose rows come with the tables.
static const char* const files[ROCPD_SQL_SCHEMA_LAST][PARTS] = {
    [ROCPD_SQL_SCHEMA_ROCPD_TABLES] = {"rocpd_tables.sql", "rocpd_metadata.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_INDEXES] = {"rocpd_indexes.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_VIEWS] = {"rocpd_views.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_DATA_VIEWS] = {"data_views.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_SUMMARY_VIEWS] = {"summary_views.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_MARKER_VIEWS] = {"marker_views.sql"},
};

static const char* const versioned_files[ROCPD_SQL_SCHEMA_LAST][PARTS] = {
    [ROCPD_SQL_SCHEMA_ROCPD_TABLES] = {"rocpd_tables.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_INDEXES] = {"rocpd_indexes.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_VIEWS] = {"rocpd_views.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_DATA_VIEWS] = {"data_views.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_SUMMARY_VIEWS] = {"summary_views.sql"},
    [ROCPD_SQL_SCHEMA_ROCPD_METADATA] = {"rocpd_metadata.sql"},
};

// The version whose files lie in the folder itself; those of each version lie in versions/VERSION below.
static const rocpd_version_triplet_t newest = {3, 0, 4};

// The version that programs of the older form know, and fill.
static const rocpd_version_triplet_t oldest = {3, 0, 0};

// What both forms are called with.
struct request {
    rocpd_sql_engine_t engine;
    rocpd_sql_schema_kind_t kind;
    rocpd_sql_options_t options;
    bool has_version;                // the callback takes one, too
    rocpd_version_triplet_t version; // never 0.0.0
    const rocpd_sql_schema_jinja_variables_t* variables;
    uint64_t callback;
    const char** hints;
    uint64_t hint_count;
    void* user_data;
};

// The answer; the caller frees both.
struct part {
    struct text path;
    struct text content;
};

rocpd_status_t rpj_load_schema(rocpd_sql_engine_t engine, rocpd_sql_schema_kind_t kind, rocpd_sql_options_t options,
                               uint64_t fourth, uint64_t fifth, uint64_t sixth,
                               ...) __asm__("rocpd_sql_load_schema") ROCPD_API;

static bool is_newest(rocpd_version_triplet_t version) { return memcmp(&version, &newest, sizeof version) == 0; }

// True and its path in `path` if a folder has the file.
static bool is_there(const char* folder, size_t length, const char* below, const char* file, struct text* path) {
    struct text candidate = {NULL, 0};
    if (rpj_text_add(&candidate, folder, length) && rpj_text_add(&candidate, "/", 1)
        && rpj_text_add(&candidate, below, strlen(below)) && rpj_text_add(&candidate, file, strlen(file))
        && access(candidate.bytes, F_OK) == 0) {
        *path = candidate;
        return true;
    }
    free(candidate.bytes);
    return false;
}

// Looks for a file of the version in folders that are separated by colons. A folder without versions has one: the
// newest for programs of the newer form, any for those of the older one.
static bool found_in(const char* folders, const struct request* request, const char* file, struct text* path) {
    const rocpd_version_triplet_t version = request->version;
    char below[64];
    snprintf(below, sizeof below, "versions/%u.%u.%u/", version.major, version.minor, version.patch);
    while (folders != NULL && *folders != 0) {
        const size_t length = strcspn(folders, ":");
        const bool is_whole = !request->has_version || is_newest(version);
        if (length > 0
            && (is_there(folders, length, below, file, path)
                || (is_whole && is_there(folders, length, "", file, path))))
            return true;
        folders += length;
        folders += *folders == ':';
    }
    return false;
}

// The same, in the folder that is installed with this library, wherever links to the library lie.
static bool found_beside(const struct request* request, const char* file, struct text* path) {
    static const char share[] = "/share/rocprofiler-sdk-rocpd";
    Dl_info library;
    char real[PATH_MAX + sizeof share];
    if (dladdr((void*)&rpj_load_schema, &library) == 0 || realpath(library.dli_fname, real) == NULL) return false;
    for (int up = 0; up < 2; up++) {
        char* const slash = strrchr(real, '/');
        if (slash == NULL) return false;
        *slash = 0;
    }
    return found_in(strcat(real, share), request, file, path);
}

static bool found(const struct request* request, const char* file, struct text* path) {
    for (uint64_t i = 0; request->hints != NULL && i < request->hint_count; i++) {
        if (found_in(request->hints[i], request, file, path)) return true;
    }
    return found_in(rpj_environment("ROCPD_SCHEMA_PATH"), request, file, path) || found_beside(request, file, path);
}

static rocpd_status_t read_files(const struct request* request, const char* const* names, struct part* part) {
    for (int i = 0; i < PARTS && names[i] != NULL; i++) {
        struct text path = {NULL, 0};
        if (!found(request, names[i], &path))
            return request->has_version && !is_newest(request->version) ? ROCPD_STATUS_ERROR_SQL_SCHEMA_INVALID_VERSION
                                                                        : ROCPD_STATUS_ERROR_SQL_SCHEMA_NOT_FOUND;
        const bool has_content = rpj_text_read(&part->content, path.bytes) && part->content.length > 0;
        if (i == 0) part->path = path;
        else free(path.bytes);
        if (!has_content) return ROCPD_STATUS_ERROR_SQL_SCHEMA_PERMISSION_DENIED;
    }
    return ROCPD_STATUS_SUCCESS;
}

// The end of tables' names: an underscore before, and no hyphens, which names in SQL cannot have.
static bool fill_in_uuid(struct text* content, const char* uuid) {
    struct text end = {NULL, 0};
    const bool begins = uuid[0] == 0 || uuid[0] == '_';
    const bool filled = rpj_text_add(&end, "_", begins ? 0 : 1) && rpj_text_add(&end, uuid, strlen(uuid))
                     && rpj_text_replace(&end, "-", "_") && rpj_text_replace(content, "{{uuid}}", end.bytes);
    free(end.bytes);
    return filled;
}

static bool fill_in(struct text* content, const rocpd_sql_schema_jinja_variables_t* variables) {
    return (variables->uuid == NULL || fill_in_uuid(content, variables->uuid))
        && (variables->guid == NULL || rpj_text_replace(content, "{{guid}}", variables->guid));
}

static rocpd_status_t load(const struct request* request, const char* const* names, struct part* part) {
    static const char keys[] = "PRAGMA foreign_keys = ON;\n\n";
    if (names[0] == NULL) return ROCPD_STATUS_ERROR_SQL_INVALID_SCHEMA_KIND;
    if ((request->options & ROCPD_SQL_OPTIONS_SQLITE3_PRAGMA_FOREIGN_KEYS) != 0
        && !rpj_text_add(&part->content, keys, strlen(keys)))
        return ROCPD_STATUS_ERROR;
    const rocpd_status_t status = read_files(request, names, part);
    if (status != ROCPD_STATUS_SUCCESS || request->variables == NULL) return status;
    if (request->variables->size < sizeof *request->variables) return ROCPD_STATUS_ERROR_INVALID_ARGUMENT;
    return fill_in(&part->content, request->variables) ? ROCPD_STATUS_SUCCESS : ROCPD_STATUS_ERROR;
}

static rocpd_status_t hand_out(const struct request* request, const char* path, const char* content) {
    if ((request->options & ROCPD_SQL_OPTIONS_PERSIST_STRINGS) != 0) {
        path = rpj_text_kept(path);
        content = rpj_text_kept(content);
        if (path == NULL || content == NULL) return ROCPD_STATUS_ERROR;
    }
    if (request->has_version)
        ((versioned_callback)request->callback)(request->engine, request->kind, request->options, request->version,
                                                request->variables, path, content, request->user_data);
    else
        ((rocpd_sql_load_schema_cb_t)request->callback)(request->engine, request->kind, request->options,
                                                        request->variables, path, content, request->user_data);
    return ROCPD_STATUS_SUCCESS;
}

static rocpd_status_t answer(const struct request* request) {
    if (request->engine != ROCPD_SQL_ENGINE_SQLITE3) return ROCPD_STATUS_ERROR_SQL_INVALID_ENGINE;
    if (request->callback == 0) return ROCPD_STATUS_ERROR_INVALID_ARGUMENT;
    if ((unsigned)request->kind >= ROCPD_SQL_SCHEMA_LAST) return ROCPD_STATUS_ERROR_SQL_INVALID_SCHEMA_KIND;
    struct part part = {{NULL, 0}, {NULL, 0}};
    rocpd_status_t status = load(request, (request->has_version ? versioned_files : files)[request->kind], &part);
    if (status == ROCPD_STATUS_SUCCESS) status = hand_out(request, part.path.bytes, part.content.bytes);
    free(part.path.bytes);
    free(part.content.bytes);
    return status;
}

// Whether the fourth argument is a version, not the address of variables. A version as AMD's library accepts it has no
// number above 99, and its third is the lower half of the fifth argument, which otherwise is the address of a function:
// in halves, no address is that small.
static bool is_version(uint64_t fourth, uint64_t fifth) {
    return (uint32_t)fourth <= 99 && fourth >> 32 <= 99 && (uint32_t)fifth <= 99;
}

// Variable in number, so that the compiler leaves alone what is on the stack beyond the caller's arguments.
rocpd_status_t rpj_load_schema(rocpd_sql_engine_t engine, rocpd_sql_schema_kind_t kind, rocpd_sql_options_t options,
                               uint64_t fourth, uint64_t fifth, uint64_t sixth, ...) {
    struct request request = {.engine = engine, .kind = kind, .options = options};
    va_list others;
    va_start(others, sixth);
    request.has_version = is_version(fourth, fifth);
    if (request.has_version) {
        const rocpd_version_triplet_t asked = {(uint32_t)fourth, (uint32_t)(fourth >> 32), (uint32_t)fifth};
        request.version = (asked.major | asked.minor | asked.patch) == 0 ? newest : asked;
        request.variables = (const rocpd_sql_schema_jinja_variables_t*)sixth;
        request.callback = va_arg(others, uint64_t);
        request.hints = va_arg(others, const char**);
    } else {
        request.version = oldest;
        request.variables = (const rocpd_sql_schema_jinja_variables_t*)fourth;
        request.callback = fifth;
        request.hints = (const char**)sixth;
    }
    request.hint_count = va_arg(others, uint64_t);
    request.user_data = va_arg(others, void*);
    va_end(others);
    return answer(&request);
}
