// Package safefile writes files that are complete or do not exist, and checks names and files
// before it opens them.
//
// A File has a temporary name until it is complete and on disk; then it is renamed in one
// step. A Part grows over several runs of the program, and Settle returns the part that is
// safely on disk. Inside checks every name that one file gives to another, so that no name
// leads out of its folder. Open opens only regular files: no pipes and no devices. A Lock
// keeps two programs out of one folder.
//
// A program may be killed after any change of a file or folder. All such changes are
// made in this package, so that a test can end a process after each of them (Watch).
//
// WriteBlocks and Rows write bytes that all cores make, in an order that does not depend on the
// number of cores.
//
// Names from files must not command a terminal. An EscapingWriter stands between the program and
// its standard output and writes control characters as escapes, such as \u001b, which JSON, TOML
// and users read alike. EscapeName does the same with line breaks and tabs, for a name within a
// line.
package safefile
