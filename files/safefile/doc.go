// Package safefile writes files that are complete or do not exist, and opens and names
// files without harm.
//
// A File has a temporary name until it is complete and on the disk; then it gets its
// name in one step. A Part grows over several runs of the program, and Settle says how
// far it is safely on the disk. Inside judges every name that one file gives to another
// one, so that no name leads out of its folder. Open opens only files that have an end:
// no pipes and no devices. A Lock keeps two programs out of one folder.
//
// A program may be killed after any change of a file or folder. All such changes are
// made in this package, so that a test can end a process after each of them (Watch).
package safefile
