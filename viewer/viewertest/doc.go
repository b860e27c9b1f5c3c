// Package viewertest holds a recorded run for tests of windows and sessions. Only test files
// import it.
package viewertest
