package toml

import (
	"fmt"
	"slices"

	"hooke/physics/measure"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

func (f *sceneFile) addOutputs(s *scene.Scene) {
	f.Each("output", func(t *parse.Table) {
		f.massesOf(t, s.Model) // unknown groups are reported
		what := t.Text("what")
		asked := scene.OutputRequest{What: what, Every: t.Number("every", 0), File: t.Text("file"), Groups: t.Texts("group"), Fields: t.Texts("fields"), Of: t.Texts("of"),
			Float64: t.Flag("float64"), Compress: t.Flag("compress"), Place: f.PlaceOf(t, "file")}
		if key, why := asked.Fault(); key != "" {
			f.FaultAt(t, key, "%s", why)
		}
		if (what == "png" || what == "mp4") && t.Value("group") != nil {
			f.FaultAt(t, "group", "%s shows all masses; leave group out", what)
		}
		f.checkReaction(t, s)
		s.Outputs = append(s.Outputs, asked)
	})
}

// checkReaction reports faults of a reaction that an output requests.
func (f *sceneFile) checkReaction(t *parse.Table, s *scene.Scene) {
	fields, of := t.Texts("fields"), t.Texts("of")
	switch wanted, what := slices.Contains(fields, "reaction"), t.Text("what"); {
	case wanted && (what == "png" || what == "mp4"):
		if of != nil {
			f.FaultAt(t, "of", "a picture shows the forces on all contacts, pins and guides; leave of out")
		}
		return
	case !wanted && of != nil:
		f.FaultAt(t, "of", "of belongs to fields = [\"reaction\"], which is missing; add it, or leave of out")
		return
	case wanted && len(of) == 0:
		f.FaultAt(t, "fields", "reaction needs of, whose reaction it is: contact[N], pin[N], guide[N] or collision")
		return
	case wanted && (len(fields) > 1 || t.Value("group") != nil):
		f.FaultAt(t, "fields", "reaction is a table of its own; give other fields and group to another [[output]]")
		return
	}
	for i, text := range of {
		n, err := measure.ParseReaction(text)
		if err == nil {
			err = n.Check(s.Params, s.Pins)
		}
		if err == nil && slices.Contains(of[:i], text) {
			err = fmt.Errorf("%s is given twice; leave one out", text)
		}
		if err != nil {
			f.FaultAt(t, "of", "%v", err)
		}
	}
}
