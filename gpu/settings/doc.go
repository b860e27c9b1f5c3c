// Package settings puts the parameters of a run on the device: its step, contacts, loads,
// guides, and the signals, which change with time. Settings hold what is computed once from
// parameters; SetParams of the engine replaces them.
package settings
