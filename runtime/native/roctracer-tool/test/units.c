// Parts of the tracer tool by themselves: the reader of XML, names of kernels, calls as text, the journal.
#include <roctracer/roctracer_hsa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../journal/journal.h"
#include "../options/xml.h"
#include "../text/api_data.h"
#include "../text/names.h"

static int failures;

static void expect(const char* what, const char* expected, const char* is) {
    if (strcmp(expected, is) == 0) return;
    failures++;
    fprintf(stderr, "FAILED: %s\n--- expected\n%s\n--- is\n%s\n---\n", what, expected, is);
}

// --- XML -----------------------------------------------------------------------------------------------------------

static void add_word(struct text* text, const char* before, const struct xml_word* word) {
    text_format(text, "%s%.*s", before, (int)word->length, word->start);
}

// The tokens of a text: <name attribute=value , and > for its end; or the error.
static void expect_xml(const char* source, const char* expected) {
    struct text text = {0};
    struct xml xml;
    char* copy = malloc(strlen(source) + 1); // of the exact length, so that a sanitizer detects reads beyond it
    memcpy(copy, source, strlen(source) + 1);
    copy = realloc(copy, strlen(source) + (*source == 0));
    xml_begin(&xml, copy, strlen(source));
    for (;;) {
        enum xml_event event = xml_next(&xml);
        if (event == XML_END) break;
        if (event == XML_WRONG) {
            text_format(&text, "line %u: %s", xml.line, xml.wrong);
            break;
        }
        add_word(&text, event == XML_OPEN ? "<" : ">", &xml.name);
        if (event == XML_CLOSE) continue;
        for (unsigned i = 0; i < xml.attribute_count; i++) {
            add_word(&text, " ", &xml.attributes[i].name);
            add_word(&text, "=", &xml.attributes[i].value);
        }
    }
    expect(source, expected, text_terminated(&text));
    text_free(&text);
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

// --- Names ---------------------------------------------------------------------------------------------------------

static void expect_part(const char* name, const char* expected) {
    struct name_part part = truncate_name(name);
    char is[128];
    snprintf(is, sizeof is, "%.*s", (int)part.length, part.start);
    expect(name, expected, is);
}

static void expect_kernel(const char* name, bool short_form, const char* expected) {
    struct text text = {0};
    text_kernel_name(&text, name, short_form);
    expect(name, expected, text_terminated(&text));
    text_free(&text);
}

static void test_names(void) {
    expect_part("Foo<int, float>::foo(a[], int (int))", "foo");
    expect_part("void ns::kernel<3>(float*) ", "kernel");
    expect_part("kernel", "kernel");
    expect_part("", "");
    expect_part("unbalanced)", "unbalanced)");
    expect_part("(only)(brackets)", "(only)(brackets)");
    expect_part("a >> b", "b");
    expect_kernel("_ZN2ns6kernelIiEEvPT_", false, "void ns::kernel<int>(int*)");
    expect_kernel("_ZN2ns6kernelIiEEvPT_.kd", true, "kernel");
    expect_kernel("plain.kd", false, "plain");
    expect_kernel("_Znonsense", true, "_Znonsense");
}

// --- Calls as text -------------------------------------------------------------------------------------------------

static uint32_t id_of(uint32_t domain, const char* name) {
    uint32_t id = 0;
    if (roctracer_op_code(domain, name, &id, NULL) != ROCTRACER_STATUS_SUCCESS)
        expect(name, "is known", "is not known");
    return id;
}

// API data filled like a runtime's, kept and formatted as the tool does.
struct shown {
    uint32_t id;
    char data[2048];
};

static void set(struct shown* shown, const char* argument, const void* value, size_t bytes) {
    memcpy(shown->data + call_argument(ACTIVITY_DOMAIN_HIP_API, shown->id, argument), value, bytes);
}

static void expect_hip(struct shown* shown, const char* expected) {
    struct text text = {0};
    size_t bytes = call_bytes(ACTIVITY_DOMAIN_HIP_API, shown->id);
    size_t string_bytes = call_string_bytes(ACTIVITY_DOMAIN_HIP_API, shown->id, shown->data);
    void* kept = malloc(bytes);
    char* strings = malloc(string_bytes + (string_bytes == 0));
    memcpy(kept, shown->data, bytes);
    call_keep(ACTIVITY_DOMAIN_HIP_API, shown->id, kept, strings, string_bytes);
    text_hip_call(&text, shown->id, kept);
    expect("a HIP call", expected, text_terminated(&text));
    text_free(&text);
    free(strings);
    free(kept);
}

static struct shown hip(const char* name) { return (struct shown){.id = id_of(ACTIVITY_DOMAIN_HIP_API, name)}; }

static void test_hip_calls(void) {
    void *null = NULL, *address = (void*)0x1234000, **where = &address;
    struct shown call = hip("hipDeviceSynchronize");
    expect_hip(&call, "hipDeviceSynchronize()");

    call = hip("hipMalloc");
    size_t size = 4096;
    set(&call, "size", &size, sizeof size);
    expect_hip(&call, "hipMalloc(ptr=NULL, size=4096)");
    set(&call, "ptr", &where, sizeof where);
    expect_hip(&call, "hipMalloc(ptr=0x1234000, size=4096)");

    call = hip("hipMemcpy");
    int kind = 1;
    set(&call, "dst", &address, sizeof address);
    set(&call, "src", &null, sizeof null);
    set(&call, "kind", &kind, sizeof kind);
    expect_hip(&call, "hipMemcpy(dst=0x1234000, src=0, sizeBytes=0, kind=1)");

    call = hip("hipLaunchKernel");
    uint32_t blocks[] = {4, 5, 6}, threads[] = {7, 8, 9};
    set(&call, "numBlocks", blocks, sizeof blocks);
    set(&call, "dimBlocks", threads, sizeof threads);
    expect_hip(&call, "hipLaunchKernel(function_address=0, numBlocks={z=6, y=5, x=4}, dimBlocks={z=9, y=8, x=7}, "
                      "args=NULL, sharedMemBytes=0, stream=0)");

    call = hip("hipModuleGetFunction");
    const char* name = "a \"b\" \\ c\n\x01";
    set(&call, "kname", &name, sizeof name);
    expect_hip(&call, "hipModuleGetFunction(function=NULL, module=0, kname=\"a \\\"b\\\" \\\\ c\\n\\x01\")");
    name = NULL;
    set(&call, "kname", &name, sizeof name);
    expect_hip(&call, "hipModuleGetFunction(function=NULL, module=0, kname=NULL)");

    struct shown unknown = {.id = 5000};
    expect_hip(&unknown, "unknown()");
}

static void expect_hsa(const char* name, const uint64_t* data, const char* expected) {
    struct text text = {0};
    text_hsa_call(&text, id_of(ACTIVITY_DOMAIN_HSA_API, name), data);
    expect(name, expected, text_terminated(&text));
    text_free(&text);
}

static void test_hsa_calls(void) {
    uint64_t data[15] = {0};
    expect_hsa("hsa_init", data, "hsa_init() = 0");
    data[2] = 4096; // the result
    data[3] = 65540;
    expect_hsa("hsa_signal_load_relaxed", data, "hsa_signal_load_relaxed({handle=65540}) = 4096");
    expect_hsa("hsa_signal_store_relaxed", data, "hsa_signal_store_relaxed({handle=65540}, 0) = void");
    data[2] = 0x1001;
    data[4] = 0xabc0;
    expect_hsa("hsa_executable_freeze", data, "hsa_executable_freeze({handle=65540}, 0xabc0) = 1001");
}

// --- Journal -------------------------------------------------------------------------------------------------------

enum { THREADS = 4, CALLS = 50000 };

static struct journal journal = JOURNAL(0);
static uint64_t next[THREADS], seen;

static void* append(void* argument) {
    uint64_t thread = (uint64_t)(uintptr_t)argument;
    for (uint64_t i = 0; i < CALLS; i++) {
        struct entry* entry = journal_append(&journal, 8 + i % 50);
        entry->data[0] = thread << 32 | i;
        journal_ready(entry);
    }
    return NULL;
}

static void check(const struct entry* entry) {
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
    test_names();
    test_hip_calls();
    test_hsa_calls();
    test_journal();
    return failures != 0;
}
