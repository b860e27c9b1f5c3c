// Package terminal shows progress on the terminal and handles the signals that come from it.
//
// A Bar or a Line shows the progress of the work: a bar on a terminal, otherwise a line every
// few seconds. It writes no results, so it belongs on standard error.
//
// UntilInterrupted ends work after Ctrl-C and similar signals. A Guard does the same for a run,
// and one more signal asks the run for a checkpoint. IgnorePipes keeps a program running after the
// reader of its pipe has gone.
package terminal
