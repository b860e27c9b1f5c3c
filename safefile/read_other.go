//go:build !unix

package safefile

// openAtOnce is 0 on systems where pipes have no names.
const openAtOnce = 0
