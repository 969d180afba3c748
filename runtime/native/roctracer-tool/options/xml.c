#include "options/xml.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static bool refuse(struct xml* xml, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(xml->wrong, sizeof xml->wrong, format, arguments);
    va_end(arguments);
    return false;
}

static size_t left(const struct xml* xml) { return (size_t)(xml->end - xml->at); }

static bool at(const struct xml* xml, const char* text) {
    size_t length = strlen(text);
    return left(xml) >= length && memcmp(xml->at, text, length) == 0;
}

static void step(struct xml* xml, size_t bytes) {
    for (; bytes > 0; bytes--) xml->line += *xml->at++ == '\n';
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool skip_blanks(struct xml* xml) {
    const char* start = xml->at;
    while (left(xml) > 0 && blank(*xml->at)) step(xml, 1);
    return xml->at != start;
}

// Moves after `text`. @return false when `text` is not found
static bool skip_to(struct xml* xml, const char* text) {
    while (left(xml) > 0 && !at(xml, text)) step(xml, 1);
    if (left(xml) == 0) return false;
    step(xml, strlen(text));
    return true;
}

static bool name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (unsigned char)c >= 0x80;
}

static bool name_part(char c) { return name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

static bool read_name(struct xml* xml, struct xml_word* name) {
    if (left(xml) == 0 || !name_start(*xml->at)) return refuse(xml, "a name is missing");
    name->start = xml->at;
    while (left(xml) > 0 && name_part(*xml->at)) xml->at++;
    name->length = (size_t)(xml->at - name->start);
    return name->length <= XML_NAME || refuse(xml, "a name is longer than %d", XML_NAME);
}

// Rejects characters that XML does not allow, and invalid UTF-8.
static bool check_characters(struct xml* xml, const char* text, const char* end) {
    const unsigned char *p = (const unsigned char*)text, *stop = (const unsigned char*)end;
    for (; p < stop; p++) {
        if (*p == '\n') xml->line++;
        if (*p < 0x20 && !blank((char)*p)) return refuse(xml, "there is a control character");
        if (*p < 0x80) continue;
        int more = *p >= 0xf0 && *p <= 0xf4 ? 3 : *p >= 0xe0 ? 2 : 1;
        if (*p < 0xc2 || *p > 0xf4 || stop - p <= more) return refuse(xml, "this is not UTF-8");
        for (; more > 0; more--)
            if ((*++p & 0xc0) != 0x80) return refuse(xml, "this is not UTF-8");
    }
    xml->line = 1;
    return true;
}

static size_t encode(uint32_t c, char* to) {
    if (c < 0x80) return (size_t)(to[0] = (char)c, 1);
    size_t bytes = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, c >>= 6) to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)((0xf00 >> bytes) | c);
    return bytes;
}

static bool character(uint32_t c) {
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xd800) || (c >= 0xe000 && c < 0xfffe)
        || (c >= 0x10000 && c <= 0x10ffff);
}

// Parses &#10; and &#xa;, whose text (without & and ;) is given. @return 0 if it is neither
static uint32_t numbered(const char* text, size_t length) {
    bool hex = length > 1 && text[1] == 'x';
    uint32_t value = 0;
    size_t i = hex ? 2 : 1;
    if (i == length) return 0;
    for (; i < length; i++) {
        char c = text[i];
        uint32_t digit = c >= '0' && c <= '9'        ? (uint32_t)(c - '0')
                       : hex && c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
                       : hex && c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
                                                     : 99;
        if (digit == 99 || value > 0x10ffff) return 0;
        value = value * (hex ? 16 : 10) + digit;
    }
    return character(value) ? value : 0;
}

