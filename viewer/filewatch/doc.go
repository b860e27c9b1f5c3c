// Package filewatch tells when files have changed on disk, so that what was read of them can
// be read again.
package filewatch
