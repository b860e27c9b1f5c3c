package cpuref

import (
	"math"
	"testing"

	"hooke/cpuref/collide"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// rod is a capsule along x at height 0 that touches springs.
func rod(radius, kc, bc float64) model.Contact {
	return model.Contact{Shape: model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: radius}, Stiffness: kc, Damping: bc, Touches: model.TouchSprings}
}

// overRod is a spring across a rod, on a height: end A at −t and B at 1 − t along y.
func overRod(t, massA, massB, height float64) *model.Model {
	b := modeltest.NewBuilder("rope")
	k := b.Material(100, 0.1)
	b.Mass(massA, model.Vec3{0, -t, height}, 0)
	b.Mass(massB, model.Vec3{0, 1 - t, height}, 0)
	b.Join(0, 1, k)
	return &b.Model
}

func upright() []model.Guide {
	return []model.Guide{{Kind: model.OnLine, Direction: model.Vec3{0, 0, 1}}}
}

// A rope of two masses on vertical guides rests M g/kc deep on a thin rod, in its middle or
// with three quarters of its weight on the near end.
func TestRopeRestsOnRod(t *testing.T) {
	const kc, tolerance = 2000.0, 1e-3
	for _, c := range []struct{ share, a, b float64 }{{0.5, 1, 1}, {0.25, 3, 1}} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			m := overRod(c.share, c.a, c.b, 0.1)
			p := model.Params{Integrator: integrator, Gravity: model.EarthGravity(), Contacts: []model.Contact{rod(0.1, kc, 40)}, Guides: upright()}
			end := at(t, m, p, m.Start(), 3, 1e-3)
			want := 0.1 - (c.a+c.b)*model.StandardGravity/kc
			for i, x := range end.Position {
				must.Near(t, x[2], want, tolerance*(0.1-want), "share %g, %v: mass %d rests, in m", c.share, integrator, i)
			}
			p.Contacts[0].Touches = model.TouchMasses
			if end := at(t, m, p, m.Start(), 1, 1e-3); end.Position[0][2] > -1 {
				t.Errorf("control: a rod that touches masses alone holds the rope at %g m", end.Position[0][2])
			}
		}
	}
}

// The push of a rod on a chain that slides over it is continuous where a mass enters the rod;
// it is not where edges with an end inside do not count.
func TestPushIsContinuousWhereAnEndEnters(t *testing.T) {
	const step, kc = 4e-5, 1000.0
	b := modeltest.NewBuilder("chain")
	k := b.Material(1, 0)
	for i := range 9 {
		b.Mass(1, model.Vec3{0, 0.1 * float64(i), 0.03}, 0)
		if i > 0 {
			b.Join(i-1, i, k)
		}
	}
	p := model.Params{DT: 1e-3, Contacts: []model.Contact{rod(0.05, kc, 0)}}
	set := collide.NewSpans(&b.Model, p)
	x, v, on := b.Model.Start().Position, make([]model.Vec3, 9), make([]model.Vec3, 9)
	largest, without, before, beforeWithout := 0.0, 0.0, math.NaN(), math.NaN()
	for range 5000 {
		clear(on)
		inside, masses := false, 0.0
		for i := range x {
			x[i][1] -= step
			var f model.Vec3
			AddPushes(&f, p.Contacts, x[i], v[i])
			masses += f[2]
			inside = inside || f[2] != 0
		}
		set.Push(on, p.Contacts, x, v)
		push, switched := masses, masses
		for _, f := range on {
			push += f[2]
			if !inside {
				switched += f[2]
			}
		}
		if !math.IsNaN(before) {
			largest, without = max(largest, math.Abs(push-before)), max(without, math.Abs(switched-beforeWithout))
		}
		before, beforeWithout = push, switched
	}
	if limit := 5 * kc * step; largest > limit || before == 0 {
		t.Errorf("the push jumps by %g N, want at most %g over steps of %g m", largest, limit, step)
	}
	must.Hold(t, without >= kc*0.01, "control: with edges switched off it jumps by %g N only", without)
}

// fan is a mass at height 0 with the given number of springs to pinned masses close together 1 m away.
func fan(springs int) *model.Model {
	b := modeltest.NewBuilder("fan")
	k := b.Material(1e-3, 0)
	b.Mass(1, model.Vec3{}, 0)
	for i := range springs {
		b.Mass(1, model.Vec3{1e-3 * float64(i), 1, 0}, model.PinAll)
		b.Join(0, i+1, k)
	}
	return &b.Model
}

