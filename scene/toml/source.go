package toml

import (
	"path/filepath"
	"strings"

	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
)

// Source is a scene file that is made many times, with other settings. It is frozen, but for the distances of
// fields that it remembers. NewSource makes it.
type Source struct {
	text    *parse.Source
	path    string
	muscles muscled
	fields  *fieldMemory
}

// folder returns where the files of the scene are.
func (s *Source) folder() string { return filepath.Dir(s.path) }

// NewSource reads the text of a scene file, whose path is for messages and for the folder of the
// files that it names.
func NewSource(data []byte, path string) *Source {
	return &Source{text: parse.NewSource(data, path), path: path, fields: &fieldMemory{}}
}

// Written is a scene file with settings.
type Written struct {
	Text  string   // the scene file with the settings written into it; see parse.Canonical
	Files []string // that it names below its folder, each once
}

// Judge finds faults of the scene file with settings that show without reading other files.
func (s *Source) Judge(settings []string) (Written, error) {
	f := &sceneFile{File: s.sourceFor(settings...).With(settings...)}
	out := Written{f.Canonical(), filesIn(f.Tables)} // before variables are evaluated
	f.judgeAll()
	return out, f.Err()
}

// Write writes the scene file with settings. It finds faults of syntax alone.
func (s *Source) Write(settings []string) (Written, error) {
	f := s.sourceFor(settings...).With(settings...)
	return Written{f.Canonical(), filesIn(f.Tables)}, f.Err()
}

// NamesFile reports whether a key, such as mesh[0].file, holds the name of a file, or may hold one.
func NamesFile(path string) bool {
	path, _, _ = strings.Cut(path, "=")
	table, key, _ := strings.Cut(path, ".")
	table, _, _ = strings.Cut(table, "[")
	key, _, _ = strings.Cut(key, "[")
	if described := spec.Of(strings.TrimSpace(table)); described != nil {
		found := described.Key(strings.TrimSpace(key))
		return found != nil && found.Kind.MayName()
	}
	return false
}

// Overwritten returns the settings that later ones overwrite; see parse.Source.
func (s *Source) Overwritten(settings []string) []parse.Overwrite {
	return s.sourceFor(settings...).Overwritten(settings...)
}

// Numbers returns the numbers of a key, as the scene has it with settings; see parse.NumbersAt.
func (s *Source) Numbers(path string, settings []string) ([]parse.Found, error) {
	return s.sourceFor(append(settings[:len(settings):len(settings)], path)...).NumbersAt(path, settings...)
}

// Open makes the scene.
func (s *Source) Open(o Options) (*scene.Scene, error) {
	f, err := s.judged(o)
	if err != nil {
		return nil, err
	}
	return f.build(s.folder())
}

// judged returns the file without faults.
func (s *Source) judged(o Options) (*sceneFile, error) {
	source := s.sourceFor(o.Settings...)
	f := &sceneFile{File: source.With(o.Settings...), options: o, measured: s.fields}
	if !o.Layered && len(o.Settings) > 1 {
		for _, w := range source.Overwritten(o.Settings...) {
			f.FaultOfSetting(o.Settings, w.Setting, "%s", w.Words(func(setting int) string { return o.Settings[setting] }))
		}
	}
	f.judgeAll()
	return f, f.Err()
}
