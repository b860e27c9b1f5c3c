package cpu

import (
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/preset"
)

func TestZZ(t *testing.T) {

	for _, c := range []string{"all", "nogust", "noair", "nolift"} {
		m, p := flagOf(t)
		switch c {
		case "nogust":
			p.Wind.Gust = 0
		case "noair":
			p.Wind = model.Wind{}
		case "nolift":
			p.Wind.Lift = 0
		}
		ref, _ := cpuref.New(m, p)
		e, err := New(m, p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := m.Start()
		for i := range s.Velocity {
			s.Velocity[i] = model.Vec3{float64(i%7) * 0.03, float64(i%5) * 0.1, float64(i%3) * 0.07}
		}
		s.RoundToFloat32()
		ref.Reset(s)
		e.Reset(s)
		ref.Step(1)
		e.Step(1)
		var n model.Snapshot
		e.Read(&n)
		worst, at, size := 0.0, 0, 0.0
		for i, v := range ref.State().Velocity {
			d := v.Sub(model.Vec3{float64(n.Velocity[i][0]), float64(n.Velocity[i][1]), float64(n.Velocity[i][2])}).Len()
			if d > worst {
				worst, at = d, i
			}
			size = max(size, v.Sub(s.Velocity[i]).Len())
		}
		t.Log(c, worst, at, size, m.PinOf(at), p.Integrator, p.QuadraticDrag, len(p.Contacts), len(m.Triangles), p.Wind)
		e.Close()
	}
}

func flagOf(t *testing.T) (*model.Model, model.Params) {
	s, err := preset.Of("flag").Open(scene.Options{Springs: 3000})
	if err != nil {
		t.Fatal(err)
	}
	return s.Model, s.Params
}
