// Package signals decides what signals of the system do to the program. Ctrl-C and others
// end the work; one signal asks a run for a checkpoint (Guard); and the signal of a pipe
// that nobody reads any more ends nothing (IgnorePipes).
package signals
