//go:build !unix

package safefile

// openAtOnce is nothing where pipes have no names.
const openAtOnce = 0
