package relax_test

import (
	"context"
	"math"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/relax"
	"hooke/rod"
	"hooke/rod/rodtest"
)

// Rods of 5 to 60 segments come to rest as bent as the static chain, and where nonlinear solutions of others have
// them, in every engine that has rods.
func TestRodsRelaxToStaticChains(t *testing.T) {
	const kilograms = 0.094247779607694
	for _, c := range []struct {
		n     int
		young float64 // [Pa]
		known float64 // tip [m]; 0: by the chain alone
	}{{5, 2e9, 0}, {20, 2e9, -0.1123}, {40, 2e9, -0.1144}, {41, 2e9, 0}, {60, 2e9, 0}, {20, 2e10, -0.01135}} {
		of, kg := rod.Solid(0.005, c.young, c.young/2.6), kilograms/float64(c.n)
		m := rodtest.Cantilever(of, c.n, kg)
		run := model.Params{DT: 1. / 60, Substeps: 10, Integrator: model.Impulses, Gravity: model.EarthGravity(), DragHalfLife: 0.3, Clamps: rodtest.Clamps()}
		must.Do(t, relax.Refuse(m, run))
		p := relax.Params(m, run, 0)
		for name, engine := range map[string]func() (relax.Relaxable, error){
			"cpuref": func() (relax.Relaxable, error) { return cpuref.New(m, p) },
			"cpu":    func() (relax.Relaxable, error) { return cpu.New(m, p, cpu.Options{Threads: 1}) },
		} {
			e := must.Get(engine())(t)
			result := must.Get(relax.Run(context.Background(), e, m, relax.Options{}))(t)
			tip, chain := float64(result.State.Position[c.n][2]), rodtest.Sag(of.Bend, c.n, kg)
			if math.Abs(tip/chain-1) > 0.001 || c.known != 0 && math.Abs(tip/c.known-1) > 0.002 {
				t.Errorf("%d segments, %s: the tip is at %g m, the chain has it at %g, others at %g", c.n, name, tip, chain, c.known)
			}
			if !result.Newton || result.Residual > result.Allowed || result.State.Velocity[c.n] != ([3]float32{}) {
				t.Errorf("%d segments, %s: %+v", c.n, name, result)
			}
			e.Close()
		}
	}
}

// A straight column that its weight buckles stands where a push ends it; relax leaves that rest, and the column hangs over.
// Euler's load of a column under its own weight is q L³ = 7.837 EI.
func TestColumnsBuckle(t *testing.T) {
	const n, kg = 20, 0.01
	for _, part := range []float64{0.8, 1.3} { // of the load that buckles it
		bend := n * kg * 9.81 * math.Pow(1-0.5/n, 2) / (7.837 * part)
		m := rodtest.Cantilever(rod.Rod{Stretch: 1e6, Shear: 1e6, Bend: bend, Twist: bend, Radius: 0.01}, n, kg)
		p := model.Params{DT: 1. / 60, Substeps: 10, Integrator: model.Impulses, Gravity: model.Vec3{-9.81}, Clamps: rodtest.Clamps()}
		e := must.Get(cpuref.New(m, p))(t)
		result := must.Get(relax.Run(context.Background(), e, m, relax.Options{}))(t)
		if tip := result.State.Position[n]; (math.Hypot(float64(tip[1]), float64(tip[2])) > 0.1) != (part > 1) || (result.Left > 0) != (part > 1) {
			t.Errorf("%g of the load: the tip is at %v, %d rests were left", part, tip, result.Left)
		}
	}
}
