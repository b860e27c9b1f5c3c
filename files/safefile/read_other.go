//go:build !unix

package safefile

// openAtOnce is 0 on systems where pipes have no names.
const openAtOnce = 0

// notThrough is 0 on systems where an opening cannot refuse links.
const notThrough = 0

// nobodyReads returns false: pipes have no names here.
func nobodyReads(error) bool { return false }
