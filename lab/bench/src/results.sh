# For the scripts beside it, whose folder is $here: the names of rows, and results that are kept.
#
# With `--save NAME` a script keeps what it measures in results/NAME.tsv, in place of the last run of each table; the
# script that it calls does so, too. ROWS is a pattern of the keys of rows, for a short run: no others are measured.
tab=$(printf '\t')
if [ "${1:-}" = --save ]; then
  BENCH_SAVE=$here/results/${2:?a name for the results}.tsv
  export BENCH_SAVE
  shift 2
fi

# name_of KEY: what a row of tables.tsv is called
name_of() {
  awk -F "$tab" -v key="$1" '$1 == key { print $2; found = 1 } END { exit !found }' "$here/tables.tsv" || {
    echo "tables.tsv has no $1" >&2
    return 1
  }
}

wanted() { echo "$1" | grep -qEe "${ROWS:-.}"; }

joined() { # without empty cells at the end
  printf '%s\t' "$@" | sed "s/$tab*\$//"
  echo
}

# begin TABLE CONDITIONS COLUMN..: a run of a table; its first row that is kept removes the last run
begin() {
  table=$1
  conditions="$2, load $(cut -d ' ' -f 1 /proc/loadavg)"
  shift 2
  begun=$(joined "$table" "$(date +%F)" "$conditions" "$@")
}

# keep KEY VALUE..: a row of the table that has begun
keep() {
  [ -n "${BENCH_SAVE:-}" ] || return 0
  if [ -n "$begun" ]; then
    touch "$BENCH_SAVE"
    grep -v "^$table[.$tab]" "$BENCH_SAVE" >"$BENCH_SAVE.new" || :
    echo "$begun" >>"$BENCH_SAVE.new"
    mv "$BENCH_SAVE.new" "$BENCH_SAVE"
    begun=
  fi
  joined "$@" >>"$BENCH_SAVE"
}

# keep_lines: a table on standard input, its cells separated by tabs, the first line as begin takes it
keep_lines() {
  IFS=$tab
  # shellcheck disable=SC2086 # cells are words
  {
    read -r cells && begin $cells
    while read -r cells; do keep $cells; done
  }
}
