// The tracer tool in programs without any GPU runtime.
#include "../../test/scenario.h"

// Unformatted: clang-format takes text in braces in a macro for code.
// clang-format off
#define SHAPE " | sed -E 's/[0-9]{6,}/T/g; s/[(][0-9]+[)]/(P)/'"
#define TOOL " LD_PRELOAD=$PWD/tool/libroctracer_tool.so "
// The journals are in a folder of the test, which then names them, and the marks in them.
#define FOLDER "rm -rf kept; mkdir kept; "
#define LIST "; ls kept | sed -E 's/^[0-9]+/P/'; grep -ahoE 'first|outer|a \"quoted\" one|childs' kept/*.journal 2>/dev/null; true"
#define LOADED(environment) {"/bin/sh", "-c", FOLDER environment " ROCP_OUTPUT_DIR=kept ./marks load" SHAPE LIST}
#define TRACED(environment, program) {"/bin/sh", "-c", FOLDER environment " ROCP_OUTPUT_DIR=kept" TOOL program SHAPE LIST}
// The file is created in the test's folder, so that messages contain a fixed name.
#define FILTER(name, text) "printf '%s' '" text "' >" name "; "
#define REFUSED(name, text) {"/bin/sh", "-c", FILTER(name, text) "ROCP_INPUT=" name TOOL "./marks; echo $?"}
#define WITH(environment) {"/bin/sh", "-c", environment TOOL "./marks; echo $?"}
// Plugins are found beside the tool.
#define PLUGIN "../../test/roctracer-tool/libplugin.so"
#define JOURNAL "P_calls.journal\n"
#define MARKS "first\nouter\na \"quoted\" one\n"
#define SAID "ROCtracer: the text files of process "
// clang-format on

