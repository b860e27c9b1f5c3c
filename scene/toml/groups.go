package toml

import (
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

// Forces on groups: those that depend on several masses at once.

func addSpin(f *sceneFile, t *parse.Table, s *scene.Scene, folder string) {
	spin := spinFrom(t)
	spin.Masses = f.massesOf(t, s.Model)
	if name := t.Text("table"); name != "" {
		spin.Table = f.curveOf(t, "table", name, folder, scene.OpenCurve)
	}
	s.Params.Spins = append(s.Params.Spins, spin)
}

func spinFrom(t *parse.Table) model.Spin {
	return model.Spin{Name: t.Text("name"), Axis: t.Direction("axis", model.Vec3{}), Speed: t.Number("speed", 0),
		Table: t.Curve("table"), Damping: t.Number("damping", 0), Limit: t.Number("limit", 0)}
}
