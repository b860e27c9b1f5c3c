package toml

import (
	"strings"

	"hooke/mesh/join"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/words"
)

// checkJoins checks the keys of joins against each other.
func (f *sceneFile) checkJoins() {
	f.Each("join", func(t *parse.Table) {
		switch material := t.Value("material") != nil; {
		case t.Text("how") != "connect":
		case material && t.Value("stiffness") != nil:
			f.FaultAt(t, "stiffness", "stiffness: material is given too; give one of the two")
		case material && t.Value("damping") != nil:
			f.FaultAt(t, "damping", "damping: material is given too; give one of the two")
		case f.checkDamping(t):
		case !material && t.Value("stiffness") == nil:
			f.FaultIn(t, "stiffness is missing: k of the springs [N/m]; give it, or a material")
		}
	})
}

// addJoins joins bodies.
func (f *sceneFile) addJoins(s *scene.Scene) {
	f.Each("join", func(t *parse.Table) {
		known := true
		for _, key := range []string{"a", "b"} {
			if _, there := s.Model.Group(t.Text(key)); !there {
				known = false
				f.FaultAt(t, key, "%s", words.UnknownGroup(s.Model, t.Text(key)))
			}
		}
		if !known {
			return
		}
		a, b, distance := t.Text("a"), t.Text("b"), t.Number("distance", 0)
		if t.Text("how") == "weld" {
			m, number, err := join.WeldNear(s.Model, a, b, distance)
			if err != nil {
				f.joinFault(t, strings.TrimPrefix(err.Error(), "mesh: weld: "))
				return
			}
			s.Start = weldState(s.Model, s.Start, m.MassCount(), number)
			s.Model = m
			f.weldBends(number)
			return
		}
		material := f.materialOf(t)
		if material == nil {
			material = &model.Material{Name: a + " to " + b, Stiffness: t.Number("stiffness", 0), Damping: t.Number("damping", 0), DampingRatio: t.Number("damping_ratio", 0)}
		}
		if _, err := join.ConnectNear(s.Model, a, b, distance, *material); err != nil {
			f.joinFault(t, strings.TrimPrefix(err.Error(), "mesh: connect: "))
		}
	})
}

// joinFault adds the fault of a join, as a fault of its distance if it concerns that.
func (f *sceneFile) joinFault(t *parse.Table, words string) {
	key := blamed(t, words)
	if strings.Contains(words, " within ") {
		key = "distance"
	}
	f.FaultAt(t, key, "%s", words)
}

// weldState returns the start of a model whose masses became others: those that became one
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