// A mass with 12 springs on a small ball is stable at 0.99 of its safe step, and not at that of
// a mass whose springs count once.
func TestSafeStepCountsEverySpring(t *testing.T) {
	ball := model.Contact{Shape: model.Sphere{Center: model.Vec3{0, 0.04, -0.024}, Radius: 0.025}, Stiffness: 1000, Damping: 1, Touches: model.TouchSprings}
	m, p := fan(12), model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{ball}, Guides: upright()}
	p.Guides[0].Masses = []uint32{0}
	swing := func(dt float64) float64 {
		start, largest := m.Start(), 0.0
		e := must.Get(New(m, model.Params{DT: dt, Gravity: p.Gravity, Contacts: p.Contacts, Guides: p.Guides}))(t)
		must.Do(t, e.Reset(start))
		for range 3000 {
			must.Do(t, e.Step(1))
			largest = max(largest, math.Abs(e.State().Position[0][2]))
		}
		return largest
	}
	if got := swing(0.99 * physics.SafeStep(m, p)); got > 0.02 {
		t.Errorf("at 0.99 of the safe step it moves by %g m", got)
	}
	once := p
	once.Contacts = []model.Contact{ball, {Shape: ball.Shape, Stiffness: 1000, Damping: 1}}
	once.Contacts[0].Touches = model.TouchMasses
	if got := swing(0.99 * physics.SafeStep(m, once)); got < 0.05 {
		t.Errorf("control: counted once, it moves by %g m only", got)
	}
}

// All pushes together are the reaction of the shapes, and their torque is that of the pushes at
// the touched points.
func TestPushesBalanceTheReaction(t *testing.T) {
	m := modeltest.Cloth(12)
	m.Pin = nil
	contacts := []model.Contact{
		{Shape: model.Sphere{Center: model.Vec3{0.1, 0.05, -0.03}, Radius: 0.08}, Stiffness: 70, Damping: 0.3, Touches: model.TouchTriangles},
		{Shape: model.Box{Center: model.Vec3{0.2, 0.2, 0}, Half: model.Vec3{0.07, 0.02, 0.04}}, Stiffness: 50, Touches: model.TouchTriangles},
		rod(0.02, 90, 0.1),
	}
	for i := range 11 * 11 {
		a := uint32(i + i/11)
		m.Triangles = append(m.Triangles, [3]uint32{a, a + 1, a + 13}, [3]uint32{a, a + 13, a + 12})
	}
	s := m.Start()
	for i := range s.Position {
		s.Position[i][2] = 0.02 * math.Sin(40*s.Position[i][0]) * math.Cos(30*s.Position[i][1])
		s.Velocity[i] = model.Vec3{math.Sin(float64(i)), math.Cos(3 * float64(i)), math.Sin(7 * float64(i))}.Mul(0.1)
	}
	on := make([]model.Vec3, m.MassCount())
	collide.NewSpans(m, model.Params{Contacts: contacts}).Push(on, contacts, s.Position, s.Velocity)
	var force, torque, reaction, turning model.Vec3
	for i, f := range on {
		force, torque = force.Add(f), torque.Add(s.Position[i].Cross(f))
	}
	spans := physics.SpansOf(m, model.Params{Contacts: contacts})
	touches := 0
	for k := range spans.Count() {
		spans.EachTouch(k, m, contacts, s.Position, func(_ int, c *model.Contact, touch physics.Touch, at [3]uint32) {
			of := func(values []model.Vec3) model.Vec3 { return touch.At(values[at[0]], values[at[1]], values[at[2]]) }
			f := touch.Normal.Mul(touch.Push(c, of(s.Velocity)))
			reaction, turning = reaction.Sub(f), turning.Sub(of(s.Position).Cross(f))
			touches++
		})
	}
	if size := force.Len(); touches < 20 || force.Add(reaction).Len() > 1e-6*size || torque.Add(turning).Len() > 1e-6*size {
		t.Errorf("%d touches push with %v N, %v N·m; the shapes feel %v, %v", touches, force, torque, reaction, turning)
	}
}
