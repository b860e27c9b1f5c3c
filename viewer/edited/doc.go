// Package edited is a run that the user changes while it runs: pins, cuts, paint, pushes,
// other parameters, another engine or another model. It keeps the state across all of these,
// and can return to the start, to the last good state, or to the state saved before its
// context was lost. It does not depend on windows and pointers.
package edited
