// Package pace is how fast a window goes: how many steps are taken before the next picture,
// and how fast simulated time goes by against the clock on the wall. It reads no clock: the
// caller measures.
package pace
