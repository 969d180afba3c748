# The launcher: the command runs with our library and its own exit code, on the runtime below a folder if one is given;
# errors print one line and use the shell's codes.
set -eu

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p "$home/bin" "$home/lib" "$home/runtime/usr/lib/x86_64-linux-gnu" "$home/empty"
cp src/bin/softkfd "$home/bin"
ln -s "$(cd "$OUT" && pwd)" "$home/lib/softkfd"
library=$home/lib/softkfd/libsoftkfd.so

expect() { # exit code, part of the output, arguments...
    code=$1 part=$2
    shift 2
    status=0
    message=$("$home/bin/softkfd" "$@" 2>&1) || status=$?
    [ "$status" = "$code" ] || { echo "softkfd $*: exit $status, expected $code: $message"; exit 1; }
    case $message in *"$part"*) ;; *) echo "softkfd $*: $message"; exit 1 ;; esac
    [ "$(printf '%s\n' "$message" | wc -l)" = 1 ] || { echo "softkfd $*: more than one line: $message"; exit 1; }
}

expect 2 "Usage"
expect 127 "not found" no-such-program
expect 127 "not found" ./no/such/program
touch "$home/data"
expect 126 "not executable" "$home/data"
expect 126 "not executable" "$home"
expect 7 "" sh -c 'exit 7'
expect 0 "$library" sh -c 'echo "$LD_PRELOAD"'
expect 0 "live" cat /sys/module/amdgpu/initstate
SOFTKFD_GPUS=wrong expect 2 "SOFTKFD_GPUS=wrong" true

export SOFTKFD_RUNTIME=$home/none
expect 2 "no such folder" true
export SOFTKFD_RUNTIME=$home/empty
expect 2 "no usr/lib/x86_64-linux-gnu" true

# Without a loader of its own: its libraries come first.
export SOFTKFD_RUNTIME=$home/runtime
expect 0 "$home/runtime/usr/lib/x86_64-linux-gnu" sh -c 'echo "$LD_LIBRARY_PATH"'

# With one: the program, or the interpreter of a script, is started by it, and finds its libraries.
mkdir "$home/runtime/usr/lib64"
cat >"$home/runtime/usr/lib64/ld-linux-x86-64.so.2" <<'LOADER'
#!/bin/sh
echo "loader: $*"
LOADER
chmod +x "$home/runtime/usr/lib64/ld-linux-x86-64.so.2"
printf '#! /bin/sh -u\necho hello\n' >"$home/script"
chmod +x "$home/script"
expect 0 "loader: --library-path $home/runtime/usr/lib/x86_64-linux-gnu" true
expect 0 " /bin/sh -u $home/script one two" "$home/script" one two
