// Package printed keeps names from files from commanding a terminal. A Writer stands between the
// program and its standard output: control characters appear as escapes, such as \u001b, which
// JSON, TOML and people read alike. Name does the same with line breaks and tabs, for a name that
// stands in a line.
package printed
