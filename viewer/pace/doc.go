// Package pace controls how fast a window goes: it chooses how many steps are taken
// before the next picture, and measures how fast simulated time goes by against the clock
// on the wall. It reads no clock: the caller measures.
package pace
