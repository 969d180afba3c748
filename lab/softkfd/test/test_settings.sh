# Bad settings: one line that names the variable, and exit status 2, before the program does anything.
set -eu

library=$(cd "$OUT" && pwd)/libsoftkfd.so

refused() { # setting, part of the message
    status=0
    message=$(env "$1" LD_PRELOAD="$library" true 2>&1) || status=$?
    [ "$status" = 2 ] || { echo "$1: exit $status, expected 2: $message"; exit 1; }
    case $message in "softkfd: ${1%%=*}="*"$2"*) ;; *) echo "$1: $message"; exit 1 ;; esac
    [ "$(printf '%s\n' "$message" | wc -l)" = 1 ] || { echo "$1: more than one line: $message"; exit 1; }
}

accepted() {
    message=$(env "$@" LD_PRELOAD="$library" true 2>&1) || { echo "$*: refused: $message"; exit 1; }
    [ -z "$message" ] || { echo "$*: $message"; exit 1; }
}

refused SOFTKFD_GPUS=17 "0 to 16"
refused SOFTKFD_GPUS=many "not a number"
refused SOFTKFD_GPUS=-1 "not a number"
refused SOFTKFD_GPUS=1.5 "not a number"
refused SOFTKFD_ARCHITECTURE=gfx99 "gfx90a"
refused SOFTKFD_ARCHITECTURE=gfx90a,,gfx942 "gfx90a"
refused SOFTKFD_KERNEL_NS=fast "[PATTERN=]NS[-NS]"
refused SOFTKFD_KERNEL_NS=20-10 "[PATTERN=]NS[-NS]"
refused SOFTKFD_KERNEL_NS=1000,a=x "[PATTERN=]NS[-NS]"
refused SOFTKFD_KERNEL_NS=99999999999999999999 "[PATTERN=]NS[-NS]"
refused SOFTKFD_COPY_GBPS=-1 "gigabytes"
refused SOFTKFD_COPY_GBPS=nan "gigabytes"
refused SOFTKFD_LINKS=usb "pcie"
refused SOFTKFD_MEMORY_MB=1 "256 to"
refused SOFTKFD_LOG=4 "0 to 3"
refused SOFTKFD_SEED=x "not a number"
for fault in MEMORY_FAULT FAIL_DISPATCH HANG_DISPATCH LOSE_DISPATCH EVICT_DISPATCH PAGE_FAULT; do
    refused "SOFTKFD_$fault=once" "N:KERNEL"
    refused "SOFTKFD_$fault=1:" "N:KERNEL"
done
refused SOFTKFD_OUT_OF_MEMORY=x "not a number"

accepted SOFTKFD_GPUS=0
accepted SOFTKFD_GPUS= SOFTKFD_KERNEL_NS= SOFTKFD_TRUTH=
accepted SOFTKFD_GPUS=16 SOFTKFD_ARCHITECTURE=gfx906,gfx908,gfx90a,gfx942,gfx1030,gfx1100,gfx1201
accepted "SOFTKFD_KERNEL_NS=vec*=1000-2000,*=with=signs=7,20000" SOFTKFD_SEED=18446744073709551615
accepted SOFTKFD_MEMORY_FAULT=0:kernel SOFTKFD_COPY_GBPS=12.5 SOFTKFD_LINKS=xgmi SOFTKFD_LOG=3

# An unwritable log does not stop the program.
accepted SOFTKFD_TRUTH=/no/such/folder/truth SOFTKFD_STATS=/no/such/folder/stats
