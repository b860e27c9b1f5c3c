//go:build !linux

package memory

// InLargePages returns the array as it is: only Linux is asked for large pages.
func InLargePages[T any](array []T) []T { return array }
