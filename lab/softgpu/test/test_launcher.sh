# The launcher: the command runs with our libraries and its own exit code; errors print one line and use the
# shell's codes.
set -eu

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p "$home/bin" "$home/lib"
cp src/bin/softgpu "$home/bin"
ln -s "$(cd "$OUT" && pwd)" "$home/lib/softgpu"

export XDG_CACHE_HOME="$home/cache"

expect() { # exit code, part of the message, arguments...
    code=$1 part=$2
    shift 2
    status=0
    message=$("$home/bin/softgpu" "$@" 2>&1) || status=$?
    [ "$status" = "$code" ] || { echo "softgpu $*: exit $status, expected $code: $message"; exit 1; }
    case $message in *"$part"*) ;; *) echo "softgpu $*: $message"; exit 1 ;; esac
    [ "$(printf '%s\n' "$message" | wc -l)" = 1 ] || { echo "softgpu $*: more than one line: $message"; exit 1; }
}

expect 2 "Usage"
expect 127 "not found" no-such-program
expect 127 "not found" ./no/such/program
touch "$home/data"
expect 126 "not executable" "$home/data"
expect 126 "not executable" "$home"
expect 7 "" sh -c 'exit 7'
expect 0 "$home/lib/softgpu:$home/lib:/elsewhere" env LD_LIBRARY_PATH=/elsewhere "$home/bin/softgpu" \
    sh -c 'echo "$LD_LIBRARY_PATH"'
expect 0 "$home/cache/rocprofiler-java/softgpu/" sh -c 'echo "$SOFTGPU_MACHINES"'
expect 0 "of the user" env SOFTGPU_MACHINE="of the user" "$home/bin/softgpu" \
    sh -c 'echo "$SOFTGPU_MACHINE$SOFTGPU_MACHINES"'
touch "$home/file"
expect 0 "none" env -u SOFTGPU_MACHINES XDG_CACHE_HOME="$home/file" "$home/bin/softgpu" sh -c 'echo "none$SOFTGPU_MACHINES"'
