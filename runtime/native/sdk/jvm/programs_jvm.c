// The program's own JVM.
#include <dlfcn.h>
#include <jni.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "jvm/jvm.h"

enum { PATH_BYTES = 4096 };

typedef jint created_vms(JavaVM**, jsize, jsize*);
typedef jint default_arguments(void*);

static void* libjvm;

static int find_libjvm(struct dl_phdr_info* info, size_t size, void* path) {
    (void)size;
    const char* base = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    if (base == NULL || strcmp(base, "/libjvm.so") != 0) return 0;
    snprintf(path, PATH_BYTES, "%s", info->dlpi_name);
    return 1;
}

void* rpj_programs_libjvm(void) { return libjvm; }

void* rpj_programs_jvm(void) {
    char path[PATH_BYTES];
    if (!dl_iterate_phdr(find_libjvm, path)) return NULL;
    libjvm = dlopen(path, RTLD_NOLOAD | RTLD_LAZY);
    created_vms* get = libjvm != NULL ? (created_vms*)dlsym(libjvm, "JNI_GetCreatedJavaVMs") : NULL;
    JavaVM* vm = NULL;
    jsize count = 0;
    return get != NULL && get(&vm, 1, &count) == JNI_OK && count ? vm : NULL;
}

bool rpj_programs_jvm_is_new(void) {
    JavaVMInitArgs arguments = {.version = JNI_VERSION_24};
    default_arguments* supports =
        libjvm != NULL ? (default_arguments*)dlsym(libjvm, "JNI_GetDefaultJavaVMInitArgs") : NULL;
    return supports != NULL && supports(&arguments) == JNI_OK;
}