// Replaces the reference at `*from` by its value, at `*to`, which is never longer.
static bool reference(struct xml* xml, char** from, const char* end, char** to) {
    static const struct {
        const char* name;
        char value;
    } KNOWN[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    const char* start = *from + 1;
    const char* stop = memchr(start, ';', (size_t)(end - start));
    if (stop == NULL) return refuse(xml, "a '&' has no ';'");
    size_t length = (size_t)(stop - start);
    uint32_t value = length > 0 && *start == '#' ? numbered(start, length) : 0;
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (strlen(KNOWN[i].name) == length && memcmp(KNOWN[i].name, start, length) == 0)
            value = (unsigned char)KNOWN[i].value;
    if (value == 0) return refuse(xml, "'&%.*s;' is not known", (int)(length < 40 ? length : 40), start);
    *to += encode(value, *to);
    *from = (char*)stop + 1;
    return true;
}

static bool read_value(struct xml* xml, struct xml_word* value) {
    if (left(xml) == 0 || (*xml->at != '"' && *xml->at != '\'')) return refuse(xml, "a value has no quotes");
    char quote = *xml->at++;
    char* stop = memchr(xml->at, quote, left(xml));
    if (stop == NULL) return refuse(xml, "a value has no end");
    char *from = xml->at, *to = xml->at;
    unsigned lines = 0;
    while (from < stop) {
        if (*from == '<') return refuse(xml, "there is a '<' in a value");
        lines += *from == '\n';
        if (*from == '&') {
            if (!reference(xml, &from, stop, &to)) return false;
        } else {
            *to++ = blank(*from) ? ' ' : *from;
            from++;
        }
    }
    *value = (struct xml_word){xml->at, (size_t)(to - xml->at)};
    xml->line += lines;
    xml->at = stop + 1;
    return true;
}

static bool same(const struct xml_word* one, const struct xml_word* other) {
    return one->length == other->length && memcmp(one->start, other->start, one->length) == 0;
}

static bool read_attribute(struct xml* xml) {
    struct xml_attribute attribute;
    if (!read_name(xml, &attribute.name)) return false;
    skip_blanks(xml);
    if (!at(xml, "="))
        return refuse(xml, "attribute '%.*s' has no value", (int)attribute.name.length, attribute.name.start);
    xml->at++;
    skip_blanks(xml);
    if (!read_value(xml, &attribute.value)) return false;
    for (unsigned i = 0; i < xml->attribute_count; i++)
        if (same(&xml->attributes[i].name, &attribute.name))
            return refuse(xml, "attribute '%.*s' comes twice", (int)attribute.name.length, attribute.name.start);
    if (xml->attribute_count == XML_ATTRIBUTES)
        return refuse(xml, "an element has more than %d attributes", XML_ATTRIBUTES);
    xml->attributes[xml->attribute_count++] = attribute;
    return true;
}

static bool open_tag(struct xml* xml) {
    xml->at++;
    xml->attribute_count = 0;
    if (!read_name(xml, &xml->name)) return false;
    for (;;) {
        bool apart = skip_blanks(xml);
        if (at(xml, "/>") || at(xml, ">")) break;
        if (left(xml) == 0) return refuse(xml, "'<%.*s' has no '>'", (int)xml->name.length, xml->name.start);
        if (!apart) return refuse(xml, "a blank is missing in '<%.*s'", (int)xml->name.length, xml->name.start);
        if (!read_attribute(xml)) return false;
    }
    if (xml->depth == XML_DEPTH) return refuse(xml, "elements are nested deeper than %d", XML_DEPTH);
    xml->open[xml->depth++] = xml->name;
    xml->empty = *xml->at == '/';
    xml->at += xml->empty ? 2 : 1;
    return true;
}

static bool close_tag(struct xml* xml) {
    xml->at += 2;
    if (!read_name(xml, &xml->name)) return false;
    skip_blanks(xml);
    if (!at(xml, ">")) return refuse(xml, "'</%.*s' has no '>'", (int)xml->name.length, xml->name.start);
    xml->at++;
    if (xml->depth == 0 || !same(&xml->open[xml->depth - 1], &xml->name))
        return refuse(xml, "'</%.*s>' closes what is not open", (int)xml->name.length, xml->name.start);
    xml->depth--;
    return true;
}

static bool skip_comment(struct xml* xml) {
    step(xml, 4);
    if (!skip_to(xml, "--")) return refuse(xml, "a comment has no end");
    if (!at(xml, ">")) return refuse(xml, "there is '--' in a comment");
    xml->at++;
    return true;
}

static bool skip_instruction(struct xml* xml) { return skip_to(xml, "?>") || refuse(xml, "'<?' has no end"); }

static bool skip_cdata(struct xml* xml) {
    if (xml->depth == 0) return refuse(xml, "there is text outside of all elements");
    return skip_to(xml, "]]>") || refuse(xml, "'<![CDATA[' has no end");
}

// Skips text between tags: it is unused, but must be well-formed.
static bool skip_text(struct xml* xml) {
    while (left(xml) > 0 && *xml->at != '<') {
        char scratch[4];
        char *from = xml->at, *to = scratch;
        if (!blank(*from) && xml->depth == 0) return refuse(xml, "there is text outside of all elements");
        if (at(xml, "]]>")) return refuse(xml, "there is ']]>' in a text");
        if (*from == '&' && !reference(xml, &from, xml->end, &to)) return false;
        step(xml, from == xml->at ? 1 : (size_t)(from - xml->at));
    }
    return true;
}

void xml_begin(struct xml* xml, char* text, size_t bytes) {
    *xml = (struct xml){.at = text, .end = text + bytes, .line = 1};
    if (!check_characters(xml, text, xml->end)) return;
    if (at(xml, "\xef\xbb\xbf")) xml->at += 3;
    if (at(xml, "<?xml") && left(xml) > 5 && blank(xml->at[5])) skip_instruction(xml);
}

enum xml_event xml_next(struct xml* xml) {
    if (xml->wrong[0] != 0) return XML_WRONG;
    if (xml->empty) {
        xml->empty = false;
        xml->depth--;
        return XML_CLOSE;
    }
    for (;;) {
        bool fine = true;
        if (!skip_text(xml)) return XML_WRONG;
        if (left(xml) == 0) {
            if (xml->depth == 0) return XML_END;
            refuse(xml, "'<%.*s>' is not closed", (int)xml->open[xml->depth - 1].length,
                   xml->open[xml->depth - 1].start);
            return XML_WRONG;
        }
        if (at(xml, "<!--")) fine = skip_comment(xml);
        else if (at(xml, "<![CDATA[")) fine = skip_cdata(xml);
        else if (at(xml, "<!")) fine = refuse(xml, "document types are not supported");
        else if (at(xml, "<?xml") && left(xml) > 5 && !name_part(xml->at[5])) fine = refuse(xml, "'<?xml' comes late");
        else if (at(xml, "<?")) fine = skip_instruction(xml);
        else if (at(xml, "</")) return close_tag(xml) ? XML_CLOSE : XML_WRONG;
        else return open_tag(xml) ? XML_OPEN : XML_WRONG;
        if (!fine) return XML_WRONG;
    }
}

const struct xml_word* xml_attribute(const struct xml* xml, const char* name) {
    for (unsigned i = 0; i < xml->attribute_count; i++)
        if (xml_is(&xml->attributes[i].name, name)) return &xml->attributes[i].value;
    return NULL;
}

bool xml_is(const struct xml_word* word, const char* text) {
    return strlen(text) == word->length && memcmp(word->start, text, word->length) == 0;
}
