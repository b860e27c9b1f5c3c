// Package settings uploads the parameters of a run: its step, contacts, loads, guides, and
// the signals, which change with time. Settings hold data computed once from parameters;
// SetParams of the engine replaces them.
package settings
