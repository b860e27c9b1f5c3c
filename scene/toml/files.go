package toml

import (
	"io"

	"hooke/safefile"
	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
)

// Files are the names of the files that a scene file names, as it writes them, as far as
// the scene file can be understood, with settings as in Options. Names that lead out of its folder
// are left out.
func Files(path string, settings []string) (names []string) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, parse.MaxSceneBytes))
	if err != nil {
		return nil
	}
	return FilesIn(data, path, settings)
}

// FilesIn is Files of the text of a scene file.
func FilesIn(data []byte, path string, settings []string) (names []string) {
	for _, t := range parse.Tables(data, path, settings...) {
		for _, name := range filesOf(t) {
			if parse.Stray(name) == "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// filesOf are the names of files that a table has the scene read.
func filesOf(t *parse.Table) (names []string) {
	described := spec.Of(t.Name)
	if described == nil || t.Name == "output" {
		return nil
	}
	for _, pair := range t.Values {
		if key := described.Key(pair.Name); key != nil && (key.Kind == spec.File || key.Kind == spec.Curve) && pair.Value.Text != "" {
			names = append(names, pair.Value.Text)
		}
	}
	return names
}
