package export

import (
	"fmt"
	"image"
	"math"
	"slices"

	"hooke/model"
)

// Frame is a state of a run as the writers of series take it, with what
// actuators do then.
type Frame struct {
	model.Snapshot
	RestScale []float64   // L0(t)/L0 of each actuator's springs; nil: 1
	Picture   *image.RGBA // of the structure then; nil: none was drawn
}

// Fields are the quantities to be written; nil: all that a format has.
type Fields []string

// Have says whether a quantity is to be written.
func (f Fields) Have(name string) bool { return f == nil || slices.Contains(f, name) }

// Series takes frames in the order of time and makes files of them. Close
// completes what is not complete yet; Discard leaves nothing of it. Not safe for
// concurrent use; see Recorder.
type Series interface {
	Frame(f *Frame) error
	Close() error
	Discard()
	Files() []string // what a user opens
}

// springsOf evaluates springs in frames: strain and force of each that is there.
type springsOf struct {
	model *model.Model
	own   []model.Coefficients // by spring
	alive []uint32             // springs that are not removed

	strain, force, stress []float32 // of the alive ones
	degree                []float32 // springs of each mass; nil until somebody asks
}

// newSprings resolves the materials for steps of dt [s]. 32 bytes per spring.
func newSprings(m *model.Model, dt float64) *springsOf {
	s := &springsOf{model: m, own: model.NewResolver(m, dt).All(nil)}
	for i, material := range m.MaterialOf {
		if material != model.Removed {
			s.alive = append(s.alive, uint32(i))
		}
	}
	s.strain, s.force, s.stress = make([]float32, len(s.alive)), make([]float32, len(s.alive)), make([]float32, len(s.alive))
	return s
}

// evaluate fills strain, (L − L0(t))/L0(t), and force, k (L − L0(t)) + c dL/dt
// [N], positive where a spring pulls, and stress, force/L0² [Pa]. A spring without
// rest length has neither strain nor stress: they are NaN.
func (s *springsOf) evaluate(f *Frame) {
	m := s.model
	for at, i := range s.alive {
		a, b := m.Ends[i][0], m.Ends[i][1]
		d := wide(f.Position[b]).Sub(wide(f.Position[a]))
		length, rest := d.Len(), m.RestLength[i]
		if m.ActuatorOf != nil && m.ActuatorOf[i] > 0 && f.RestScale != nil {
			rest *= f.RestScale[m.ActuatorOf[i]-1]
		}
		s.strain[at] = float32((length - rest) / rest)
		if rest == 0 {
			s.strain[at] = float32(math.NaN())
		}
		k, c := s.coefficients(int(i))
		force := 0.0
		if length >= 1e-12 {
			speed := wide(f.Velocity[b]).Sub(wide(f.Velocity[a])).Dot(d.Mul(1 / length))
			force = k*(length-rest) + c*speed
			if m.Materials[m.MaterialOf[i]].TensionOnly && (length <= rest || force < 0) {
				force = 0
			}
		}
		if m.PinOf(int(a))&m.PinOf(int(b)) == model.PinAll {
			force = 0 // of a spring between pinned masses
		}
		s.force[at] = float32(force)
		s.stress[at] = float32(force / (m.RestLength[i] * m.RestLength[i]))
		if m.RestLength[i] == 0 {
			s.stress[at] = float32(math.NaN())
		}
	}
}

// means are those of each mass over its springs; 0 for a mass without any.
func (s *springsOf) means(of []float32) []float32 {
	m := s.model
	if s.degree == nil {
		s.degree = make([]float32, m.MassCount())
		for _, i := range s.alive {
			s.degree[m.Ends[i][0]]++
			s.degree[m.Ends[i][1]]++
		}
	}
	sums := make([]float64, m.MassCount())
	for at, i := range s.alive {
		sums[m.Ends[i][0]] += float64(of[at])
		sums[m.Ends[i][1]] += float64(of[at])
	}
	out := make([]float32, len(sums))
	for i, sum := range sums {
		out[i] = float32(sum / float64(max(1, s.degree[i])))
	}
	return out
}

func (s *springsOf) coefficients(i int) (k, c float64) {
	if s.own == nil { // the palette says everything
		material := &s.model.Materials[s.model.MaterialOf[i]]
		return material.Stiffness, material.Damping
	}
	return s.own[i].Stiffness, s.own[i].Damping
}

func wide(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

// check makes sure that a frame belongs to a model.
func (f *Frame) check(m *model.Model) error {
	if len(f.Position) != m.MassCount() || len(f.Velocity) != m.MassCount() {
		return fmt.Errorf("export: a frame of %d positions and %d velocities for %d masses", len(f.Position), len(f.Velocity), m.MassCount())
	}
	return nil
}
