// Package gputest provides structures for tests of the engine gpu and its packages: random
// ones, and grids of various regularity. Only test files import it.
package gputest
