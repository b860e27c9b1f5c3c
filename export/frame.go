package export

import (
	"fmt"
	"math"

	"hooke/model"
)

// Frame is a state of a run as the writers of series take it, with what
// actuators do then.
type Frame struct {
	model.Snapshot
	RestScale []float64 // L0(t)/L0 of each actuator's springs; nil: 1
}

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

	strain, force []float32 // of the alive ones
}

// newSprings resolves the materials for steps of dt [s]. 28 bytes per spring.
func newSprings(m *model.Model, dt float64) *springsOf {
	s := &springsOf{model: m, own: model.NewResolver(m, dt).All(nil)}
	for i, material := range m.MaterialOf {
		if material != model.Removed {
			s.alive = append(s.alive, uint32(i))
		}
	}
	s.strain, s.force = make([]float32, len(s.alive)), make([]float32, len(s.alive))
	return s
}

// evaluate fills strain, (L − L0(t))/L0(t), and force, k (L − L0(t)) + c dL/dt
// [N], positive where a spring pulls. A spring without rest length has no strain:
// it is NaN.
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
	}
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
