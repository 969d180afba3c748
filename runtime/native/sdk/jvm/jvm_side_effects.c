// Prevents changes that a JVM would make to its host process.
//
// A JVM is made to own its process: it switches the program to the environment's locale, so that its printf may
// write a comma instead of a point; leaves its files open in executed programs; takes SIGCHLD; and relies on
// handlers for the signals of a failed write. Its libraries import functions for that, and get ours instead, each
// when it is loaded. Limits and the core dump filter: jvm_options.c, and below.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../standard_error.h"
#include "jvm/jvm.h"
#include "system/file.h"
#include "system/imports.h"

// --- locale --------------------------------------------------------------------------------------------------------

// The environment's locale, only for the creating thread, during the creation.
static locale_t chosen, before;

// setlocale as libjava uses it: it sets all categories from the environment, and queries names. Returns names of
// the C locale on failure.
static char* set_locale(int category, const char* name) {
    if (name != NULL && chosen == NULL) {
        chosen = newlocale(LC_ALL_MASK, name, NULL);
        if (chosen != NULL) before = uselocale(chosen);
    }
    return chosen != NULL && category != LC_ALL ? nl_langinfo_l(NL_LOCALE_NAME(category), chosen) : (char*)"C";
}

// Never freed, because returned names lie in it.
static void restore_locale(void) {
    if (before != NULL) uselocale(before);
    before = NULL;
}

// --- files ---------------------------------------------------------------------------------------------------------

// Files that the program opens get the numbers they would get without us, as far as possible: ours avoid the
// lowest, and those of standard streams that the program was started without.
static int out_of_the_way(int file) {
    static const int from[] = {512, 64, STDERR_FILENO + 1};
    int higher = -1;
    for (size_t i = 0; file >= 0 && higher < 0 && i < sizeof from / sizeof *from; i++)
        higher = fcntl(file, F_DUPFD_CLOEXEC, from[i]);
    if (higher < 0) return file;
    close(file);
    return higher;
}

// After the main thread has ended, these files of /proc/self are empty; every thread's own files have the same
// content. (In /proc/self/stat, which differs from thread to thread, the JVM looks for the first stack, and Java
// for the owner of the process.)
static const char* of_this_thread(const char* path) {
    static const char* const empty[][2] = {
        {"/proc/self/maps", RPJ_MAPS},
        {"/proc/self/cmdline", "/proc/thread-self/cmdline"},
        {"/proc/self/environ", "/proc/thread-self/environ"},
        {"/proc/self/auxv", "/proc/thread-self/auxv"},
        {"/proc/self/mountinfo", "/proc/thread-self/mountinfo"},
    };
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (strcmp(path, empty[i][0]) == 0 && access(empty[i][1], R_OK) == 0) return empty[i][1];
    return path;
}

// HotSpot reads /proc/meminfo and /proc/cpuinfo until their end, which a stream with an error never reaches.
static ssize_t read_or_end(void* file, char* to, size_t capacity) {
    ssize_t bytes = read((int)(intptr_t)file, to, capacity);
    return bytes < 0 ? 0 : bytes;
}

static int close_file(void* file) { return close((int)(intptr_t)file); }

static FILE* open_of_kernel(const char* path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    cookie_io_functions_t functions = {.read = read_or_end, .close = close_file};
    FILE* stream = file < 0 ? NULL : fopencookie((void*)(intptr_t)file, "r", functions);
    if (stream == NULL && file >= 0) close(file);
    return stream;
}

static FILE* open_stream(const char* path, const char* mode) {
    const char* own = strcmp(path, "/proc/self/stat") == 0 ? "/proc/thread-self/stat" : of_this_thread(path);
    return strncmp(own, "/proc/", 6) == 0 && *mode == 'r' ? open_of_kernel(own) : fopen(own, mode);
}

// A file of the run is found where it is, also by a program that has another root by now.
static int open_anywhere(const char* path, int flags, mode_t mode) {
    int file = open(path, flags, mode);
    if (file >= 0 || (errno != ENOENT && errno != EACCES)) return file;
    int error = errno, in = rpj_folder_of(&path);
    errno = error;
    return in == AT_FDCWD ? -1 : openat(in, path, flags, mode);
}

static int open_here(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return out_of_the_way(open_anywhere(of_this_thread(path), flags | O_CLOEXEC, mode));
}

// A JVM does not start in a process whose working directory was removed. Nothing of ours is relative to it.
static char* working_directory(char* to, size_t capacity) {
    char* known = getcwd(to, capacity);
    if (known == NULL && errno != ERANGE && capacity > 1) known = strcpy(to, "/");
    return known;
}

// Drops output of Java code to a standard stream whose descriptor the program has reused for its own file.
static ssize_t write_here(int file, const void* bytes, size_t size) {
    bool is_stream = file == STDOUT_FILENO || file == STDERR_FILENO;
    return is_stream && !rpj_is_original_stream(file) ? (ssize_t)size : rpj_safe_write(file, bytes, size);
}

static ssize_t write_at(int file, const void* bytes, size_t size, off_t at) {
    rpj_write_guard guard = rpj_write_begin();
    ssize_t written = pwrite(file, bytes, size, at);
    rpj_write_end(&guard, written);
    return written;
}

// --- children ------------------------------------------------------------------------------------------------------

// Keeps SIGCHLD unchanged, because the program waits for its children, or lets them be reaped automatically.
static int set_action(int signo, const struct sigaction* action, struct sigaction* old) {
    return sigaction(signo, signo == SIGCHLD ? NULL : action, old);
}

// --- installing the replacements -----------------------------------------------------------------------------------

static void* open_library(const char* path, int flags);

static void teach(void* library) {
    rpj_replace_import(library, "dlopen", (void*)open_library);
    rpj_replace_import(library, "setlocale", (void*)set_locale);
    rpj_replace_import(library, "open64", (void*)open_here);
    rpj_replace_import(library, "open", (void*)open_here);
    rpj_replace_import(library, "fopen64", (void*)open_stream);
    rpj_replace_import(library, "getcwd", (void*)working_directory);
}

static void* open_library(const char* path, int flags) {
    void* library = dlopen(path, flags);
    if (library == NULL || path == NULL) return library; // without a name it is the program itself
    teach(library);
    rpj_replace_import(library, "sigaction", (void*)set_action);
    rpj_replace_import(library, "write", (void*)write_here);
    rpj_replace_import(library, "pwrite64", (void*)write_at);
    return library;
}

// --- core dumps ----------------------------------------------------------------------------------------------------

// The filter of mappings in a core dump, to which the JVM adds its own.
static char filter[16];
static ssize_t filter_bytes;

static ssize_t with_filter(int flags, ssize_t (*move)(int)) {
    int file = open("/proc/self/coredump_filter", flags | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t bytes = move(file);
    close(file);
    return bytes;
}

static ssize_t read_filter(int file) { return read(file, filter + 2, sizeof filter - 2); }

static ssize_t write_filter(int file) { return write(file, filter, (size_t)filter_bytes + 2); }

void rpj_side_effects_before_jvm(void* libjvm) {
    teach(libjvm);
    memcpy(filter, "0x", 2);
    filter_bytes = with_filter(O_RDONLY, read_filter);
}

void rpj_side_effects_after_jvm(void) {
    restore_locale();
    if (filter_bytes > 0) with_filter(O_WRONLY, write_filter);
}
