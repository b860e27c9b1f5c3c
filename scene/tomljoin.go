package scene

import (
	"strings"

	"hooke/mesh/join"
	"hooke/model"
)

// checkJoins holds the keys of joins against each other.
func (f *sceneFile) checkJoins() {
	f.each("join", func(t *tomlTable) {
		switch material := t.value("material") != nil; {
		case t.text("how") != "connect":
		case material && t.value("stiffness") != nil:
			f.faultAt(t, "stiffness", "stiffness: material is given too; give one of the two")
		case material && t.value("damping") != nil:
			f.faultAt(t, "damping", "damping: material is given too; give one of the two")
		case !material && t.value("stiffness") == nil:
			f.faultIn(t, "stiffness is missing: k of the springs [N/m]; give it, or a material")
		}
	})
}

// addJoins joins bodies.
func (f *sceneFile) addJoins(s *Scene) {
	f.each("join", func(t *tomlTable) {
		known := true
		for _, key := range []string{"a", "b"} {
			if _, there := s.Model.Group(t.text(key)); !there {
				known = false
				f.faultAt(t, key, "group %q is unknown%s; known are %s", t.text(key), guess(t.text(key), groupNames(s.Model)), listed(groupNames(s.Model)))
			}
		}
		if !known {
			return
		}
		a, b, distance := t.text("a"), t.text("b"), t.number("distance", 0)
		if t.text("how") == "weld" {
			m, number, err := join.WeldNear(s.Model, a, b, distance)
			if err != nil {
				f.faultIn(t, "%s", strings.TrimPrefix(err.Error(), "mesh: weld: "))
				return
			}
			s.Start = weldState(s.Model, s.Start, m.MassCount(), number)
			s.Model = m
			return
		}
		material := f.materialOf(t)
		if material == nil {
			material = &model.Material{Name: a + " to " + b, Stiffness: t.number("stiffness", 0), Damping: t.number("damping", 0)}
		}
		if _, err := join.ConnectNear(s.Model, a, b, distance, *material); err != nil {
			f.faultIn(t, "%s", strings.TrimPrefix(err.Error(), "mesh: connect: "))
		}
	})
}

// weldState is the start of a model whose masses became others: those that became one
// start at their common center of mass, with their common momentum, or where the
// pinned one does.
func weldState(m *model.Model, start *model.State, count int, number []uint32) *model.State {
	out := &model.State{Step: start.Step, Time: start.Time, Position: make([]model.Vec3, count), Velocity: make([]model.Vec3, count)}
	weight, held := make([]float64, count), make([]bool, count)
	for i, n := range number {
		mass := m.Mass[i]
		switch {
		case held[n]:
			continue
		case m.PinOf(i) != 0:
			held[n] = true
			out.Position[n], out.Velocity[n], weight[n] = start.Position[i], start.Velocity[i], 1
			continue
		case weight[n] == 0:
			out.Position[n], out.Velocity[n] = start.Position[i], start.Velocity[i]
		default:
			share := mass / (weight[n] + mass)
			out.Position[n] = out.Position[n].Add(start.Position[i].Sub(out.Position[n]).Mul(share))
			out.Velocity[n] = out.Velocity[n].Add(start.Velocity[i].Sub(out.Velocity[n]).Mul(share))
		}
		weight[n] += mass
	}
	return out
}
