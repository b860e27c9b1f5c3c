// Package safefile writes files that are whole or not there, and reads and names files
// without harm.
//
// A File stands under a temporary name until it is complete, is on the disk then, and
// gets its name in one step. A Part grows over several runs of the program, and says how
// far it is for good. Inside is the one judge of names that a file of ours, or of somebody
// else, gives to other files: none leads out of its folder. Open opens what has an end:
// never a pipe, nor a device. A Lock keeps two programs out of one folder.
//
// A program may be killed after any change of a file or folder. All of them are made
// here, so that a test can end a process after each (Watch).
package safefile
