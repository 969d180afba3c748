# For the scripts beside it: $home is the product, $trace a folder for temporary files.

# Runs a program in the environment that the command gives to one, printed by the program itself: without the command,
# because the work after a run (reading millions of records) is not measured here.
# Fails if nothing was recorded.
# traced "OPTIONS" WORD..
traced() {
  options=$1
  shift
  variables=$trace/$(echo "$options" | tr -c 'a-z\n' _).env
  # shellcheck disable=SC2086 # options are words
  [ -e "$variables" ] || "$home/bin/rocprofv3" $options -d "$trace/run" -- sh -c \
    'cp "$ROCPROFILER_RECORDER_PLANS" "$0.plans" 2>/dev/null; env' "$variables" 2>/dev/null | grep -E '^(ROCPROF|LD_)' >"$variables"
  mkdir -p "$trace/segments"
  plans=
  [ ! -e "$variables.plans" ] || plans=ROCPROFILER_RECORDER_PLANS=$variables.plans
  # shellcheck disable=SC2046 # no blanks in there
  printed=$(env $(grep -v COLLECTOR_DIR "$variables") ROCPROFILER_COLLECTOR_DIR="$trace/segments" $plans "$@" 2>/dev/null)
  [ -n "$(ls -A "$trace/segments")" ] || {
    echo "nothing was recorded: $options $*" >&2
    return 1
  }
  rm -rf "$trace/segments"
  echo "$printed"
}
