package scene

import (
	"io"

	"hooke/safefile"
)

// filesNamed are the names of files that a scene file has read, as it has them, as far as
// it can be understood: those that lead out of its folder are left out.
func filesNamed(path string) (names []string) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxSceneBytes))
	if err != nil {
		return nil
	}
	for _, t := range tablesOf(data, path) {
		for _, name := range filesOf(t) {
			if strayPath(name) == "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// filesOf are the names of files that a table has the scene read.
func filesOf(t *tomlTable) (names []string) {
	described := specOf(t.name)
	if described == nil || t.name == "output" {
		return nil
	}
	for _, pair := range t.values {
		if key := described.key(pair.name); key != nil && (key.kind == aFile || key.kind == curve) && pair.value.text != "" {
			names = append(names, pair.value.text)
		}
	}
	return names
}
