// Package edited is a run that hands change while it goes on: pins, cuts, paint,
// pushes, other parameters, another engine or another model. It keeps the state across
// all of these, and can go back to the start, to the last good state, or to the state
// that was saved before its context was lost. It knows no window and no pointer.
package edited
