package judge

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// The law of a spring that is stretched more than the solver has pushed is off by that, and is told with the
// substeps that help; what rounding of positions explains is not.
func TestDefect(t *testing.T) {
	m := modeltest.Rope(4)
	p := model.Params{DT: 0.01, Substeps: 8, Integrator: model.Impulses}
	s, k := m.Start(), m.Materials[m.MaterialOf[0]].Stiffness
	s.Position[3][0] += 0.01 // the last spring is along x
	way := s.Position[3].Sub(s.Position[2])
	law := k * (way.Len() - m.RestLength[2])
	s.SpringForce = []float64{0, 0, 0.5 * law}
	d := DefectOf(m, p, s, nil, 0)
	if d.Spring != 2 || math.Abs(d.Share-1) > 1e-9 || math.Abs(d.Law-law) > 1e-9*law || law == 0 {
		t.Errorf("%+v; the law says %g N", d, law)
	}
	for _, part := range []string{"spring 2", "100 %", "32 substeps"} {
		if words := d.Words(p); !strings.Contains(words, part) {
			t.Errorf("%q says nothing of %q", words, part)
		}
	}
	if d := DefectOf(m, p, s, nil, 1); d.Share != 0 {
		t.Errorf("with positions that say nothing: %+v", d)
	}
	if s.SpringForce[2] = 0.97 * law; DefectOf(m, p, s, nil, 0).Words(p) != "" {
		t.Error("3 % are told")
	}
	if s.SpringForce = nil; DefectOf(m, p, s, nil, 0) != (Defect{}) {
		t.Error("without forces there is a defect")
	}
}
