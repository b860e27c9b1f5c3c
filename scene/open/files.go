package open

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"hooke/files/safefile"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/toml"
)

// Files lists the files that Open reads for a name, so that callers can watch them for
// changes: a mesh file, the mass file of the options, or a scene file with the meshes,
// masses and curves that it names, as far as it can be understood; no files for a preset.
// Files reads the scene file, and glTF files for the names of their buffers; it also
// lists files that do not exist.
func Files(nameOrPath string, o scene.Options) []string {
	if slices.Contains(preset.Names(), nameOrPath) {
		return nil
	}
	files := withCompanions(nil, nameOrPath)
	if o.MassFile != "" {
		files = append(files, o.MassFile)
	}
	if !toml.IsScene(nameOrPath) {
		return files
	}
	for _, name := range toml.Files(nameOrPath, optionsOf(o).Settings) {
		files = withCompanions(files, filepath.Join(filepath.Dir(nameOrPath), name))
	}
	return files
}

// mostGLTF is the greatest size of a glTF file that is read for the names of its buffers
// [bytes].
const mostGLTF = 16 << 20

// withCompanions adds a file to others, and the files that belong to it: the other half
// of a TetGen mesh, the buffers of a glTF file.
func withCompanions(files []string, path string) []string {
	more := []string{path}
	stem, extension := strings.TrimSuffix(path, filepath.Ext(path)), strings.ToLower(filepath.Ext(path))
	switch extension {
	case ".node", ".ele", ".face":
		more = append(more, stem+".node", stem+".ele", stem+".face")
	case ".gltf":
		more = append(more, buffersOf(path)...)
	}
	for _, file := range more {
		if !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// buffersOf lists the files of the buffers of a glTF file, as far as it can be read.
func buffersOf(path string) (files []string) {
	data, err := safefile.ReadFile(path, mostGLTF)
	if err != nil {
		return nil
	}
	var document struct{ Buffers []struct{ URI string } }
	if json.Unmarshal(data, &document) != nil {
		return nil
	}
	for _, b := range document.Buffers {
		if name, err := url.PathUnescape(b.URI); err == nil && b.URI != "" && !strings.HasPrefix(b.URI, "data:") && filepath.IsLocal(name) {
			files = append(files, filepath.Join(filepath.Dir(path), name))
		}
	}
	return files
}
