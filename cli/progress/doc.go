// Package progress tells people how far a work is: a bar on a terminal, otherwise a line
// every few seconds. Nothing that it writes is a result, so it belongs on standard error.
package progress