static const struct scenario scenarios[] = {
    {.name = "markers, in a journal, and what writes their text",
     .program = TRACED("ROCTRACER_DOMAIN=:roctx", "./marks"),
     .out = "ROCtracer (P):\n    rocTX-trace()\n" JOURNAL MARKS,
     .error = SAID},
    {.name = "without a folder, the journal is in the current one",
     .program = {"/bin/sh", "-c",
                 FOLDER "cd kept; ROCTRACER_DOMAIN=roctx LD_PRELOAD=../tool/libroctracer_tool.so LD_LIBRARY_PATH=.. "
                        "../marks >/dev/null; cd ..; true" LIST},
     .out = JOURNAL MARKS,
     .error = " are written by: rocprof --write '/"},
    {.name = "the command that started the process says it itself",
     .program = TRACED("ROCTRACER_DOMAIN=roctx ROCPROFILER_WRITES_LATER=1", "./marks"),
     .out = "ROCtracer (P):\n    rocTX-trace()\n" JOURNAL MARKS},
    {.name = "preloaded, with nothing to trace, it is silent",
     .program = TRACED("ROCTRACER_DOMAIN=hip", "./marks"),
     .out = ""},
    {.name = "loaded by a runtime, with nothing asked for",
     .program = LOADED(""),
     .out = "ROCtracer (P):\n" JOURNAL,
     .error = SAID},
    {.name = "the lines of all domains",
     .program = LOADED("ROCTRACER_DOMAIN=sys:pcs"),
     .out = "ROCtracer (P):\n    HSA-trace(*)\n    HIP-trace(*)\n    PCS-trace()\n" JOURNAL,
     .error = SAID},
    {.name = "tracing that the program starts itself",
     .program = LOADED("ROCP_CTRL_RATE=-1:0:0 ROCP_FLUSH_RATE=90000"),
     .out = "ROCtracer (P):\nROCtracer: trace start disabled\nROCtracer: trace control flush rate(90000us)\n" JOURNAL,
     .error = SAID},
    {.name = "tracing that is switched, which markers do not mind",
     .program = TRACED("ROCTRACER_DOMAIN=roctx ROCP_CTRL_RATE=10:50:60", "./marks"),
     .out =
         "ROCtracer (P):\n    rocTX-trace()\nROCtracer: trace control: delay(10us), length(50us), rate(60us)\n" JOURNAL
             MARKS,
     .error = SAID},
    {.name = "a filter file",
     .program =
         {"/bin/sh", "-c",
          FOLDER FILTER(
              "filter.xml",
              "<trace name=\"HIP\"><parameters api=\"hipFree, hipMalloc\"></parameters>"
              "<parameters api=\"hipInit\"/></trace><trace name=\"GPU\"/><trace name=\"rocTX\"/><trace name=\"KFD\"><x/></trace>"
              "<metric name=\"SQ\"/><trace name=\"HSA\"><parameters api=\"hsa_init\"/></trace>") "ROCP_INPUT=filter.xml ROCP_OUTPUT_DIR=kept ./marks load" SHAPE
              LIST},
     .out = "ROCtracer (P): input from \"filter.xml\"\n    rocTX-trace()\n    HSA-trace(-* hsa_init)\n"
            "    HSA-activity-trace()\n    HIP-trace(-* hipFree hipMalloc)\n" JOURNAL MARKS,
     .error = SAID},
    {.name = "a filter with a function that there is not",
     .program =
         {"/bin/sh", "-c",
          FOLDER FILTER(
              "unknown.xml",
              "<trace name=\"HIP\"><parameters api=\"hipNo hipInit\"/></trace>") "ROCP_INPUT=unknown.xml ROCP_OUTPUT_DIR=kept ROCPROFILER_WRITES_LATER=1 ./marks load" SHAPE},
     .out = "ROCtracer (P): input from \"unknown.xml\"\n    HIP-trace(-* hipInit)\n",
     .error = "ROCtracer warning: Unable to enable HIP_API tracing for invalid operation hipNo"},
    {.name = "a filter with another element",
     .program = REFUSED("node.xml", "<trace name=\"HIP\"><tag/></trace>"),
     .out = "1\n",
     .error = "ROCtracer error: trace node is not supported 'HIP:tag'"},
    {.name = "a filter that is not well-formed",
     .program = REFUSED("wrong.xml", "<trace name=\"HIP\">"),
     .out = "1\n",
     .error = "ROCtracer error: input file 'wrong.xml', line 1: '<trace>' is not closed"},
    {.name = "no filter file",
     .program = WITH("ROCP_INPUT=none.xml"),
     .out = "1\n",
     .error = "ROCtracer error: input file not found 'none.xml'"},
    {.name = "a length greater than its rate",
     .program = WITH("ROCP_CTRL_RATE=1:3:2"),
     .out = "1\n",
     .error = "ROCtracer error: invalid ROCP_CTRL_RATE '1:3:2'"},
    {.name = "two numbers instead of three",
     .program = WITH("ROCP_CTRL_RATE=1:2"),
     .out = "1\n",
     .error = "ROCtracer error: invalid ROCP_CTRL_RATE '1:2'"},
    {.name = "a flush rate of nothing",
     .program = WITH("ROCP_FLUSH_RATE=0"),
     .out = "1\n",
     .error = "ROCtracer error: invalid ROCP_FLUSH_RATE '0'"},
    {.name = "without a place for a journal, what is lost is counted",
     .program = {"/bin/sh", "-c",
                 "ROCTRACER_DOMAIN=roctx ROCP_OUTPUT_DIR=none" TOOL "./marks 2>&1 >/dev/null | sed -E 's/[0-9]+_/P_/'"},
     .out =
         "ROCtracer warning: cannot create 'none/P_calls.journal': No such file or directory; what is traced from now "
         "on is lost\n"
         "ROCtracer warning: 5 calls or pieces of work are lost, because there was no room for them\n"},
    {.name = "a journal that may not become larger goes on in annexes",
     .program = {"/bin/sh", "-c",
                 FOLDER "ulimit -f 700; ROCTRACER_DOMAIN=roctx ROCP_OUTPUT_DIR=kept" TOOL
                        "./marks many >/dev/null; ls kept | sed -E 's/^[0-9]+/P/'; cat kept/*.journal | grep -aoE "
                        "'one of [0-9]+' | sort -u | wc -l"},
     .out = "P_calls-1.journal\nP_calls-2.journal\nP_calls-3.journal\nP_calls.journal\n10000\n",
     .error = SAID},
    {.name = "a plugin gets every call in the process",
     .program = {"/bin/sh", "-c",
                 FOLDER "ROCTRACER_DOMAIN=roctx ROCP_OUTPUT_DIR=kept ROCTRACER_PLUGIN_LIB=" PLUGIN TOOL
                        "./marks" SHAPE LIST},
     .out =
         "ROCtracer (P):\n    rocTX-trace()\ninitialized 4.1\n6:0 first\n6:1 outer\n6:2 \n6:3 a \"quoted\" one\n6:4 \nfinalized\n"},
    {.name = "no plugin",
     .program = TRACED("ROCTRACER_DOMAIN=roctx ROCTRACER_PLUGIN_LIB=none.so", "./marks"),
     .out = "ROCtracer (P):\n    rocTX-trace()\n",
     .error = "ROCtracer warning: dlopen of plugin '"},
    {.name = "AMD's plugin for files is what the tool does by itself",
     .program = TRACED("ROCTRACER_DOMAIN=roctx ROCTRACER_PLUGIN_LIB=libfile_plugin.so", "./marks"),
     .out = "ROCtracer (P):\n    rocTX-trace()\n" JOURNAL MARKS,
     .error = SAID},
    {.name = "a forked child without calls says nothing",
     .program = TRACED("ROCTRACER_DOMAIN=roctx", "./marks idle >/dev/null"),
     .out = JOURNAL MARKS,
     .error = SAID},
    {.name = "a forked child has a journal of its own",
     .program = TRACED("ROCTRACER_DOMAIN=roctx ROCPROFILER_WRITES_LATER=1", "./marks fork >/dev/null"),
     .out = JOURNAL JOURNAL MARKS "childs\n",
     .sorted = true},
};

int main(void) { return run_scenarios(scenarios, sizeof scenarios / sizeof *scenarios) != 0; }
