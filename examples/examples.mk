# Rules that the Makefiles of all examples share. A folder has any of
#
#     tool.c       is built into tool.so, as is tool.cpp
#     java/        is built into $(JAR), tool.jar unless its Makefile says otherwise; JAR_MAIN is its main class, if
#                  any, JAR_USES are jars of other examples, JAVAC_OPTIONS more options of the compiler
#     PROGRAM.c    are built into programs, as PROGRAMS says in its Makefile, with the LIBRARIES it names (ROC-TX
#                  by default)
#
# An installed rocprofiler has everything built already. To build it again, in the folder of an example or above it:
#
#     make                                    for the software GPU that comes with rocprofiler
#     make HIPCC=/opt/rocm/bin/hipcc          for a real one
HERE := $(dir $(realpath $(firstword $(MAKEFILE_LIST))))
# Where rocprofiler is installed; the examples are in its share/rocprofiler/examples.
ROOT ?= $(HERE)../../../..
OUT  ?= .

SDK_INCLUDE     ?= $(ROOT)/include
SDK_LIB         ?= $(ROOT)/lib
SDK_JARS        ?= $(wildcard $(addprefix $(ROOT)/lib/java/rocprofiler-,sdk.jar abi.jar roctx.jar roctracer.jar))
SOFTGPU_INCLUDE ?= $(wildcard $(ROOT)/share/rocprofiler/softgpu/include)
SOFTGPU_LIB     ?= $(ROOT)/lib/softgpu
JAVA_HOME       ?= $(ROOT)/lib/runtime
JAVAC           := $(wildcard $(JAVA_HOME)/bin/javac)
# Both tools run for a second: the JVM's second compiler would cost more than it saves.
BRIEF           := -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC

CC     ?= cc
CXX    ?= c++
CFLAGS ?= -O2 -g
STRICT := -std=gnu11 -Wall -Wextra
# Nothing that is built contains a library path: rocprofv3, softgpu or the system say where the libraries are.
LIBRARIES ?= librocprofiler-sdk-roctx.so.1
TRACING := -L$(SDK_LIB) $(addprefix -l:,$(LIBRARIES)) -Wl,--allow-shlib-undefined
HIP    := -L$(SOFTGPU_LIB) -l:libamdhip64.so.7 -Wl,--allow-shlib-undefined

AS_TOOL := -D__HIP_PLATFORM_AMD__=1 -fPIC -shared -fvisibility=hidden $(addprefix -I,$(SDK_INCLUDE) $(SOFTGPU_INCLUDE))
TOOL := $(if $(wildcard $(HERE)tool.c $(HERE)tool.cpp),tool.so)
JAVA := $(wildcard $(HERE)java/*.java)
JAR  ?= tool.jar

all: $(addprefix $(OUT)/,$(PROGRAMS) $(TOOL) $(if $(JAVA),$(if $(JAVAC),$(JAR))))

ifdef HIPCC
$(addprefix $(OUT)/,$(PROGRAMS)): $(OUT)/%: $(HERE)%.c | $(OUT)
	$(HIPCC) -x hip -O2 -g -I$(SDK_INCLUDE) -o $@ $< $(TRACING) -pthread
else
$(addprefix $(OUT)/,$(PROGRAMS)): $(OUT)/%: $(HERE)%.c | $(OUT)
	$(CC) $(STRICT) $(CFLAGS) $(addprefix -I,$(SDK_INCLUDE) $(SOFTGPU_INCLUDE)) -o $@ $< $(HIP) $(TRACING) -pthread
endif

# A tool calls only the SDK, so it is the same for every GPU.
ifneq ($(wildcard $(HERE)tool.cpp),)
$(OUT)/tool.so: $(HERE)tool.cpp | $(OUT)
	$(CXX) -std=c++17 -Wall -Wextra $(CFLAGS) $(AS_TOOL) -o $@ $< -L$(SDK_LIB) -l:librocprofiler-sdk.so.1
else
$(OUT)/tool.so: $(HERE)tool.c | $(OUT)
	$(CC) $(STRICT) $(CFLAGS) $(AS_TOOL) -o $@ $< -L$(SDK_LIB) -l:librocprofiler-sdk.so.1
endif

empty :=
space := $(empty) $(empty)
CLASS_PATH := $(SDK_JARS) $(abspath $(addprefix $(OUT)/,$(JAR_USES)))
$(OUT)/$(JAR): $(JAVA) $(wildcard $(HERE)java/META-INF/*/*) $(CLASS_PATH) | $(OUT)
	rm -rf $(OUT)/classes
	mkdir $(OUT)/classes
	$(JAVAC) $(BRIEF) --release 25 -Xlint:all,-restricted -Werror $(JAVAC_OPTIONS) -cp "$(subst $(space),:,$(strip $(CLASS_PATH)))" \
	  -d $(OUT)/classes $(JAVA)
	[ ! -d $(HERE)java/META-INF ] || cp -r $(HERE)java/META-INF $(OUT)/classes
	printf 'Enable-Native-Access: ALL-UNNAMED\n' > $(OUT)/manifest
	$(dir $(JAVAC))jar $(BRIEF) --create --file $@ --manifest $(OUT)/manifest $(if $(JAR_MAIN),--main-class $(JAR_MAIN)) -C $(OUT)/classes .
	rm -rf $(OUT)/classes $(OUT)/manifest

$(OUT):
	mkdir -p $@

.PHONY: all
