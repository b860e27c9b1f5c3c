package toml

import (
	"slices"
	"strings"
	"sync"

	"hooke/model"
	"hooke/scene/toml/parse"
)

// muscled is the text of a scene file with a table [[actuator]] for each muscle that its meshes bring, so
// that settings can name these. It holds the latest one.
type muscled struct {
	lock sync.Mutex
	of   string        // settings that determine the meshes
	text *parse.Source // nil: none was made yet
}

// sourceFor returns the text that settings are written into. Where they name an actuator, and the file has none,
// that is the text with the muscles of its meshes. It stays the plain one where the meshes have none, or cannot be made, which is
// told elsewhere.
func (s *Source) sourceFor(settings ...string) *parse.Source {
	if !slices.ContainsFunc(settings, namesActuator) || s.text.Has("actuator") {
		return s.text
	}
	var others, structure []string
	for _, one := range settings {
		if namesActuator(one) {
			continue
		}
		others = append(others, one)
		if tableOf(one) != "run" && tableOf(one) != "contact" {
			structure = append(structure, one)
		}
	}
	key := strings.Join(structure, "\n")
	s.muscles.lock.Lock()
	defer s.muscles.lock.Unlock()
	if s.muscles.text == nil || s.muscles.of != key {
		s.muscles.of, s.muscles.text = key, s.withMuscles(others)
	}
	return s.muscles.text
}

// withMuscles returns the text with the muscles that meshes bring, with these settings.
func (s *Source) withMuscles(settings []string) *parse.Source {
	f := &sceneFile{File: s.text.With(settings...)}
	f.judgeAll()
	if f.Faulty() {
		return s.text
	}
	made, err := f.build(s.folder())
	if err != nil || len(made.Params.Actuators) == 0 {
		return s.text
	}
	w := &writer{}
	for _, a := range made.Params.Actuators {
		if a.Wave == model.Table {
			return s.text // scene files have no numbers of a wave
		}
		w.actuator(a)
	}
	return s.text.Plus(w.out.String())
}

// tableOf returns the table that a setting, or a path, names.
func tableOf(setting string) string {
	path, _, _ := strings.Cut(setting, "=")
	table, _, _ := strings.Cut(path, ".")
	table, _, _ = strings.Cut(table, "[")
	return strings.TrimSpace(table)
}

func namesActuator(setting string) bool { return tableOf(setting) == "actuator" }
