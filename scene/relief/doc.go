// Package relief makes the heights of a terrain, by a generator or from a file.
package relief
