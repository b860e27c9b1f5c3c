package gpu

import (
	"math"
	"os"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/model"
	"hooke/physics"
)

// longOr is how long a run is: short, or with HOOKE_LONG=1 (make test-long) long.
func longOr(short, long int) int {
	if os.Getenv("HOOKE_LONG") != "" {
		return long
	}
	return short
}

// Pinned masses and axes stay where they are to the last bit, whatever pulls
// at them, for 10⁵ steps; 10⁶ in the long form.
func TestPinnedMassesNeverMove(t *testing.T) {
	m, state := gputest.Random(35, 24, 60)
	for i := range m.Pin {
		m.Pin[i] = model.Pin(i % 8)
	}
	state.Velocity = make([]model.Vec3, len(state.Position))
	p := gputest.PerturbedParams()
	p.DT = physics.AutoStep(m, p)
	bothEngines(t, func(t *testing.T, newEngine maker, single bool) {
		e := newEngine(m, p)
		defer e.Close()
		must(t, e.Reset(state))
		s := after(t, e, longOr(100_000, 1_000_000))
		moved := 0
		for i := range s.Position {
			for axis := range 3 {
				same := float32(s.Position[i][axis]) == float32(state.Position[i][axis])
				if m.PinOf(i)>>axis&1 == 1 {
					if !same || s.Velocity[i][axis] != 0 {
						t.Fatalf("mass %d axis %d is pinned and moved", i, axis)
					}
				} else if !same {
					moved++
				}
			}
		}
		if moved < 20 {
			t.Errorf("only %d free axes moved: the test proves nothing", moved)
		}
	})
}

// degenerate are models that are odd and allowed.
func degenerate() []*model.Model {
	material := []model.Material{{}, {Name: "spring", Stiffness: 100, Damping: 0.1}, {Name: "loose"}, {Name: "cable", Stiffness: 100, Damping: 1, TensionOnly: true}}
	make1 := func(name string, positions []model.Vec3, ends []model.Ends, rest []float64, kinds []uint16) *model.Model {
		m := &model.Model{Name: name, RestPosition: positions, Mass: make([]float64, len(positions)), Ends: ends, RestLength: rest, MaterialOf: kinds, Materials: material}
		for i := range m.Mass {
			m.Mass[i] = 0.1
		}
		return m
	}
	hub := make1("hub", []model.Vec3{{0, 0, 3}}, nil, nil, nil)
	for i := range 10_000 {
		angle := float64(i) * 2.399963 // the golden angle: spread over the ball
		z := 1 - 2*(float64(i)+0.5)/10_000
		r := math.Sqrt(1 - z*z)
		hub.RestPosition = append(hub.RestPosition, model.Vec3{r * math.Cos(angle), r * math.Sin(angle), 3 + z})
		hub.Mass = append(hub.Mass, 0.1)
		hub.Ends = append(hub.Ends, model.Ends{0, uint32(i + 1)})
		hub.RestLength, hub.MaterialOf = append(hub.RestLength, 1.001), append(hub.MaterialOf, 1)
	}
	hub.Mass[0] = 1000
	massless := make1("massless pin", []model.Vec3{{0, 0, 1}, {0, 0, 0.5}, {0.1, 0, 1}}, []model.Ends{{0, 1}, {0, 2}}, []float64{0.4, 0.1}, []uint16{1, 1})
	massless.Mass = []float64{0, 0.1, 0}
	massless.Pin = []model.Pin{model.PinAll, 0, model.PinAll}
	return []*model.Model{
		make1("no masses", nil, nil, nil, nil),
		make1("no springs", []model.Vec3{{0, 0, 1}, {1, 0, 1}}, nil, nil, nil),
		make1("coincident masses", []model.Vec3{{0, 0, 1}, {0, 0, 1}}, []model.Ends{{0, 1}}, []float64{0.1}, []uint16{1}),
		make1("springs of no length", []model.Vec3{{0, 0, 1}, {0.2, 0, 1}, {0.2, 0, 1}}, []model.Ends{{0, 1}, {1, 2}, {1, 2}}, []float64{0, 0, 0}, []uint16{1, 1, 3}),
		make1("double springs", []model.Vec3{{0, 0, 1}, {0.2, 0, 1}}, []model.Ends{{0, 1}, {0, 1}, {1, 0}}, []float64{0.1, 0.2, 0.3}, []uint16{1, 3, 2}),
		make1("removed springs", []model.Vec3{{0, 0, 1}, {0.2, 0, 1}}, []model.Ends{{0, 1}}, []float64{0.1}, []uint16{model.Removed}),
		make1("isolated mass", []model.Vec3{{0, 0, 1}, {0.2, 0, 1}, {5, 5, 5}}, []model.Ends{{0, 1}}, []float64{0.1}, []uint16{1}),
		massless, hub,
	}
}

