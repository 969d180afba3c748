# Every function of the facts is exported, and no other symbols except for registration, the software GPU's own and
# those that the older tracer protocol needs besides the tables.
set -eu

compare() { # library, file of expected names
    nm -D --defined-only "$1" | awk '$2 ~ /[TWi]/ {print $3}' | sed 's/@.*//' | grep -v -E '^(softgpu_|rocprofiler_register_import_|hip(RegisterTracerCallback|GetCmdName)$)' |
        LC_ALL=C sort > "$OUT/exported.txt"
    LC_ALL=C sort "$2" > "$OUT/expected.txt"
    diff "$OUT/expected.txt" "$OUT/exported.txt" || { echo "$1 does not export what the facts say"; exit 1; }
}

compare "$OUT/libamdhip64.so.7" "$GENERATED/hip_symbols.txt"
compare "$OUT/libhsa-runtime64.so.1" "$GENERATED/hsa_symbols.txt"
rm -f "$OUT/exported.txt" "$OUT/expected.txt"
for name in hip hip_compiler; do nm -D "$OUT/libamdhip64.so.7" | grep -q "[Ti] rocprofiler_register_import_$name$"; done
nm -D "$OUT/libhsa-runtime64.so.1" | grep -q 'T rocprofiler_register_import_hsa$'
for name in hipRegisterTracerCallback hipGetCmdName; do nm -D "$OUT/libamdhip64.so.7" | grep -q "[Ti] $name@@hip_"; done
# With the versions that they have in AMD's.
nm -D "$OUT/libamdhip64.so.7" | grep -q 'T hipMalloc@@hip_4.2$'
nm -D "$OUT/libhsa-runtime64.so.1" | grep -q 'T hsa_init@@ROCR_1$'

