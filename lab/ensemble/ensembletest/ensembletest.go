// Package ensembletest has ensembles for tests, and the checks that tests of all engines share. Only test files
// import it.
package ensembletest

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// KindOf returns a preset with these fields free.
func KindOf(t testing.TB, preset string, free ...ensemble.Field) ensemble.Kind {
	t.Helper()
	s, err := open.Scene(preset, scene.Options{})
	must.Do(t, err)
	return ensemble.Kind{Model: s.Model, Params: s.Params, Free: free}
}

// Walkers returns the preset with everything free that a designer varies.
func Walkers(t testing.TB) ensemble.Kind {
	free := []ensemble.Field{{Path: "material.stiffness", Index: 1}, {Path: "material.damping", Index: 1}, {Path: "contact.static_friction"}, {Path: "contact.slope"},
		{Path: "contact.heading"}, {Path: "gravity.x"}, {Path: "drag_half_life"}, {Path: "mass_scale", Index: 1}, {Path: "material.rest_scale", Index: 1}, {Path: "contact.offset"}}
	for i := range 12 {
		for _, path := range []string{"actuator.amplitude", "actuator.frequency", "actuator.phase"} {
			free = append(free, ensemble.Field{Path: path, Index: i})
		}
	}
	return KindOf(t, "walker", free...)
}

// Designs are members with random values near those of the kind, the same for a number whatever
// the count.
func Designs(t testing.TB, k ensemble.Kind, count int) []ensemble.Member {
	t.Helper()
	settled, err := ensemble.Settle([]ensemble.Kind{k}, nil)
	must.Do(t, err)
	out := make([]ensemble.Member, count)
	for i := range out {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		values := settled[0].ValuesOf()
		for f := range values {
			switch k.Free[f].Path {
			case "actuator.phase", "contact.heading":
				values[f] = 2 * math.Pi * r.Float64()
			case "contact.slope":
				values[f] = 0.05 * r.Float64()
			case "gravity.x":
				values[f] = r.Float64() - 0.5
			case "contact.offset":
				values[f] = -0.001 * r.Float64()
			case "drag_half_life":
				values[f] = 1 + r.Float64()
			case "contact.static_friction":
				values[f] = 0.71 + r.Float64()
			case "material.rest_scale":
				values[f] = 0.99 + 0.02*r.Float64()
			case "material.stiffness":
				values[f] *= 0.6 + 0.4*r.Float64()
			default:
				values[f] *= 0.8 + 0.4*r.Float64()
			}
		}
		out[i].Values = values
	}
	return out
}

// Sum returns the SHA-256 of a member's state.
func Sum(t testing.TB, e ensemble.Engine, member int) (out [sha256.Size]byte) {
	t.Helper()
	s := Read(t, e, member)
	h := sha256.New()
	for _, part := range []any{s.Step, s.Time, s.Position, s.Velocity} {
		must.Do(t, binary.Write(h, binary.LittleEndian, part))
	}
	h.Sum(out[:0])
	return out
}

// ErrorsOf returns how far a state is from the reference, largest and mean, as shares of the largest motion.
func ErrorsOf(start, got *model.Snapshot, want *reference.Engine, member int) (most, rms float64) {
	moved, squares := 0., 0.
	for i, x := range want.State(member).Position {
		moved = max(moved, x.Sub(start.Place(i)).Len())
		d := got.Place(i).Sub(x).Len()
		most, squares = max(most, d), squares+d*d
	}
	return most / moved, math.Sqrt(squares/float64(len(got.Position))) / moved
}

