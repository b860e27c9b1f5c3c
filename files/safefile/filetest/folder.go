// Package filetest inspects files that tests have written. Only test files import it.
package filetest

import (
	"os"
	"strings"
	"testing"

	"hooke/must"
)

// Names lists a folder, so that a test can say that nothing stayed behind.
func Names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	must.Do(t, err)
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

// Content returns the content of a file.
func Content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	must.Do(t, err)
	return string(data)
}
