# For the scripts at the root: select_jdk25 sets JAVA_HOME to a JDK 25 or newer, or says what to install and exits.
is_jdk25() {
  [ -x "$1/bin/javac" ] && version="$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)" && [ "${version:-0}" -ge 25 ]
}
select_jdk25() {
  java="$(command -v javac || :)"
  [ -z "$java" ] || java="$(readlink -f "$java")"
  set +f
  for jdk in "${JAVA_HOME-}" "${JAVA25_HOME-}" "${java%/bin/javac}" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* /opt/*jdk*; do
    if is_jdk25 "$jdk"; then
      set -f
      JAVA_HOME="$jdk"
      export JAVA_HOME
      return
    fi
  done
  printf '%s\n' "${0##*/}: no JDK 25 found: install one (apt install openjdk-25-jdk, or https://adoptium.net) or set JAVA_HOME to it" >&2
  exit 1
}
