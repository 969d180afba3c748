// Parts of the tracer tool by themselves: the reader of XML, what is kept of calls, the journal.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../calls/api_data.h"
#include "../journal/journal.h"
#include "../options/xml.h"
#include "rt_limits.h"

static int failures;

static void expect(const char* what, const char* expected, const char* is) {
    if (strcmp(expected, is) == 0) return;
    failures++;
    fprintf(stderr, "FAILED: %s\n--- expected\n%s\n--- is\n%s\n---\n", what, expected, is);
}

// --- XML -----------------------------------------------------------------------------------------------------------

static void add_word(FILE* text, const char* before, const struct xml_word* word) {
    fprintf(text, "%s%.*s", before, (int)word->length, word->start);
}

// The tokens of a text: <name attribute=value , and > for its end; or the error.
static void expect_xml(const char* source, const char* expected) {
    char* is = NULL;
    size_t bytes;
    FILE* text = open_memstream(&is, &bytes);
    struct xml xml;
    char* copy = malloc(strlen(source) + 1); // of the exact length, so that a sanitizer detects reads beyond it
    memcpy(copy, source, strlen(source) + 1);
    copy = realloc(copy, strlen(source) + (*source == 0));
    xml_begin(&xml, copy, strlen(source));
    for (;;) {
        enum xml_event event = xml_next(&xml);
        if (event == XML_END) break;
        if (event == XML_WRONG) {
            fprintf(text, "line %u: %s", xml.line, xml.wrong);
            break;
        }
        add_word(text, event == XML_OPEN ? "<" : ">", &xml.name);
        if (event == XML_CLOSE) continue;
        for (unsigned i = 0; i < xml.attribute_count; i++) {
            add_word(text, " ", &xml.attributes[i].name);
            add_word(text, "=", &xml.attributes[i].value);
        }
    }
    fclose(text);
    expect(source, expected, is);
    free(is);
    free(copy);
}

static void test_xml(void) {
    expect_xml("", "");
    expect_xml("<?xml version=\"1.0\"?>\n<!-- a - b --><trace name=\"HIP\">\n <parameters api='a, b'/> </trace>",
               "<trace name=HIP<parameters api=a, b>parameters>trace");
    expect_xml("<a/><b></b >", "<a>a<b>b");
    expect_xml("\xef\xbb\xbf<a b = '&lt;&#65;&#x20ac;&amp;\t' c=\"'\"/>", "<a b=<A\xe2\x82\xac&  c='>a");
    expect_xml("<a>text &gt; <![CDATA[<b>&]]><?x y?></a>", "<a>a");
    expect_xml("<a>\n<b>\n</a>", "<a<bline 3: '</a>' closes what is not open");
    expect_xml("<a>", "<aline 1: '<a>' is not closed");
    expect_xml("<a", "line 1: '<a' has no '>'");
    expect_xml("<a b>", "line 1: attribute 'b' has no value");
    expect_xml("<a b=c>", "line 1: a value has no quotes");
    expect_xml("<a b='c>", "line 1: a value has no end");
    expect_xml("<a b='<'>", "line 1: there is a '<' in a value");
    expect_xml("<a b='1'c='2'>", "line 1: a blank is missing in '<a'");
    expect_xml("<a b='1' b='2'>", "line 1: attribute 'b' comes twice");
    expect_xml("<a b='&no;'/>", "line 1: '&no;' is not known");
    expect_xml("<a b='&#0;'/>", "line 1: '&#0;' is not known");
    expect_xml("<a b='&'/>", "line 1: a '&' has no ';'");
    expect_xml("\ntext", "line 2: there is text outside of all elements");
    expect_xml("</a>", "line 1: '</a>' closes what is not open");
    expect_xml("< a>", "line 1: a name is missing");
    expect_xml("<!DOCTYPE a><a/>", "line 1: document types are not supported");
    expect_xml("<!-- a -- b --><a/>", "line 1: there is '--' in a comment");
    expect_xml("<!-- a", "line 1: a comment has no end");
    expect_xml("<a/><?xml version='1.0'?>", "<a>aline 1: '<?xml' comes late");
    expect_xml("<a>]]></a>", "<aline 1: there is ']]>' in a text");
    expect_xml("<a>\n\x01</a>", "line 2: there is a control character");
    expect_xml("<a b='\xff'/>", "line 1: this is not UTF-8");
    expect_xml("<a b='\xe2\x82'/>", "line 1: this is not UTF-8");
}

