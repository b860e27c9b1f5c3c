package export

import (
	"fmt"
	"image"
	"slices"

	"hooke/measure"
	"hooke/model"
	"hooke/safefile"
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

// SeriesProgress is how far a series has come. A checkpoint keeps it, and a resumed run
// continues the series from there.
type SeriesProgress struct {
	Frames int64           `json:"frames"`          // written so far
	Parts  []safefile.Mark `json:"parts,omitempty"` // of the files that grow
}

// Series takes frames in the order of time and makes files of them. Settle puts what
// was written on the disk, for good; Close completes what is not complete yet; Discard
// leaves nothing of it, but what an earlier part of the run wrote. Not safe for
// concurrent use; see Recorder.
type Series interface {
	Frame(f *Frame) error
	Settle() (SeriesProgress, error)
	Close() error
	Discard()
	Files() []string // what a user opens
}

// springsOf evaluates springs in frames: what is measured of each that is there.
type springsOf struct {
	model *model.Model
	law   *measure.Springs
	alive []uint32 // springs that are not removed

	strain, force, stress []float32 // of the alive ones
	degree                []float32 // springs of each mass; nil until somebody asks
}

// newSprings resolves the materials for steps of dt [s]. 32 bytes per spring.
func newSprings(m *model.Model, dt float64) *springsOf {
	s := &springsOf{model: m, law: measure.Of(m, dt)}
	for i, material := range m.MaterialOf {
		if material != model.Removed {
			s.alive = append(s.alive, uint32(i))
		}
	}
	s.strain, s.force, s.stress = make([]float32, len(s.alive)), make([]float32, len(s.alive)), make([]float32, len(s.alive))
	return s
}

// evaluate fills strain, force [N] and stress [Pa], as package measure has them. A
// spring without rest length has neither strain nor stress: they are NaN.
func (s *springsOf) evaluate(f *Frame) {
	for at, i := range s.alive {
		r := s.law.InSnapshot(&f.Snapshot, int(i), f.RestScale)
		s.strain[at], s.force[at], s.stress[at] = float32(r.Strain), float32(r.Force), float32(r.Stress)
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

// check makes sure that a frame belongs to a model.
func (f *Frame) check(m *model.Model) error {
	if len(f.Position) != m.MassCount() || len(f.Velocity) != m.MassCount() {
		return fmt.Errorf("export: a frame of %d positions and %d velocities for %d masses", len(f.Position), len(f.Velocity), m.MassCount())
	}
	return nil
}

func wide(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}
