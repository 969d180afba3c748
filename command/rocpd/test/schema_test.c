// The functions of librocprofiler-sdk-rocpd: schema_test SCHEMA, the folder of the schema's files. Silent and 0 if all
// is as it should be.
#include <rocprofiler-sdk-rocpd/rocpd.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The form of the function, and of its callback, since AMD's schema 3.0.1.
typedef void (*newer_callback)(rocpd_sql_engine_t, rocpd_sql_schema_kind_t, rocpd_sql_options_t,
                               rocpd_version_triplet_t, const rocpd_sql_schema_jinja_variables_t*, const char*,
                               const char*, void*);
typedef rocpd_status_t (*newer_load)(rocpd_sql_engine_t, rocpd_sql_schema_kind_t, rocpd_sql_options_t,
                                     rocpd_version_triplet_t, const rocpd_sql_schema_jinja_variables_t*, newer_callback,
                                     const char**, uint64_t, void*);

struct seen {
    int calls;
    rocpd_sql_schema_kind_t kind;
    rocpd_version_triplet_t version;
    const rocpd_sql_schema_jinja_variables_t* variables;
    const char *path_at, *content_at; // as they came
    char path[4096];
    char content[65536];
};

static int failures;

#define CHECK(CONDITION) check(CONDITION, #CONDITION, __LINE__)

static void check(int holds, const char* condition, int line) {
    if (holds) return;
    failures++;
    fprintf(stderr, "schema_test.c:%d: %s\n", line, condition);
}

static void note(struct seen* seen, rocpd_sql_schema_kind_t kind, const char* path, const char* content) {
    seen->calls++;
    seen->kind = kind;
    seen->path_at = path;
    seen->content_at = content;
    snprintf(seen->path, sizeof seen->path, "%s", path);
    snprintf(seen->content, sizeof seen->content, "%s", content);
}

static void called(rocpd_sql_engine_t engine, rocpd_sql_schema_kind_t kind, rocpd_sql_options_t options,
                   const rocpd_sql_schema_jinja_variables_t* variables, const char* path, const char* content,
                   void* user_data) {
    struct seen* seen = user_data;
    CHECK(engine == ROCPD_SQL_ENGINE_SQLITE3);
    CHECK((options & ~(ROCPD_SQL_OPTIONS_PERSIST_STRINGS | ROCPD_SQL_OPTIONS_SQLITE3_PRAGMA_FOREIGN_KEYS)) == 0);
    seen->variables = variables;
    note(seen, kind, path, content);
}

static void called_newer(rocpd_sql_engine_t engine, rocpd_sql_schema_kind_t kind, rocpd_sql_options_t options,
                         rocpd_version_triplet_t version, const rocpd_sql_schema_jinja_variables_t* variables,
                         const char* path, const char* content, void* user_data) {
    ((struct seen*)user_data)->version = version;
    called(engine, kind, options, variables, path, content, user_data);
}

static struct seen seen;
static const char* hints[1];
static const rocpd_sql_schema_jinja_variables_t names = {sizeof names, "0198-a-b", "0198-A-B"};

static rocpd_status_t load_as(rocpd_sql_schema_kind_t kind, int options,
                              const rocpd_sql_schema_jinja_variables_t* variables) {
    memset(&seen, 0, sizeof seen);
    return rocpd_sql_load_schema(ROCPD_SQL_ENGINE_SQLITE3, kind, (rocpd_sql_options_t)options, variables, called, hints,
                                 hints[0] != NULL, &seen);
}

static int has(const char* text) { return strstr(seen.content, text) != NULL; }

static void parts_are_handed_out(void) {
    static const char* const ends[] = {"rocpd_tables.sql", "rocpd_indexes.sql", "rocpd_views.sql",
                                       "data_views.sql",   "summary_views.sql", "marker_views.sql"};
    for (int i = 0; i < 6; i++) {
        CHECK(load_as((rocpd_sql_schema_kind_t)(i + 1), ROCPD_SQL_OPTIONS_NONE, &names) == ROCPD_STATUS_SUCCESS);
        CHECK(seen.calls == 1 && (int)seen.kind == i + 1 && seen.variables == &names);
        CHECK(strlen(seen.path) > strlen(ends[i]));
        CHECK(strcmp(seen.path + strlen(seen.path) - strlen(ends[i]), ends[i]) == 0);
        CHECK(seen.content[0] != 0 && !has("{{"));
    }
}

