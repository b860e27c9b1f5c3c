// Package signals is what signals of the system do to the program: Ctrl-C and others end
// what is going on, one asks a run for a checkpoint (Guard), and that of a pipe which
// nobody reads any more ends nothing (IgnorePipes).
package signals
