// The tracer tool in programs without any GPU runtime.
#include "../../test/scenario.h"

// Unformatted: clang-format takes text in braces in a macro for code.
// clang-format off
#define SHAPE " | sed -E 's/[0-9]{6,}/T/g; s/[(][0-9]+[)]/(P)/; s/[0-9]+:[0-9]+ /P:T /'"
#define LOADED(environment) {"/bin/sh", "-c", environment " ./marks load" SHAPE}
#define TRACED(environment, program) {"/bin/sh", "-c", environment " LD_PRELOAD=$PWD/tool/libroctracer_tool.so " program SHAPE}
// The file is created in the test's folder, so that messages contain a fixed name.
#define FILTER(name, text) "printf '%s' '" text "' >" name "; "
#define REFUSED(name, text) {"/bin/sh", "-c", FILTER(name, text) "ROCP_INPUT=" name " LD_PRELOAD=$PWD/tool/libroctracer_tool.so ./marks; echo $?"}
#define WITH(environment) {"/bin/sh", "-c", environment " LD_PRELOAD=$PWD/tool/libroctracer_tool.so ./marks; echo $?"}
#define MARKS \
    "T P:T 0:0:\"first\"\nT P:T 1:0:\"outer\"\nT P:T 2:0:\"\"\nT P:T 3:1:\"a \"quoted\" one\"\nT P:T 4:1:\"\"\n"
// clang-format on

static const struct scenario scenarios[] = {
    {.name = "markers, to standard output",
     .program = TRACED("ROCTRACER_DOMAIN=:roctx", "./marks"),
     .out = "ROCtracer (P):\n    rocTX-trace()\nT\n" MARKS},
    {.name = "preloaded, with nothing to trace, it is silent",
     .program = TRACED("ROCTRACER_DOMAIN=hip", "./marks"),
     .out = ""},
    {.name = "loaded by a runtime, with nothing asked for", .program = LOADED(""), .out = "ROCtracer (P):\nT\n"},
    {.name = "the lines of all domains",
     .program = LOADED("ROCTRACER_DOMAIN=sys:pcs"),
     .out = "ROCtracer (P):\nT\n    HSA-trace(*)\n    HIP-trace(*)\n    PCS-trace()\n"},
    {.name = "tracing that the program starts itself",
     .program = LOADED("ROCP_CTRL_RATE=-1:0:0 ROCP_FLUSH_RATE=90000"),
     .out = "ROCtracer (P):\nROCtracer: trace start disabled\nROCtracer: trace control flush rate(90000us)\nT\n"},
    {.name = "tracing that is switched, which markers do not mind",
     .program = TRACED("ROCTRACER_DOMAIN=roctx ROCP_CTRL_RATE=10:50:60", "./marks"),
     .out =
         "ROCtracer (P):\n    rocTX-trace()\nROCtracer: trace control: delay(10us), length(50us), rate(60us)\nT\n" MARKS},
    {.name = "a filter file",
     .program =
         {"/bin/sh", "-c",
          FILTER(
              "filter.xml",
              "<trace name=\"HIP\"><parameters api=\"hipFree, hipMalloc\"></parameters>"
              "<parameters api=\"hipInit\"/></trace><trace name=\"GPU\"/><trace name=\"rocTX\"/><trace name=\"KFD\"><x/></trace>"
              "<metric name=\"SQ\"/><trace name=\"HSA\"><parameters api=\"hsa_init\"/></trace>") "ROCP_INPUT=filter.xml ./marks load" SHAPE},
     .out = "ROCtracer (P): input from \"filter.xml\"\n    rocTX-trace()\nT\n    HSA-trace(-* hsa_init)\n"
            "    HSA-activity-trace()\n    HIP-trace(-* hipFree hipMalloc)\n" MARKS},
    {.name = "a filter with a function that there is not",
     .program =
         {"/bin/sh", "-c",
          FILTER(
              "unknown.xml",
              "<trace name=\"HIP\"><parameters api=\"hipNo hipInit\"/></trace>") "ROCP_INPUT=unknown.xml ./marks load" SHAPE},
     .out = "ROCtracer (P): input from \"unknown.xml\"\nT\n    HIP-trace(-* hipInit)\n",
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
    {.name = "no output folder",
     .program = TRACED("ROCTRACER_DOMAIN=roctx ROCP_OUTPUT_DIR=none", "./marks >/dev/null; true"),
     .out = "",
     .error = "ROCtracer warning: cannot write 'none/"},
    {.name = "no plugin",
     .program = TRACED("ROCTRACER_DOMAIN=roctx ROCTRACER_PLUGIN_LIB=none.so", "./marks"),
     .out = "ROCtracer (P):\n    rocTX-trace()\n",
     .error = "ROCtracer warning: dlopen of plugin '"},
    {.name = "a forked child has a file of its own",
     .program =
         {"/bin/sh", "-c",
          "rm -rf forked; mkdir forked; ROCP_OUTPUT_DIR=forked ROCTRACER_DOMAIN=roctx "
          "LD_PRELOAD=$PWD/tool/libroctracer_tool.so ./marks fork >/dev/null; cat forked/*roctx_trace.txt" SHAPE},
     .out = MARKS "T P:T 0:0:\"child's\"\n",
     .sorted = true},
};

int main(void) { return run_scenarios(scenarios, sizeof scenarios / sizeof *scenarios) != 0; }
