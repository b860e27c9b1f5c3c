package toml

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/rod/chain"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

// placement is where a mesh goes.
type placement struct {
	scale      float64
	turn       mgl64.Quat // zero: not at all
	move       model.Vec3 // [m]
	velocity   model.Vec3 // [m/s]
	whole      string     // group of all of it; empty: none
	replacedBy *model.Material
}

func placeFrom(t *parse.Table) placement {
	p := placement{scale: 1, turn: t.Turn("turn"), move: t.Vector("move", model.Vec3{}), velocity: t.Vector("velocity", model.Vec3{}), whole: t.Text("name")}
	if !scalesItself(t) {
		p.scale = t.Number("scale", 1)
	}
	return p
}

// asIs says that nothing happens to the mesh.
func (p placement) asIs() bool { return p == placement{scale: 1} }

// prepare scales the mesh and gives it its material; it is the mesh's only owner.
func (p placement) prepare(s *scene.Scene) {
	m := s.Model
	if s.Start == nil {
		s.Start = m.Start()
	}
	if p.scale != 1 {
		for i := range m.RestPosition {
			m.RestPosition[i] = m.RestPosition[i].Mul(p.scale)
			s.Start.Position[i] = s.Start.Position[i].Mul(p.scale)
		}
		for i := range m.RestLength {
			m.RestLength[i] *= p.scale
		}
	}
	if p.replacedBy != nil {
		m.Materials, m.Own = []model.Material{m.Materials[model.Removed], *p.replacedBy}, nil
		for i, material := range m.MaterialOf {
			m.MaterialOf[i] = min(material, 1)
		}
		m.Segments = nil
		chain.Frame(m)
		m.StartSegments(s.Start)
	}
}

// put moves the start of a mesh that was merged.
func (p placement) put(s *model.State) {
	for i := range s.Position {
		if p.turn != (mgl64.Quat{}) {
			s.Position[i], s.Velocity[i] = p.turn.Rotate(s.Position[i]), p.turn.Rotate(s.Velocity[i])
		}
		s.Position[i] = s.Position[i].Add(p.move)
		s.Velocity[i] = s.Velocity[i].Add(p.velocity)
	}
}
