package export

import (
	"fmt"
	"image"
	"slices"

	"hooke/measure"
	"hooke/model"
	"hooke/safefile"
)

// Frame is a state of a run as series take it, with the rest lengths and the picture at
// that time.
type Frame struct {
	model.Snapshot
	Full      *model.State // the same state in all of the engine's precision; nil: nobody asked for it, or it has no more
	RestScale []float64    // L0(t)/L0 of each actuator's springs; nil: 1
	Picture   *image.RGBA  // of the structure; nil: no picture was drawn
}

// Fields are the names of quantities to write; nil: all that a format has.
type Fields []string

// Have says whether a quantity is to be written.
func (f Fields) Have(name string) bool { return f == nil || slices.Contains(f, name) }

// SeriesProgress is how far a series has come. A checkpoint keeps it, and a resumed run
// continues the series from there.
type SeriesProgress struct {
	Frames int64           `json:"frames"`          // written so far
	Parts  []safefile.Mark `json:"parts,omitempty"` // how far each growing file is
}

// Series takes frames in the order of time and writes files of them. Settle puts all
// frames so far on the disk and says how far the files are. Close completes the files.
// Discard removes them, apart from what an earlier part of the run wrote. Not safe for
// concurrent use; see Recorder.
type Series interface {
	Frame(f *Frame) error
	Settle() (SeriesProgress, error)
	Close() error
	Discard()
	Files() []string // the files that a user opens
}

// springsOf evaluates the springs of a model in frames.
type springsOf struct {
	model *model.Model
	law   *measure.Springs
	alive []uint32 // the springs that are not removed

	strain, force, stress []float32 // of the springs in alive
	degree                []float32 // number of springs of each mass; nil before means needs it
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

// evaluate fills strain, force [N] and stress [Pa], as package measure defines them.
// Strain and stress of a spring without a rest length are NaN.
func (s *springsOf) evaluate(f *Frame) {
	for at, i := range s.alive {
		r := s.law.InSnapshot(&f.Snapshot, int(i), f.RestScale)
		s.strain[at], s.force[at], s.stress[at] = float32(r.Strain), float32(r.Force), float32(r.Stress)
	}
}

// means are the means over the springs of each mass; 0 for a mass without springs.
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

// check returns an error unless the frame has the masses of a model.
func (f *Frame) check(m *model.Model) error {
	if len(f.Position) != m.MassCount() || len(f.Velocity) != m.MassCount() {
		return fmt.Errorf("export: a frame of %d positions and %d velocities for %d masses", len(f.Position), len(f.Velocity), m.MassCount())
	}
	return nil
}

func wide(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}
