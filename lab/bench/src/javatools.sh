# The tools in Java, as $out/tool.jar; without a JDK 25 there is none, and a line says so.
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
rm -rf "$out/tool" "$out/tool.jar"
case $("$javac" -version 2>/dev/null || :) in
"javac 25"* | "javac 2"[6-9]*)
  mkdir -p "$out/tool/META-INF/services"
  printf '%s\n' CallbackTool BufferTool >"$out/tool/META-INF/services/io.rocprofiler.sdk.Tool"
  "$javac" -cp "$home/lib/java/rocprofiler-sdk.jar:$home/lib/java/rocprofiler-abi.jar" -d "$out/tool" \
    "$here/src/CallbackTool.java" "$here/src/BufferTool.java"
  "${javac%javac}jar" --create --file "$out/tool.jar" -C "$out/tool" .
  ;;
*) echo "${0##*/}: no rows for tools in Java: JAVA_HOME is no JDK 25" >&2 ;;
esac
