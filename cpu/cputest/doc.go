// Package cputest provides structures of every kind for the tests of the engine cpu and its
// packages, and reads the springs of a table back from it. Only test files import it.
package cputest
