package scene

import (
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Files are the files that Open reads for a name, to look for changes of: a mesh
// file, the mass file of the options, or a scene file with the meshes, masses and
// curves that it names, as far as it can be understood. A preset has none. It reads
// the scene file only; files that are not there are listed, too. Other files that a
// mesh leads to (glTF buffers, TetGen's other half) are not.
func Files(nameOrPath string, o Options) []string {
	if slices.Contains(presetNames(), nameOrPath) {
		return nil
	}
	files := []string{nameOrPath}
	if o.MassFile != "" {
		files = append(files, o.MassFile)
	}
	if !isTOML(nameOrPath) {
		return files
	}
	file, err := os.Open(nameOrPath)
	if err != nil {
		return files
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxSceneBytes))
	if err != nil {
		return files
	}
	f := &tomlFile{name: nameOrPath, data: data}
	for _, t := range f.parseTables() {
		for _, name := range t.reads() {
			if path := filepath.Join(filepath.Dir(nameOrPath), name); strayPath(name) == "" && !slices.Contains(files, path) {
				files = append(files, path)
			}
		}
	}
	return files
}

// reads are the names of files that a table has the scene read.
func (t *tomlTable) reads() (names []string) {
	spec := specOf(t.name)
	if spec == nil || t.name == "output" {
		return nil
	}
	for _, pair := range t.values {
		if key := spec.key(pair.name); key != nil && (key.kind == aFile || key.kind == curve) && pair.value.text != "" {
			names = append(names, pair.value.text)
		}
	}
	return names
}
