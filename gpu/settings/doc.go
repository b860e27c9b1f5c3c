// Package settings puts the parameters of a run on the device: its step, contacts, loads,
// guides, and the signals of what changes with time. Settings are what follows from
// parameters once; SetParams of the engine replaces them.
package settings
