// same_size: makes 10 calls of HIP; then, as daemons do, it closes all descriptors above 2 and opens its own files
// in their places, each as long as the file of the run's records at that moment. Then two threads make 80000 calls,
// for which that file must grow. Prints whether its own files are unchanged.
//
// same_size stderr: it closes 2 and opens a file, which gets that number; then it removes the run's directory,
// which causes a message, and makes 80000 calls. Prints whether the file is unchanged.
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>

enum { FILES = 40, DESCRIPTORS = 1024, CALLS = 40000 };

static void* calls(void* n) {
    int value;
    for (long i = 0; i < (long)n; i++)
        if (hipGetDevice(&value) != hipSuccess) exit(1);
    return NULL;
}

static void many_calls(void) {
    pthread_t other;
    pthread_create(&other, NULL, calls, (void*)(long)CALLS);
    calls((void*)(long)CALLS);
    pthread_join(other, NULL);
}

static int has_this_name(const char* name, const char* file, char* path) {
    struct stat status;
    snprintf(path, 4096, "%s/%s/records.seg", name, file);
    return file[0] != '.' && stat(path, &status) == 0;
}

// Of the run's only process; 4096 without a run.
static off_t length_of_records(void) {
    const char* run = getenv("ROCPROFILER_COLLECTOR_DIR");
    char path[4096] = "";
    struct stat status = {.st_size = 4096};
    DIR* folder = run ? opendir(run) : NULL;
    if (!folder) return status.st_size;
    for (struct dirent* entry; (entry = readdir(folder));)
        if (has_this_name(run, entry->d_name, path)) break;
    closedir(folder);
    stat(path, &status);
    return status.st_size;
}

static int own_file(off_t length) {
    char name[] = "same_sizeXXXXXX";
    int file = mkstemp(name);
    unlink(name);
    if (file < 0 || ftruncate(file, length) || pwrite(file, "precious", 8, 0) != 8) exit(1);
    return file;
}

static int is_as_it_was(int file, off_t length) {
    struct stat status;
    char start[4096] = "", nothing[4096] = "precious";
    if (fstat(file, &status) || status.st_size != length) return 0;
    ssize_t n = pread(file, start, sizeof start, 0);
    return n > 0 && memcmp(start, nothing, (size_t)n) == 0 && lseek(file, 0, SEEK_CUR) == 0;
}

static int closes_all(void) {
    int files[FILES], intact = 0;
    for (int i = 3; i < DESCRIPTORS; i++) close(i);
    off_t length = length_of_records();
    for (int i = 0; i < FILES; i++) files[i] = own_file(length);
    many_calls();
    for (int i = 0; i < FILES; i++) intact += is_as_it_was(files[i], length);
    printf("%d of %d files intact, the first is %d\n", intact, FILES, files[0]);
    return 7;
}

static int has_no_stderr(void) {
    close(2);
    int file = own_file(100);
    if (getenv("ROCPROFILER_COLLECTOR_DIR") && system("rm -r \"$ROCPROFILER_COLLECTOR_DIR\"")) return 1;
    many_calls();
    printf("%d %s\n", file, is_as_it_was(file, 100) ? "intact" : "overwritten");
    return 7;
}

int main(int argc, char** argv) {
    (void)argv;
    calls((void*)10l);
    return argc > 1 ? has_no_stderr() : closes_all();
}