// Odd models run: every number stays finite, on both engines the same ones, and
// the energies too.
func TestDegenerateModels(t *testing.T) {
	const steps, tolerance = 50, 1e-4 // m: 50 steps of float32, up to 5 m away
	for _, m := range degenerate() {
		var first *model.State
		bothEngines(t, func(t *testing.T, newEngine maker, single bool) {
			p := model.Params{Gravity: model.EarthGravity(), DragHalfLife: 1, Contacts: []model.Contact{model.Ground(0, 100, 0.1).WithFriction(0.5, 0.4)}}
			e := newEngine(m, p)
			defer e.Close()
			s := after(t, e, steps)
			energy, err := e.Energy()
			must(t, err)
			if total := energy.Total(); math.IsNaN(total) || math.IsInf(total, 0) {
				t.Errorf("%s: energy %+v", m.Name, energy)
			}
			must(t, m.ValidateState(s)) // every number is finite
			if first == nil {
				first = s
				return
			}
			for i := range s.Position {
				if off := s.Position[i].Sub(first.Position[i]).Len(); !(off <= tolerance) {
					t.Errorf("%s: mass %d is %.2g m from the reference's", m.Name, i, off)
				}
			}
		})
	}
}

// What has no meaning is refused by both engines, by name: a stiffness that
// pushes apart, a mass of nothing that is free to move on any axis.
func TestMeaninglessModelsAreRefused(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range []struct {
		spoil func(*model.Model)
		want  string
	}{
		{func(m *model.Model) { m.Materials[1].Stiffness = -1 }, "stiffness is -1 N/m"},
		{func(m *model.Model) { m.Mass[1] = 0 }, "mass 1: mass is 0 kg"},
		{func(m *model.Model) { m.Mass[1], m.Pin = 0, []model.Pin{0, model.PinX | model.PinY} }, "mass 1: mass is 0 kg"},
	} {
		m := lever(model.Material{Stiffness: 1})
		c.spoil(m)
		if _, err := New(ctx, m, model.Params{}, Options{}); err == nil || !contains(err.Error(), c.want) {
			t.Errorf("gpu: %v, want %q", err, c.want)
		}
		if _, err := cpuref.New(m, model.Params{}); err == nil || !contains(err.Error(), c.want) {
			t.Errorf("cpuref: %v, want %q", err, c.want)
		}
	}
}

// Coincident masses on a spring of some length have no direction to part in:
// nothing happens until something else moves them.
func TestCoincidentMassesStay(t *testing.T) {
	m := degenerate()[2]
	bothEngines(t, func(t *testing.T, newEngine maker, single bool) {
		e := newEngine(m, model.Params{DT: 1e-3})
		defer e.Close()
		if s := after(t, e, 100); s.Position[0] != s.Position[1] || s.Position[0] != m.RestPosition[0] || s.Velocity[0] != (model.Vec3{}) {
			t.Errorf("moved to %v and %v", s.Position[0], s.Position[1])
		}
	})
}
