// hip_order HIP: reads the names of the functions of HIP's tables, in order, a line each, with an empty line between
// two tables; puts a function of its own in each place of the tables of that HIP library, and calls all of HIP's
// exported functions. Prints where one arrives at another place than that of its name, and how many arrive right.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 1024, CODE_BYTES = 16, BASE = 1000000 };

typedef struct {
    uintptr_t begin, end;
} range_t;

static range_t code, zeros;
static char names[MOST][128];
static unsigned char* places; // each returns its number above BASE

static int note(struct dl_phdr_info* info, size_t size, void* handle) {
    const struct link_map* map = handle;
    (void)size;
    if (info->dlpi_addr != map->l_addr) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_X) code = (range_t){begin, begin + segment->p_memsz};
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_W)
            zeros = (range_t){begin + segment->p_filesz, begin + segment->p_memsz};
    }
    return 1;
}

static void make_places(void) {
    places = mmap(NULL, MOST * CODE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (places == MAP_FAILED) exit(3);
    for (int32_t i = 0; i < MOST; i++) {
        unsigned char* place = places + i * CODE_BYTES;
        int32_t answer = BASE + i;
        place[0] = 0xb8; // mov answer, %eax
        memcpy(place + 1, &answer, sizeof answer);
        place[5] = 0xc3; // ret
    }
    mprotect(places, MOST * CODE_BYTES, PROT_READ | PROT_EXEC);
}

// The first table of HIP's memory with that many functions or fewer, and at least half as many.
static uint64_t* find_table(uint64_t most) {
    for (uintptr_t at = (zeros.begin + 7) & ~(uintptr_t)7; at + 8 <= zeros.end; at += 8) {
        uint64_t *table = (uint64_t*)at, count = *table / 8 - 1, missing = 0, i = 0;
        if (*table % 8 != 0 || *table < 16 || *table > zeros.end - at || count > most || count < (most + 1) / 2)
            continue;
        for (; i < count && (table[i + 1] == 0 || (table[i + 1] >= code.begin && table[i + 1] < code.end)); i++)
            missing += table[i + 1] == 0;
        if (i == count && missing <= count / 10) return table;
    }
    return NULL;
}

static void compare(void* hip, int known) {
    int right = 0, wrong = 0, elsewhere = 0;
    uint64_t* table = find_table((uint64_t)known);
    if (table == NULL) {
        printf("no table of up to %d functions\n", known);
        return;
    }
    int count = (int)(*table / 8 - 1);
    for (int i = 0; i < count; i++)
        if (table[i + 1] != 0) table[i + 1] = (uintptr_t)places + (uintptr_t)(i * CODE_BYTES);
    for (int i = 0; i < count; i++) {
        int (*function)(long, long, long) = (int (*)(long, long, long))dlsym(hip, names[i]);
        if (function == NULL || table[i + 1] == 0) continue;
        int place = function(0, 0, 0) - BASE;
        right += place == i;
        if (place == i) continue;
        if (place < 0) elsewhere++;
        else wrong++;
        printf("%s arrives at %s\n", names[i], place < 0 ? "no place" : place < count ? names[place] : "?");
    }
    printf("right %d wrong %d elsewhere %d of %d\n", right, wrong, elsewhere, count);
}

int main(int argument_count, char** arguments) {
    const uint64_t no_binary[4] = {0};
    void* hip = argument_count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    if (hip == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    // The first call of any function fills its table.
    ((const char* (*)(uint32_t))dlsym(hip, "hipApiName"))(1);
    ((void* (*)(const void*))dlsym(hip, "__hipRegisterFatBinary"))(no_binary);
    struct link_map* map;
    dlinfo(hip, RTLD_DI_LINKMAP, &map);
    dl_iterate_phdr(note, map);
    make_places();
    int known = 0;
    char line[sizeof *names];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (*line != '\0' && known < MOST) strcpy(names[known++], line);
        else if (*line == '\0') {
            compare(hip, known);
            known = 0;
        }
    }
    fflush(stdout);
    _exit(0); // nothing of HIP works any more
}
