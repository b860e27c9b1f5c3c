// Package edited is a run as hands change it while it goes on: pins, cuts, paint, pushes,
// other parameters, another engine or another model. It keeps the state across all of that,
// goes back to the start, to the last good state, or to what was saved before its context
// was lost, and knows nothing of a window or of the pointer.
package edited
