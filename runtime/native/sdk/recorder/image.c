// See image.h.
#include "recorder/image.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "segment/seal.h"
#include "system/complain.h"
#include "system/file.h"

enum { CHECKED_FROM = offsetof(native_image_t, flags) };

// Private, as plans and active words change.
static native_image_t* map(int file, uint64_t* bytes) {
    struct stat seen;
    if (fstat(file, &seen) != 0) return NULL;
    *bytes = (uint64_t)seen.st_size;
    bool whole = S_ISREG(seen.st_mode) && *bytes >= sizeof(native_image_t);
    errno = S_ISREG(seen.st_mode) ? EIO : EISDIR;
    if (!whole) return NULL;
    void* image = mmap(NULL, *bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    return image != MAP_FAILED ? image : NULL;
}

// What is wrong with it; NULL if nothing is.
static const char* fault(const native_image_t* image, uint64_t bytes) {
    if (image->magic != RPJ_IMAGE_MAGIC) return "are not plans";
    if (image->layout != RPJ_LAYOUT) return "are those of another version of this library";
    bool whole = image->bytes == bytes
              && image->checksum == rpj_crc32c(0, (const char*)image + CHECKED_FROM, bytes - CHECKED_FROM);
    return whole ? NULL : "are damaged";
}

static void* address(const native_image_t* image, const void* offset) {
    return offset != NULL ? rpj_image_at(image, (uint64_t)offset) : NULL;
}

static void make_addresses(native_image_t* image) {
    const uint64_t* plans = rpj_image_at(image, image->plans);
    for (uint32_t i = 0; i < image->plan_count; i++) {
        native_plan_t* plan = rpj_image_at(image, plans[i]);
        plan->moves = address(image, plan->moves);
        plan->entries = address(image, plan->entries);
        plan->range = address(image, plan->range);
        plan->range_active = address(image, plan->range_active);
    }
}

native_image_t* rpj_image_map(const char* path) {
    uint64_t bytes = 0;
    int file = rpj_file_open_readable(path);
    native_image_t* image = file >= 0 ? map(file, &bytes) : NULL;
    const int error = image != NULL ? 0 : errno;
    const char* wrong = image != NULL ? fault(image, bytes) : rpj_file_error(error);
    if (file >= 0) rpj_file_close(file);
    if (wrong == NULL) {
        make_addresses(image);
        return image;
    }
    if (image != NULL) munmap(image, bytes);
    if (error != ENOENT)
        rpj_complain("the plans of this run in %s %s%s; this process is recorded by way of a Java runtime", path,
                     image != NULL ? "" : "cannot be read: ", wrong);
    return NULL;
}