static void places_are_filled_in(void) {
    const rocpd_sql_schema_jinja_variables_t nothing = {sizeof nothing, "", ""};
    const rocpd_sql_schema_jinja_variables_t guid = {sizeof guid, NULL, "G"};
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_TABLES, ROCPD_SQL_OPTIONS_NONE, &names) == ROCPD_STATUS_SUCCESS);
    CHECK(has("CREATE TABLE \"rocpd_string_0198_a_b\"") && has("DEFAULT '0198-A-B'"));
    CHECK(has("('schema_version', '3'),") && has("('uuid', '_0198_a_b'), ('guid', '0198-A-B')"));
    CHECK(!has("rocpd_graph_launch"));
    CHECK(!has("PRAGMA"));
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_TABLES, ROCPD_SQL_OPTIONS_NONE, &nothing) == ROCPD_STATUS_SUCCESS);
    CHECK(has("CREATE TABLE \"rocpd_string\"") && has("DEFAULT ''"));
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_TABLES, ROCPD_SQL_OPTIONS_NONE, &guid) == ROCPD_STATUS_SUCCESS);
    CHECK(has("CREATE TABLE \"rocpd_string{{uuid}}\"") && has("DEFAULT 'G'"));
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_VIEWS, ROCPD_SQL_OPTIONS_NONE, NULL) == ROCPD_STATUS_SUCCESS);
    CHECK(has("FROM \"rocpd_string{{uuid}}\""));
}

static void options_have_effect(void) {
    const int options = ROCPD_SQL_OPTIONS_PERSIST_STRINGS | ROCPD_SQL_OPTIONS_SQLITE3_PRAGMA_FOREIGN_KEYS;
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_TABLES, options, &names) == ROCPD_STATUS_SUCCESS);
    CHECK(strncmp(seen.content, "PRAGMA foreign_keys = ON;\n", 26) == 0);
    const char* const path = seen.path_at;
    const char* const content = seen.content_at;
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_TABLES, options, &names) == ROCPD_STATUS_SUCCESS);
    CHECK(seen.path_at == path && seen.content_at == content && strcmp(content, seen.content) == 0);
}

static void folders_are_searched_in_order(const char* schema) {
    char folders[8192];
    hints[0] = NULL;
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_VIEWS, 0, NULL) == ROCPD_STATUS_ERROR_SQL_SCHEMA_NOT_FOUND);
    snprintf(folders, sizeof folders, "/nowhere::%s", schema);
    setenv("ROCPD_SCHEMA_PATH", folders, 1);
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_VIEWS, 0, NULL) == ROCPD_STATUS_SUCCESS);
    mkdir("unreadable", 0777);
    mkdir("unreadable/rocpd_views.sql", 0777); // cannot be read, not even by root
    hints[0] = "/nowhere:unreadable";
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_VIEWS, 0, NULL) == ROCPD_STATUS_ERROR_SQL_SCHEMA_PERMISSION_DENIED);
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_DATA_VIEWS, 0, NULL) == ROCPD_STATUS_SUCCESS);
    rmdir("unreadable/rocpd_views.sql");
    rmdir("unreadable");
    unsetenv("ROCPD_SCHEMA_PATH");
    hints[0] = schema;
}

static void wrong_arguments_are_refused(void) {
    const rocpd_sql_schema_jinja_variables_t sizeless = {0, "a", "b"};
    rocpd_sql_load_schema_cb_t volatile none = NULL;
    CHECK(load_as(ROCPD_SQL_SCHEMA_NONE, 0, NULL) == ROCPD_STATUS_ERROR_SQL_INVALID_SCHEMA_KIND);
    CHECK(load_as(ROCPD_SQL_SCHEMA_LAST, 0, NULL) == ROCPD_STATUS_ERROR_SQL_INVALID_SCHEMA_KIND);
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_VIEWS, 0, &sizeless) == ROCPD_STATUS_ERROR_INVALID_ARGUMENT);
    CHECK(seen.calls == 0);
    for (int engine = 0; engine < 4; engine += 2) {
        CHECK(rocpd_sql_load_schema((rocpd_sql_engine_t)engine, ROCPD_SQL_SCHEMA_ROCPD_VIEWS, ROCPD_SQL_OPTIONS_NONE,
                                    NULL, called, hints, 1, &seen)
              == ROCPD_STATUS_ERROR_SQL_INVALID_ENGINE);
    }
    CHECK(rocpd_sql_load_schema(ROCPD_SQL_ENGINE_SQLITE3, ROCPD_SQL_SCHEMA_ROCPD_VIEWS, ROCPD_SQL_OPTIONS_NONE, &names,
                                none, hints, 1, &seen)
          == ROCPD_STATUS_ERROR_INVALID_ARGUMENT);
}

static rocpd_status_t load_version(rocpd_sql_schema_kind_t kind, rocpd_version_triplet_t version) {
    const newer_load load = (newer_load)dlsym(RTLD_DEFAULT, "rocpd_sql_load_schema");
    memset(&seen, 0, sizeof seen);
    return load(ROCPD_SQL_ENGINE_SQLITE3, kind, ROCPD_SQL_OPTIONS_NONE, version, &names, called_newer, hints, 1, &seen);
}