// --- Kept arguments ------------------------------------------------------------------------------------------------

static uint32_t id_of(const char* name) {
    uint32_t id = 0;
    if (roctracer_op_code(ACTIVITY_DOMAIN_HIP_API, name, &id, NULL) != ROCTRACER_STATUS_SUCCESS)
        expect(name, "is known", "is not known");
    return id;
}

// API data as a runtime fills it: words.
struct called {
    uint64_t words[190];
};

// Keeps it, in memory of exactly the size.
static struct called kept(uint32_t id, const struct called* called, char* strings, size_t string_bytes) {
    const size_t bytes = call_bytes(ACTIVITY_DOMAIN_HIP_API, id);
    struct called result = {0};
    void* copy = malloc(bytes);
    memcpy(copy, called, bytes);
    call_keep(ACTIVITY_DOMAIN_HIP_API, id, copy, strings, string_bytes);
    memcpy(&result, copy, bytes);
    free(copy);
    return result;
}

static void test_targets_of_pointers(void) {
    const uint32_t id = id_of("hipMalloc");
    void* address = (void*)0x1234000;
    struct called call = {.words = {[2] = (uintptr_t)&address, [4] = 4096}};
    if (call_bytes(ACTIVITY_DOMAIN_HIP_API, id) != 40) expect("hipMalloc's data", "40 bytes", "others");
    if (kept(id, &call, NULL, 0).words[3] != (uintptr_t)address) expect("hipMalloc's result", "kept", "not kept");
    call.words[2] = 16; // as an invalid argument is
    if (kept(id, &call, NULL, 0).words[3] != 0) expect("what no pointer leads to", "nothing", "something");
}

static void test_strings(void) {
    const uint32_t id = id_of("hipModuleGetFunction");
    const char* name = "a name";
    struct called call = {.words = {[5] = (uintptr_t)name}};
    const size_t bytes = call_string_bytes(ACTIVITY_DOMAIN_HIP_API, id, &call);
    if (bytes != strlen(name) + 1) expect("the name's size", "7", "another one");
    char* strings = malloc(bytes);
    if (kept(id, &call, strings, bytes).words[5] != (uintptr_t)strings) expect("the name", "the copy", "another one");
    expect("the copy", name, strings);
    if (kept(id, &call, strings, 3).words[5] != (uintptr_t)strings) expect("the name", "the copy", "another one");
    expect("a name that has grown since", "a ", strings);
    if (kept(id, &call, strings, 0).words[5] != 0) expect("a name without room", "none", "one");
    free(strings);
}

static void test_kept_arguments(void) {
    test_targets_of_pointers();
    test_strings();
    if (call_is_known(ACTIVITY_DOMAIN_HIP_API, 5000)) expect("function 5000", "not known", "known");
    if (call_bytes(ACTIVITY_DOMAIN_HIP_API, 5000) != RT_HIP_ARGS) expect("its data", "the head", "more");
}

// --- Journal -------------------------------------------------------------------------------------------------------

enum { THREADS = 4, CALLS = 50000 };

static struct journal journal = {.kind = 0, .in_heap = true, .lock = PTHREAD_MUTEX_INITIALIZER};
static uint64_t next[THREADS], seen;

static void* append(void* argument) {
    uint64_t thread = (uint64_t)(uintptr_t)argument;
    for (uint64_t i = 0; i < CALLS; i++) {
        struct event* entry = journal_append(&journal, 8 + i % 50);
        entry->data[0] = thread << 32 | i;
        journal_ready(entry);
    }
    return NULL;
}

static void check(const struct event* entry) {
    uint64_t thread = entry->data[0] >> 32;
    seen++;
    if (thread >= THREADS || (entry->data[0] & UINT32_MAX) != next[thread]++)
        expect("a thread's calls", "in order", "not in order");
}

static void settle(void) {}

static void test_journal(void) {
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, append, (void*)i);
    for (int i = 0; i < 100; i++) journal_drain(&journal, check, settle);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    journal_drain(&journal, check, settle);
    if (seen != (uint64_t)THREADS * CALLS) expect("the calls of all threads", "all", "not all");
    journal_drain(&journal, check, settle);
}

int main(void) {
    test_xml();
    test_kept_arguments();
    test_journal();
    return failures != 0;
}
