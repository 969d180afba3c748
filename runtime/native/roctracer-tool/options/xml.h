// A small strict XML reader for filter files: elements and their attributes, one after another. It rejects text
// that is not well-formed, and document types. Unlike a document, a file may have several top-level elements, as
// filter files do. One thread at a time for each reader.
#ifndef RT_TOOL_XML_H
#define RT_TOOL_XML_H

#include <stdbool.h>
#include <stddef.h>

enum { XML_DEPTH = 32, XML_ATTRIBUTES = 16, XML_NAME = 128 };

enum xml_event { XML_WRONG, XML_END, XML_OPEN, XML_CLOSE };

// Points into the input text; not terminated.
struct xml_word {
    const char* start;
    size_t length;
};

struct xml_attribute {
    struct xml_word name, value; // the value with its references replaced
};

struct xml {
    char* at;
    const char* end;
    unsigned line;
    char wrong[160]; // the error, after XML_WRONG
    unsigned depth;  // elements open: 1 after the opening of one at the top
    struct xml_word open[XML_DEPTH];
    struct xml_word name; // of the element that has been opened or closed
    struct xml_attribute attributes[XML_ATTRIBUTES];
    unsigned attribute_count;
    bool empty; // the element opened last is closed next: <name/>
};

// `text` is changed while it is read, and must outlive the words that point into it.
void xml_begin(struct xml* xml, char* text, size_t bytes);

// Returns the next opening or closing tag. XML_WRONG and XML_END are final.
enum xml_event xml_next(struct xml* xml);

// The value of an attribute of the element opened last; NULL if it has none of this name.
const struct xml_word* xml_attribute(const struct xml* xml, const char* name);

bool xml_is(const struct xml_word* word, const char* text);

#endif
