package cpuref

import (
	"fmt"
	"math"
	"os"
	"testing"

	"hooke/cpuref/collide"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
)

// rodPerMass returns a rod whose stiffness follows from the masses that it touches.
func rodPerMass(radius float64) model.Contact {
	c := rod(radius, 0, 0)
	c.PerMass = true
	return c
}

// touchesOf counts the edges that contacts push in a state.
func touchesOf(m *model.Model, p model.Params, position []model.Vec3) (count int) {
	spans := physics.SpansOf(m, p)
	for k := range spans.Count() {
		spans.EachTouch(k, m, p.Contacts, position, func(int, *model.Contact, physics.Touch, [3]uint32) { count++ })
	}
	return count
}

// A mass on springs at their caps, n below it and n to its side, rests on a plane and with all of
// those to its side on a rod. With half of the rod's stiffness not shared by its springs, it does not.
func TestSpansPerMassAreStableBesideSpringsAtTheirCaps(t *testing.T) {
	contacts := []model.Contact{{Shape: model.Plane{Offset: 5e-3}, PerMass: true}, rodPerMass(0.02)}
	upright := model.Guide{Kind: model.OnLine, Direction: model.Vec3{0, 0, 1}, Masses: []uint32{0}} // else it sways
	steps := 1500
	if os.Getenv("HOOKE_LONG") != "" {
		steps = 1e5
	}
	contacts[1].Shape = model.Capsule{A: model.Vec3{-1, 0.03, -0.014}, B: model.Vec3{1, 0.03, -0.014}, Radius: 0.02}
	for _, n := range []int{1, 4, 12, 26} {
		if n > 12 && steps < 1e5 {
			continue
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			m := onSprings(n)
			b := modeltest.Builder{Model: *m}
			for k := range n {
				b.Mass(1, model.Vec3{1e-3 * float64(k), 1, 0}, model.PinAll)
				b.Join(0, n+1+k, 1)
			}
			m = &b.Model
			largest, last := largestSwing(t, m, contacts, steps, upright)
			must.Hold(t, largest <= 2e-4 && last <= 1e-12, "pushed in by 0.1 mm it swings by %g m, and by %g m in the end", largest, last)
			e := must.Get(New(m, model.Params{DT: perMassStep, Contacts: contacts, Gravity: model.EarthGravity(), Guides: []model.Guide{upright}}))(t)
			must.Do(t, e.Step(1000))
			must.Be(t, touchesOf(m, e.Params(), e.State().Position), n, "springs lie on the rod")
			if n < 12 {
				return // they may have all of it each
			}
			k, c := spring.Normalized{Stiffness: model.ContactCap, Damping: model.ContactCap}.Resolve(2, perMassStep)
			stiff := contacts[1]
			stiff.PerMass, stiff.Stiffness, stiff.Damping = false, k/2, c/2
			if _, last := largestSwing(t, m, []model.Contact{contacts[0], stiff}, 1000, upright); last < 1e-3 {
				t.Errorf("control: with half for each spring it swings by %g m in the end", last)
			}
		})
	}
}

