// Texts that grow, and texts that stay.
#include "text.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool rpj_text_add(struct text* text, const char* bytes, size_t length) {
    char* longer = realloc(text->bytes, text->length + length + 1);
    if (longer == NULL) return false;
    memcpy(longer + text->length, bytes, length);
    text->bytes = longer;
    text->length += length;
    text->bytes[text->length] = 0;
    return true;
}

bool rpj_text_read(struct text* text, const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    char piece[4096];
    bool added = true;
    ssize_t count;
    while (added && (count = read(file, piece, sizeof piece)) > 0) added = rpj_text_add(text, piece, (size_t)count);
    close(file);
    return added && count == 0;
}

bool rpj_text_replace(struct text* text, const char* name, const char* value) {
    struct text filled = {NULL, 0};
    const char* rest = text->bytes == NULL ? "" : text->bytes;
    bool added = true;
    for (const char* place; added && (place = strstr(rest, name)) != NULL; rest = place + strlen(name)) {
        added = rpj_text_add(&filled, rest, (size_t)(place - rest)) && rpj_text_add(&filled, value, strlen(value));
    }
    if (!added || !rpj_text_add(&filled, rest, strlen(rest))) {
        free(filled.bytes);
        return false;
    }
    free(text->bytes);
    *text = filled;
    return true;
}

struct kept {
    struct kept* next;
    char text[];
};

const char* rpj_text_kept(const char* text) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct kept* all;
    pthread_mutex_lock(&lock);
    struct kept* kept = all;
    while (kept != NULL && strcmp(kept->text, text) != 0) kept = kept->next;
    if (kept == NULL && (kept = malloc(sizeof *kept + strlen(text) + 1)) != NULL) {
        strcpy(kept->text, text);
        kept->next = all;
        all = kept;
    }
    pthread_mutex_unlock(&lock);
    return kept == NULL ? NULL : kept->text;
}
