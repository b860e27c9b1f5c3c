// Package gputest has structures for tests of the engine gpu and of its rooms: random ones,
// and grids more or less regular. Only test files import it.
package gputest