// The push of a rod whose stiffness follows from masses is continuous where a mass of a chain enters it. It
// equals the kc of masses and edges at their depths.
func TestPushPerMassIsContinuousWhereAnEndEnters(t *testing.T) {
	const step, dt, mass = 4e-5, 1e-3, 0.02
	b := modeltest.NewBuilder("chain")
	k := b.Material(1, 0)
	for i := range 9 {
		b.Mass(mass, model.Vec3{0, 0.1 * float64(i), 0.03}, 0)
		if i > 0 {
			b.Join(i-1, i, k)
		}
	}
	p := model.Params{DT: dt, Contacts: []model.Contact{rodPerMass(0.05)}}
	kc := model.ContactCap * mass / (4 * dt * dt) // two edges at a mass
	set, around := collide.NewSpans(&b.Model, p), surroundingsOf(&b.Model, p)
	x, on := b.Model.Start().Position, make([]model.Vec3, 9)
	v := make([]model.Vec3, 9)
	largest, jump, before, inBefore := 0.0, 0.0, math.NaN(), 0
	for range 5000 {
		clear(on)
		in, push, beside := 0, 0.0, 0.0
		for i := range x {
			x[i][1] -= step
			var f model.Vec3
			AddPushes(&f, around.of(i, x[i]), x[i], v[i])
			push += f[2]
			if f[2] != 0 {
				in++
			}
		}
		set.Push(on, p.Contacts, x, v)
		for _, f := range on {
			beside += f[2]
		}
		if in == 0 && x[0][1] < -0.05 && x[8][1] > 0.05 && math.Abs(beside-kc*0.02) > 1e-9*kc {
			t.Fatalf("edges are pushed with %g N, want kc e = %g N", beside, kc*0.02)
		}
		push += beside
		if !math.IsNaN(before) {
			largest = max(largest, math.Abs(push-before))
			if in > inBefore { // a shared count would halve the push of edges
				jump = max(jump, beside/2)
			}
		}
		before, inBefore = push, in
	}
	if limit := 5 * 2 * kc * step; largest > limit || before == 0 {
		t.Errorf("the push jumps by %g N, want at most %g over steps of %g m", largest, limit, step)
	}
	must.Hold(t, jump >= 20*2*kc*step, "control: a count of touches would have it jump by %g N only", jump)
}

// A rope of two masses of normalized springs on vertical guides rests M g/kc deep on a thin rod,
// with kc of the lighter end, at any step; with the values of the contact, too.
func TestRestDepthOfSpansPerMass(t *testing.T) {
	for _, c := range []struct {
		name       string
		share      float64
		a, b       float64
		normalized float64
		cs         float64
	}{{"level", 0.5, 1, 1, 0, 0.3}, {"heavy", 0.25, 3, 1, 0, 0.3}, {"values of its own", 0.5, 2, 2, 0.1, 0.1}} {
		for _, dt := range []float64{1e-3, 4e-3} {
			m := overRod(c.share, c.a, c.b, 0.1)
			m.Materials[1] = model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}
			p := model.Params{DT: dt, Gravity: model.EarthGravity(), Contacts: []model.Contact{rodPerMass(0.1)}, Guides: upright()}
			p.Contacts[0].Normalized.Stiffness = c.normalized
			end := at(t, m, p, m.Start(), 4, dt)
			kc := c.cs * min(c.a, c.b) / (2 * dt * dt)
			want := (c.a + c.b) * model.StandardGravity / kc
			for i, x := range end.Position {
				if math.Abs(0.1-x[2]-want) > 1e-3*want {
					t.Errorf("%s, dt %g s: mass %d rests %.7f m deep, want %.7f", c.name, dt, i, 0.1-x[2], want)
				}
			}
		}
	}
}

// The ledger of a chain that is pulled over a rod per mass closes, with dampers and friction.
func TestLedgerOfSpansPerMass(t *testing.T) {
	const known = 1e-3
	m := chainOverRod(18)
	for i, x := range m.RestPosition[:len(m.RestPosition)-1] {
		m.RestLength[i] = m.RestPosition[i+1].Sub(x).Len()
	}
	contact := rodPerMass(0.03)
	contact.Normalized = spring.Normalized{Stiffness: 4e-3, Damping: 4e-3}
	p := model.Params{DT: 1e-4, Integrator: model.VelocityVerlet, Gravity: model.EarthGravity(), Contacts: []model.Contact{contact.WithFriction(0.05, 0.05)},
		Guides: []model.Guide{{Kind: model.OnPlane, Direction: model.Vec3{1, 0, 0}}}}
	share, l := residual(t, m, p, 0.4)
	t.Logf("residual %.3g of the largest kinetic and elastic energy; %+v", share, l)
	if share > known || l.Now.Kinetic < 0.1 || l.ContactDamping < 1e-4 || l.Friction < 1e-3 {
		t.Errorf("the ledger leaves %g of the energy; %+v", share, l)
	}
}
