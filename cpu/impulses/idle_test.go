package impulses

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// amid are a ground, and a sphere, a box and a capsule in a cloth, of which some move and turn.
func amid(r *rand.Rand, m *model.Model) []model.Contact {
	low, high := m.Bounds()
	at := func() (x model.Vec3) {
		for axis := range x {
			x[axis] = low[axis] + (high[axis]-low[axis])*r.Float64()
		}
		return x.Add(model.Vec3{0, 0, 0.1 * r.NormFloat64()})
	}
	size := high.Sub(low).Len() / 10
	a := at()
	turning := &model.Trajectory{Spin: model.Vec3{r.NormFloat64(), r.NormFloat64(), 10 * r.NormFloat64()}, Path: model.Path{Velocity: model.Vec3{0, 0, r.NormFloat64()}}}
	out := []model.Contact{
		{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: low[2] - size}},
		{Shape: model.Sphere{Center: at(), Radius: size * r.Float64()}, Trajectory: &model.Trajectory{Belt: model.Vec3{3, 0, 0}}},
		{Shape: model.Box{Center: at(), Half: model.Vec3{size, size / 3, size / 2}}, Trajectory: turning},
		{Shape: model.Capsule{A: a, B: a.Add(model.Vec3{size, 0, size}), Radius: size / 3}},
		{Shape: model.Sphere{Center: at(), Radius: size / 2}, Inside: r.IntN(4) == 0},
	}
	for k := range out {
		out[k].Stiffness, out[k].Damping, out[k].StaticFriction, out[k].KineticFriction = 100, 0.5, 0.6, 0.5
	}
	return out
}

// Masses that cannot reach a bounded contact are skipped, and no bit changes: neither of velocities nor of
// the impulses of contacts.
//
// Seen to fail: without the speed of the surface (moving contacts miss); a mass that was pushed and is
// slow again is passed over; a push of zero that leaves −0.
func TestIdleContactsChangeNoBit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	passed, pushed := 0, 0
	for round := range 60 {
		m := modeltest.Cloth(37)
		contacts, seed := amid(r, m), r.Uint64()
		var got [2][]uint32
		for which := range got {
			s, on := stirredOf(t, modeltest.Cloth(37), false)
			p := model.Params{DT: 1. / 240, Substeps: 2, Gravity: model.EarthGravity(), Integrator: model.Impulses, Contacts: contacts}
			s.Use(p)
			on.Contacts = p.ContactsAt(0.01)
			s.Begin(on)
			if which == 1 {
				for k := range s.touch.solids {
					s.touch.solids[k].bounded = false
				}
				s.touch.idle = nil
			}
			r := rand.New(rand.NewPCG(seed, 3))
			lanes := len(s.given.Masses.PerMass)
			for sweep := range 4 {
				s.touchMasses(sweep == 0)(0, lanes, nil)
				got[which] = append(got[which], numbersOf(s, on)...)
				for lane := range lanes { // the work of springs in between
					v := s.motion.velocity(lane)
					if which == 0 && s.touch.idleAt(lane, v) {
						passed++
					}
					speed := float32(math.Exp(r.NormFloat64()))
					for axis := range 3 {
						switch change := speed * float32(r.NormFloat64()); {
						case r.IntN(20) == 0:
							s.motion.v[axis][lane] = float32(math.Copysign(0, float64(change)))
						default:
							s.motion.v[axis][lane] = v[axis]*0.5 + change
						}
					}
				}
			}
			for k := range s.touch.solids {
				for lane, x := range s.touch.solids[k].pressed {
					if got[which] = append(got[which], math.Float32bits(x)); x > 0 && k > 0 {
						pushed++
					}
					for axis := range 3 {
						got[which] = append(got[which], math.Float32bits(s.touch.solids[k].friction[axis][lane]))
					}
				}
			}
		}
		if !slices.Equal(got[0], got[1]) {
			t.Fatalf("round %d: bits change", round)
		}
	}
	if t.Logf("%d visits are passed over, %d masses are pushed", passed, pushed); passed < 10000 || pushed < 1000 {
		t.Errorf("%d visits are passed over, %d masses are pushed", passed, pushed)
	}
}
