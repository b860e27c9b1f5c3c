package toml

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"hooke/scene/toml/spec"
)

// IsScene says whether a file is a scene file: by its extension, or by a first
// line that is a table or a key of one. What is no plain file is a mesh: a pipe
// gives its bytes once, and they belong to whoever reads it.
func IsScene(path string) bool {
	if strings.EqualFold(filepath.Ext(path), ".toml") {
		return true
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	start := make([]byte, 4096)
	n, _ := io.ReadFull(file, start)
	for line := range bytes.Lines(bytes.TrimPrefix(start[:n], []byte("\ufeff"))) {
		text := strings.TrimSpace(string(line))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if key, _, found := strings.Cut(text, "="); found && strings.TrimSpace(key) == "name" {
			return true
		}
		table, _, _ := strings.Cut(strings.TrimLeft(text, "["), "]")
		return strings.HasPrefix(text, "[") && table != "" && spec.Of(table) != nil
	}
	return false
}
