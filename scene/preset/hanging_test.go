package preset_test

import (
	"errors"
	"math"
	"testing"

	"hooke/cpu"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
)

// hung looks at a preset that steps at 1/60 s by impulses, after each of so many seconds.
func hung(t *testing.T, name string, seconds []int, look func(s *scene.Scene, after int, end *model.Snapshot)) {
	t.Helper()
	s := must.Get(preset.Of(name).Open(scene.Options{}))(t)
	if s.Params.Integrator != model.Impulses || math.Abs(s.Params.DT-1./60) > 1e-12 {
		t.Fatalf("%s: %v, dt %g s", name, s.Params.Integrator, s.Params.DT)
	}
	e := must.Get(cpu.New(s.Model, s.Params, cpu.Options{Threads: 1}))(t)
	defer e.Close()
	must.Do(t, e.Reset(s.Start))
	before := 0
	for _, after := range seconds {
		var end model.Snapshot
		must.Do(t, errors.Join(e.Step(60*(after-before)), e.Finish(), e.Read(&end)))
		look(s, after, &end)
		before = after
	}
}

// between is the distance of two masses [m].
func between(at *model.Snapshot, ends model.Ends) float64 {
	sum := 0.0
	for axis := range 3 {
		d := float64(at.Position[ends[1]][axis]) - float64(at.Position[ends[0]][axis])
		sum += d * d
	}
	return math.Sqrt(sum)
}

// The curtain keeps its length: no mass is farther from its ring than the cloth between them and
// the slack of its attachment, and the draft has moved its lower edge out of the way it hung.
func TestCurtain(t *testing.T) {
	hung(t, "curtain", []int{2}, func(s *scene.Scene, _ int, end *model.Snapshot) { lookAtCurtain(t, s.Model, end) })
}

func lookAtCurtain(t *testing.T, m *model.Model, end *model.Snapshot) {
	for k := m.SpringCount() - m.Attachments; k < m.SpringCount(); k++ {
		ends := m.Ends[k]
		way := between(end, ends)
		if way > 1.001*m.RestLength[k] {
			t.Errorf("mass %d is %g m from its ring, %g m of cloth", ends[0], way, m.RestLength[k])
		}
	}
	if m.Attachments < 900 {
		t.Errorf("%d attachments", m.Attachments)
	}
	var out float64
	for i := range 31 {
		out += (float64(end.Position[i][1]) - m.RestPosition[i][1]) / 31
	}
	if !(out > 0.1 && out < 1.9) {
		t.Errorf("the lower edge has moved by %g m along the draft", out)
	}
}

// Links of the net keep their length to 1 %, and the ball lifts its middle to its own top, and lets
// it fall.
func TestNet(t *testing.T) {
	const top = 1.3 + 0.45 + 0.3
	middle := map[int][2]float64{2: {top - 0.05, top + 0.1}, 3: {0, top - 0.4}}
	hung(t, "net", []int{2, 3}, func(s *scene.Scene, after int, end *model.Snapshot) {
		m := s.Model
		for k := range m.SpringCount() - m.Attachments {
			length := between(end, m.Ends[k])
			if math.Abs(length/m.RestLength[k]-1) > 0.01 {
				t.Errorf("after %d s link %d is %g m long, and rests at %g", after, k, length, m.RestLength[k])
			}
		}
		if z := float64(end.Position[m.MassCount()/2][2]); z < middle[after][0] || z > middle[after][1] {
			t.Errorf("after %d s the middle is at %g m, want %g", after, z, middle[after])
		}
	})
}