static void newer_programs_ask_with_a_version(void) {
    static const rocpd_version_triplet_t newest = {0, 0, 0}, none = {3, 0, 99};
    char row[64];
    for (uint32_t patch = 0; patch <= 4; patch++) {
        const rocpd_version_triplet_t version = {3, 0, patch};
        CHECK(load_version(ROCPD_SQL_SCHEMA_ROCPD_TABLES, version) == ROCPD_STATUS_SUCCESS);
        CHECK(seen.calls == 1 && memcmp(&seen.version, &version, sizeof version) == 0 && seen.variables == &names);
        CHECK(has("\"rocpd_string_0198_a_b\"") && !has("INSERT"));
        CHECK(has("'NIC'") == (patch >= 1));
        CHECK(has("\"rocpd_graph_launch_0198_a_b\"") == (patch >= 2) && has("\"graph_node_id\"") == (patch >= 2));
        CHECK(has("\"spm_support\"") == (patch >= 3) && has("\"shader_engine\"") == (patch >= 3));
        CHECK(has("\"rocpd_hip_event_0198_a_b\"") == (patch >= 4));
        CHECK(load_version(ROCPD_SQL_SCHEMA_ROCPD_METADATA, version) == ROCPD_STATUS_SUCCESS);
        snprintf(row, sizeof row, patch == 0 ? "('schema_version', '3')" : "('schema_version', '3.0.%u')", patch);
        CHECK(has(row) && has("schema_version_patch") == (patch >= 1));
    }
    CHECK(load_version(ROCPD_SQL_SCHEMA_ROCPD_METADATA, newest) == ROCPD_STATUS_SUCCESS);
    CHECK(has("('schema_version', '3.0.4')") && seen.version.major == 3 && seen.version.patch == 4);
    CHECK(load_version(ROCPD_SQL_SCHEMA_ROCPD_TABLES, none) == ROCPD_STATUS_ERROR_SQL_SCHEMA_INVALID_VERSION);
    CHECK(seen.calls == 0);
}

static void a_folder_without_versions_has_the_newest(void) {
    static const rocpd_version_triplet_t newest = {3, 0, 4}, older = {3, 0, 3};
    const char* const schema = hints[0];
    hints[0] = "flat";
    mkdir("flat", 0777);
    FILE* const file = fopen("flat/rocpd_views.sql", "w");
    CHECK(file != NULL && fputs("-- mine\n", file) >= 0 && fclose(file) == 0);
    CHECK(load_version(ROCPD_SQL_SCHEMA_ROCPD_VIEWS, newest) == ROCPD_STATUS_SUCCESS && has("mine"));
    CHECK(load_as(ROCPD_SQL_SCHEMA_ROCPD_VIEWS, 0, NULL) == ROCPD_STATUS_SUCCESS && has("mine"));
    CHECK(load_version(ROCPD_SQL_SCHEMA_ROCPD_VIEWS, older) == ROCPD_STATUS_ERROR_SQL_SCHEMA_INVALID_VERSION);
    unlink("flat/rocpd_views.sql");
    rmdir("flat");
    hints[0] = schema;
}

static void statuses_have_names_and_sentences(void) {
    CHECK(strcmp(rocpd_get_status_name(ROCPD_STATUS_SUCCESS), "ROCPD_STATUS_SUCCESS") == 0);
    CHECK(strcmp(rocpd_get_status_name((rocpd_status_t)7), "ROCPD_STATUS_ERROR_SQL_SCHEMA_PERMISSION_DENIED") == 0);
    for (int status = 0; status < ROCPD_STATUS_LAST; status++) {
        CHECK(strncmp(rocpd_get_status_name((rocpd_status_t)status), "ROCPD_STATUS_", 13) == 0);
        CHECK(rocpd_get_status_string((rocpd_status_t)status)[0] != 0);
    }
    CHECK(rocpd_get_status_name(ROCPD_STATUS_LAST) == NULL && rocpd_get_status_string((rocpd_status_t)-1) == NULL);
}

static void the_version_is_that_of_the_header(void) {
    uint32_t major = 9, minor = 9, patch = 9;
    rocpd_version_triplet_t all;
    CHECK(rocpd_get_version(&major, &minor, &patch) == ROCPD_STATUS_SUCCESS);
    CHECK(ROCPD_VERSION == 10000 * major + 100 * minor + patch);
    CHECK(rocpd_get_version(NULL, NULL, NULL) == ROCPD_STATUS_SUCCESS);
    CHECK(rocpd_get_version_triplet(&all) == ROCPD_STATUS_SUCCESS);
    CHECK(all.major == major && all.minor == minor && all.patch == patch);
    CHECK(rocpd_get_version_triplet(NULL) == ROCPD_STATUS_ERROR_INVALID_ARGUMENT);
}

int main(int argc, char** argv) {
    if (argc != 2) return 99;
    unsetenv("ROCPD_SCHEMA_PATH");
    hints[0] = argv[1];
    parts_are_handed_out();
    places_are_filled_in();
    options_have_effect();
    folders_are_searched_in_order(argv[1]);
    wrong_arguments_are_refused();
    newer_programs_ask_with_a_version();
    a_folder_without_versions_has_the_newest();
    statuses_have_names_and_sentences();
    the_version_is_that_of_the_header();
    return failures != 0;
}
