// Package progress tells people how far work is: a bar on a terminal, else a line every
// few seconds. Nothing of it is a result, so it belongs on standard error.
package progress
