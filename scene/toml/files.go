package toml

import (
	"io"
	"slices"

	"hooke/files/safefile"
	"hooke/model"
	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
)

// Files returns the names of the files that a scene file names, as it writes them, as far as
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
	return filesIn(parse.Tables(data, path, settings...))
}

// filesIn returns the names of the files that tables have the scene read, each once, without those that lead out
// of its folder.
func filesIn(tables []*parse.Table) (names []string) {
	for _, t := range tables {
		for _, name := range filesOf(t) {
			if parse.Stray(name) == "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// filesOf returns the names of files that a table has the scene read.
func filesOf(t *parse.Table) (names []string) {
	described := spec.Of(t.Name)
	if described == nil || t.Name == "output" {
		return nil
	}
	for _, pair := range t.Values {
		if key := described.Key(pair.Name); key != nil && key.Kind.MayName() && pair.Value.Text != "" {
			names = append(names, pair.Value.Text)
		}
	}
	return names
}

// curveOf reads the curve of a file that a key names.
func (f *sceneFile) curveOf(t *parse.Table, key, name, folder string, open func(path string) (model.Curve, error)) model.Curve {
	path, err := inside(folder, name)
	if err == nil {
		var c model.Curve
		if c, err = open(path); err == nil {
			return c
		}
	}
	f.FaultAt(t, key, "%s", err)
	return model.Curve{}
}
