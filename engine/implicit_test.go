package engine_test

import (
	"math"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// Auto steps implicit Euler with the reference, and a stiff cube falls as gravity says: v = g t, and
// ½ g t² + ½ g h t below where it was, by the recurrence of the method with substeps of h.
func TestStiffCubesFallByImplicitEuler(t *testing.T) {
	s := must.Get(open.Scene("testdata/stiff-cube.toml", scene.Options{}))(t)
	e := must.Get(engine.New(engine.Auto, s.Model, s.Params, engine.Options{}))(t)
	defer e.Close()
	if is := e.Describe().Engine; is != engine.CPURef {
		t.Errorf("%s steps", is)
	}
	must.Do(t, e.Reset(s.Start))
	steps := int(math.Round(1 / s.Params.DT))
	must.Do(t, e.Step(steps))
	must.Do(t, e.Finish())
	var read model.Snapshot
	must.Do(t, e.Read(&read))
	got := read.State()
	h := s.Params.Substep().DT
	for i, v := range got.Velocity {
		fall := s.Start.Position[i][2] - got.Position[i][2]
		if math.Abs(v[2]+9.81) > 1e-5 || math.Abs(fall-9.81*(1+h)/2) > 1e-5 {
			t.Fatalf("mass %d: %g m/s after a fall of %g m, want -9.81 and %g", i, v[2], fall, 9.81*(1+h)/2)
		}
	}
}
