package toml

import (
	"slices"

	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/words"
)

func (f *sceneFile) addOutputs(s *scene.Scene) {
	f.Each("output", func(t *parse.Table) {
		f.massesOf(t, s.Model) // unknown groups are reported
		what := t.Text("what")
		fields, pictured := outputFields(what), what == "png" || what == "mp4"
		for _, field := range t.Texts("fields") {
			if !slices.Contains(fields, field) {
				f.FaultAt(t, "fields", "%s has no field %q; it has %s", what, field, words.Enumerated(fields))
			}
		}
		if pictured && t.Value("group") != nil {
			f.FaultAt(t, "group", "%s is of all masses; leave group out", what)
		}
		s.Outputs = append(s.Outputs, scene.OutputRequest{What: t.Text("what"), Every: t.Number("every", 0), File: t.Text("file"), Groups: t.Texts("group"), Fields: t.Texts("fields")})
	})
}

// outputFields are the quantities that a format has.
func outputFields(what string) []string {
	switch what {
	case "vtu":
		return []string{"positions", "velocity", "strain", "force"}
	case "npz", "lammps":
		return []string{"positions", "velocity"}
	case "csv":
		return []string{"positions", "velocity", "energy"}
	}
	return []string{"positions"}
}
