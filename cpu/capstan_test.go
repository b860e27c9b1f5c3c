package cpu

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// capstan is a rope over a bar that is held, with loads at its ends of kg [kg]. All springs are of one length and touch the bar around its
// upper half.
func capstan(kg [2]float64, passes int) (*model.Model, model.Params, *model.State) {
	const h, reach, half, hanging = 0.01, 0.02, 6, 4
	b := modeltest.NewBuilder("capstan")
	k := b.Material(2000, 0.5)
	bar := []int{b.Mass(1, model.Vec3{0, -0.5}, model.PinAll), b.Mass(1, model.Vec3{0, 0.5}, model.PinAll)}
	b.Join(bar[0], bar[1], k)
	corner := reach / math.Cos(math.Pi/half/2)
	at := []model.Vec3{}
	for i := hanging; i > 0; i-- {
		at = append(at, model.Vec3{-corner, 0, -h * float64(i)})
	}
	for i := range half + 1 {
		sin, cos := math.Sincos(math.Pi * float64(i) / half)
		at = append(at, model.Vec3{-corner * cos, 0, corner * sin})
	}
	for i := range hanging {
		at = append(at, model.Vec3{corner, 0, -h * float64(i+1)})
	}
	last := bar[1]
	for i, x := range at {
		own := 0.002
		switch i {
		case 0:
			own = kg[0]
		case len(at) - 1:
			own = kg[1]
		}
		if next := b.Mass(own, x, 0); i > 0 {
			b.Join(last, next, k)
			last = next
		} else {
			last = next
		}
	}
	m := b.Model
	for i := range m.MassCount() {
		m.Radius, m.Body = append(m.Radius, reach/2), append(m.Body, uint16(min(i/2, 1)))
	}
	s := model.Surface{Stiffness: 2000, DampingRatio: 0.5, StaticFriction: 0.5, KineticFriction: 0.4}
	return &m, model.Params{DT: 1e-4, Gravity: model.Vec3{0, 0, -9.81}, DragHalfLife: 0.1,
		Collision: model.Collision{Touches: model.CollidingSprings, Bodies: []model.Surface{s, s}, Others: true, Skin: 0.01, CheckEvery: 8, FrictionIterations: passes}}, m.Start()
}

// A rope over a bar holds a load of up to exp(μs π) times the other. It creeps by the part of the impulses of a step that friction
// leaves; four passes of friction leave a fifth of that of one at most. A load beyond the bound falls.
func TestRopeHoldsOverABar(t *testing.T) {
	falls := func(heavy float64, passes int) float64 {
		m, p, start := capstan([2]float64{0.03, heavy}, passes)
		e := must.Open(makeEngine[float64](m, p, Options{Threads: 1, Precision: model.Double}))(t)
		height := func() float64 {
			var s model.State
			must.Do(t, e.ReadState(&s))
			return s.Position[m.MassCount()-1][2]
		}
		modeltest.StepFrom(t, e, start, 4000)
		from := height()
		must.Do(t, e.Step(2000))
		return (from - height()) / 0.2
	}
	one, four, over := falls(0.05, 1), falls(0.05, 4), falls(0.03*1.5*math.Exp(0.5*math.Pi), 4)
	if !(one > 1e-3 && one < 6e-3) || !(four < one/5) || !(over > 0.1) {
		t.Errorf("the load falls with %.3g m/s, with four passes %.3g m/s, and beyond the bound with %.3g m/s", one, four, over)
	}
}

// Passes of friction of parts that collide, and of contacts that push springs beside them, do what those of the reference do, and
// their ledgers close.
func TestFrictionPassesOfPartsAsInTheReference(t *testing.T) {
	for _, integrator := range model.Integrators() {
		for name, of := range map[string]func() (*model.Model, model.Params, *model.State){
			"capstan": func() (*model.Model, model.Params, *model.State) { return capstan([2]float64{0.03, 0.05}, 3) },
			"strewn":  modeltest.Strewn, "spikes": modeltest.CollidingOnSpikes,
		} {
			if name != "capstan" && integrator != model.VelocityVerlet && !must.Long() || name == "spikes" && (integrator != model.VelocityVerlet || !must.Long()) {
				continue // all pairs of the reference take long, and explicit Euler diverges on spikes
			}
			m, p, start := of()
			p.Integrator, p.Ledger, p.Collision.FrictionIterations = integrator, true, 3
			if name == "capstan" {
				p.DT /= 10
			}
			e := must.Open(makeEngine[float64](m, p, Options{Threads: 2, Precision: model.Double}))(t)
			ref := must.Get(cpuref.New(m, p))(t)
			modeltest.StepFrom(t, e, start, 40)
			modeltest.StepFrom(t, ref, start, 40)
			var got model.State
			must.Do(t, e.ReadState(&got))
			for i, x := range ref.State().Position {
				must.Near(t, got.Position[i].Sub(x).Len(), 0, 1e-10, "%s, %v, mass %d: m from the reference", name, integrator, i)
			}
			a, b := must.Get(e.Ledger())(t), must.Get(ref.Ledger())(t)
			must.Near(t, a.Flows.Friction, b.Flows.Friction, 1e-6*b.Flows.Friction, "%s, %v: J of friction", name, integrator)
			must.Near(t, a.Closure(), b.Closure(), 1e-5, "%s, %v: closure of the ledger", name, integrator)
		}
	}
}
