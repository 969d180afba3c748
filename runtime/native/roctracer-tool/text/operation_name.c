#include "text/operation_name.h"

#include <search.h>
#include <stdlib.h>

struct given {
    uint32_t domain, op, kind;
    const char* name;
};

static void* names; // as tsearch keeps them

static int order(const void* one, const void* other) {
    const struct given *a = one, *b = other;
    if (a->domain != b->domain) return a->domain < b->domain ? -1 : 1;
    if (a->op != b->op) return a->op < b->op ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

const char* operation_name(uint32_t domain, uint32_t op, uint32_t kind) {
    const struct given wanted = {.domain = domain, .op = op, .kind = kind};
    struct given** found = tfind(&wanted, &names, order);
    return found != NULL ? (*found)->name : roctracer_op_string(domain, op, kind);
}

void operation_name_give(uint32_t domain, uint32_t op, uint32_t kind, const char* name) {
    struct given* given = malloc(sizeof *given);
    if (given == NULL) return;
    *given = (struct given){domain, op, kind, name};
    struct given** kept = tsearch(given, &names, order);
    if (kept == NULL || *kept != given) free(given);
}

void operation_names_end(void) {
    tdestroy(names, free);
    names = NULL;
}
