package gpu

import (
	"math"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// What a mass gains from a touch the other one loses, in pushes and in friction: momentum is
// kept to one rounding of the sum of sizes, and forces are not small.
func TestPairsKeepMomentum(t *testing.T) {
	ctx := gltest.New(t)
	lost, changed, sizes := momentumLost(t, ctx, Options{})
	if rounding := math.Pow(2, -24) * sizes; !(lost <= rounding) {
		t.Errorf("%g kg·m/s are lost of %g", lost, sizes)
	}
	if changed < 0.05*sizes {
		t.Errorf("touches change momenta by %g kg·m/s of %g only", changed, sizes)
	}
	uneven := mutated(t, "pair_force.comp", "sum += t.push * t.normal;", "sum += (p < q ? 0.99999 : 1.0) * t.push * t.normal;")
	if lost, _, sizes = momentumLost(t, ctx, Options{Shaders: uneven}); lost <= math.Pow(2, -24)*sizes {
		t.Errorf("pushes that differ by 1e-5 lose only %g kg·m/s of %g", lost, sizes)
	}
}

// momentumLost is what a swarm loses of its momentum [kg·m/s], by how much momenta of masses
// change, and their sizes.
func momentumLost(t *testing.T, ctx *glx.Context, o Options) (lost, changed, sizes float64) {
	t.Helper()
	m, p, start := modeltest.Swarm(4096)
	e, err := New(ctx, m, p, o)
	must.Do(t, err)
	defer e.Close()
	var before, after model.State
	for _, err := range []error{e.Reset(start), e.ReadState(&before), e.Step(64), e.Finish(), e.ReadState(&after)} {
		must.Do(t, err)
	}
	first, sizes := modeltest.Momentum(m, &before)
	last, _ := modeltest.Momentum(m, &after)
	for i, v := range after.Velocity {
		changed += m.Mass[i] * v.Sub(before.Velocity[i]).Len()
	}
	return last.Sub(first).Len(), changed, sizes
}