// Features returns a small structure with features that the walker lacks: cables, pins, waves, smoothed
// muscles, springs with k and c of their own, and forces over time.
func Features() ensemble.Kind {
	m := &model.Model{Name: "features", Materials: []model.Material{{}, {Name: "rubber", Stiffness: 300, Damping: 0.5}, {Name: "rope", AxialRigidity: 60, Damping: 0.2, TensionOnly: true},
		{Name: "bell", Frequency: 6, DampingRatio: 0.1}}, Groups: []model.Group{{Name: "low", Masses: []uint32{1, 3}}}}
	for i := range 8 {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i & 1), float64(i >> 1 & 1), float64(i>>2&1) + 0.001})
		m.Mass, m.Pin = append(m.Mass, 0.2+0.05*float64(i)), append(m.Pin, 0)
	}
	m.Pin[7], m.Pin[6] = model.PinAll, model.PinX|model.PinZ
	m.Own, m.ActuatorOf = []model.Coefficients{}, []uint16{}
	for a := range uint32(8) {
		for b := a + 1; b < 8; b++ {
			material := uint16(1 + (a+b)%3)
			m.Ends, m.RestLength = append(m.Ends, model.Ends{a, b}), append(m.RestLength, 0.97*m.RestPosition[a].Sub(m.RestPosition[b]).Len())
			m.MaterialOf, m.Own = append(m.MaterialOf, material), append(m.Own, model.Coefficients{Stiffness: float64(a), Damping: 0.01})
			m.ActuatorOf = append(m.ActuatorOf, uint16(len(m.Ends)%5))
		}
	}
	m.MaterialOf[3] = model.Removed
	p := model.Params{DT: 2e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 2000, 5).WithFriction(0.4, 0.3),
		{Shape: model.Plane{Normal: model.Vec3{1, 0, 0}, Offset: 1.05}, Inside: true, Stiffness: 500}},
		Forces: []model.Force{{Masses: []uint32{0, 7}, Force: model.Vec3{0.5, 1, 0}, Table: model.Curve{At: []float64{0, 0.1, 0.2}, Value: []float64{0, 1, -1}}}, {Force: model.Vec3{0, 0.1, 0}}}}
	for i, wave := range []model.Wave{model.Sine, model.Square, model.Sawtooth, model.Table} {
		a := model.Actuator{Wave: wave, Amplitude: 0.05, Frequency: 3 + float64(i), Phase: 0.4, HalfLife: 0.02}
		if wave == model.Table {
			a.Table = model.Curve{At: []float64{0, 0.5, 1}, Value: []float64{0, 1, 0}}
		}
		p.Actuators = append(p.Actuators, a)
	}
	p.Actuators[0].HalfLife = 0
	return ensemble.Kind{Model: m, Params: p, Free: []ensemble.Field{{Path: "actuator.half_life", Index: 1}, {Path: "actuator.phase", Index: 2}, {Path: "material.stiffness", Index: 1},
		{Path: "force.factor", Index: 0}, {Path: "actuator.frequency", Index: 3}, {Path: "contact.kinetic_friction"}, {Path: "contact.stiffness", Index: 1}, {Path: "contact.damping"}, {Path: "gravity.z"}}}
}

// OffByOnePercent are members with another stiffness.
func OffByOnePercent(k ensemble.Kind, members []ensemble.Member) (out []ensemble.Member) {
	for _, m := range members {
		m.Values = append([]float64(nil), m.Values...)
		for f := range k.Free {
			if k.Free[f].Path == "material.stiffness" {
				m.Values[f] *= 1.01
			}
		}
		out = append(out, m)
	}
	return out
}

func Step(t testing.TB, n int, engines ...ensemble.Engine) {
	t.Helper()
	for _, e := range engines {
		must.Do(t, e.Step(n))
		must.Do(t, e.Finish())
	}
}

func Read(t testing.TB, e ensemble.Engine, member int) *model.Snapshot {
	t.Helper()
	var s model.Snapshot
	must.Do(t, e.Read(member, &s))
	return &s
}

func StatusOf(t testing.TB, e ensemble.Engine) []ensemble.Status {
	t.Helper()
	s, err := e.Status()
	must.Do(t, err)
	return s
}
