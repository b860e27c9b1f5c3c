// Package cputest has structures of every kind for the tests of the engine cpu and of its
// rooms, and the springs that a table holds, read back from it. Only test files import it.
package cputest
