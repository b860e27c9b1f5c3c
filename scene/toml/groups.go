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

// addWater adds the water of a scene. Masses displace water by the density of the table, else by
// that of their mesh, else by their springs.
func addWater(f *sceneFile, t *parse.Table, s *scene.Scene, _ string) {
	w := waterFrom(t)
	if t.Value("body_density") == nil {
		f.Each("mesh", func(mesh *parse.Table) {
			density := mesh.Number("density", 0)
			if density <= 0 {
				return
			}
			if f.Count("mesh") == 1 {
				w.Bodies = append(w.Bodies, model.Displaced{Density: density})
			} else if group, ok := s.Model.Group(mesh.Text("name")); ok {
				w.Bodies = append(w.Bodies, model.Displaced{Masses: group.Masses, Density: density})
			} else {
				f.FaultAt(t, "", "a mesh with a density has no name, and so no group that water could know it by; give it a name, or the water body_density")
			}
		})
	}
	s.Params.Water = w
}

// waterFrom returns the water of a table; body_density names all masses.
func waterFrom(t *parse.Table) model.Water {
	w := model.Water{Level: t.Number("level", 0), Density: t.Number("density", 1000), Drag: t.Number("drag", 1), Damping: t.Number("damping", 0),
		Velocity: t.Vector("velocity", model.Vec3{}), Wave: t.Number("wave", 0)}
	if w.Wave > 0 {
		w.WaveLength, w.WaveDirection = t.Number("wave_length", 0), t.Direction("wave_direction", model.Vec3{1, 0, 0})
	}
	if density := t.Number("body_density", 0); density > 0 {
		w.Bodies = []model.Displaced{{Density: density}}
	}
	return w
}

func addPressure(f *sceneFile, t *parse.Table, s *scene.Scene, _ string) {
	p := pressureFrom(t)
	p.Masses = f.massesOf(t, s.Model)
	s.Params.Pressures = append(s.Params.Pressures, p)
}

// pressureFrom returns the pressure of a table, whose keys gas and bulk say how it follows the
// volume.
func pressureFrom(t *parse.Table) model.Pressure {
	p := model.Pressure{Name: t.Text("name"), Pressure: t.Number("pressure", 0)}
	switch {
	case t.Value("gas") != nil:
		p.Kind, p.Exponent = model.GasPressure, t.Number("gas", 0)
	case t.Value("bulk") != nil:
		p.Kind, p.Bulk = model.BulkPressure, t.Number("bulk", 0)
	}
	return p
}
