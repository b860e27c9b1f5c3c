// Package filewatch says when files have changed on disk, so that what was read from
// them can be read again.
package filewatch
