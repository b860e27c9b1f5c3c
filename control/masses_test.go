package control_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/control"
	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
)

// weighed is a pendant of 200 N/m whose mass an input multiplies, from 0.5 to 8.
func weighed(first float64) (*model.Model, model.Params, *control.Spec) {
	m, p := pendant(200)
	p.Forces, p.MassFactors = nil, []model.MassFactor{{Name: "bob", Masses: []uint32{1}, Factor: 1, Least: 0.5}}
	return m, p, &control.Spec{Period: 5, Inputs: []control.Input{{Name: "m", Of: "mass[bob]", Initial: first, Min: 0.5, Max: 8}}, Host: true}
}

// act says an action of the host for the present boundary, and takes a period.
func act(t *testing.T, e model.Engine, n int, u float64) {
	t.Helper()
	host, _ := model.As[model.Controlled](e)
	must.Do(t, host.Act(host.Boundary(), []float64{u}))
	step(t, e, n)
}

// periodOf returns the time between the first two crossings of x = 1 m upward [s].
func periodOf(t *testing.T, e model.Engine, u, dt float64) float64 {
	var crossed []float64
	before := stateOf(t, e)
	for len(crossed) < 2 {
		host, _ := model.As[model.Controlled](e)
		must.Do(t, host.Act(host.Boundary(), []float64{u}))
		for range 5 {
			step(t, e, 1)
			now := stateOf(t, e)
			if a, b := before.Position[1][0]-1, now.Position[1][0]-1; a < 0 && b >= 0 {
				crossed = append(crossed, now.Time-dt*b/(b-a))
			}
			before = now
		}
	}
	return crossed[1] - crossed[0]
}

// Four times the mass doubles the period of a mass on a spring, 2π√(m/k), in every solver that conserves the rest, also when
// the factor comes in the middle of the run.
func TestMassInputsChangeThePeriod(t *testing.T) {
	for name, make := range makers() {
		for _, solver := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.Impulses} {
			m, p, spec := weighed(1)
			p.Integrator = solver
			if p.Integrator.Method().Divides {
				p.Substeps = 4
			}
			start := m.Start()
			start.Position[1][0] = 1.02
			e, _ := closed(t, make, m, p, spec, start)
			for _, factor := range []float64{1, 4, 0.5} {
				want := 2 * math.Pi * math.Sqrt(factor/200)
				must.Near(t, periodOf(t, e, factor, p.DT), want, 1e-3*want, "%s, %v: period with a factor of %g", name, solver, factor)
			}
		}
	}
}

// Velocities stay when a mass changes; ½ Δm v² and −Δm g·x are external work, and the ledger closes.
func TestMassInputsAreExternalWork(t *testing.T) {
	for name, make := range makers() {
		m, p, spec := weighed(1)
		p.Ledger, p.Gravity, p.DT = true, model.Vec3{-3}, 1e-4
		start := m.Start()
		start.Position[1][0], start.Velocity[1][0] = 1.05, 0.4
		e, _ := closed(t, make, m, p, spec, start)
		ledger := func() model.Ledger {
			keeper, _ := model.As[model.LedgerKeeper](e)
			return must.Get(keeper.Ledger())(t)
		}
		external, factor := 0.0, 1.0
		for b := range 400 {
			next := []float64{1, 4, 2, 0.5}[b/100]
			s := stateOf(t, e)
			x, v := s.Position[1][0], s.Velocity[1][0]
			external += (next - factor) * (v*v/2 + 3*x)
			factor = next
			act(t, e, 5, next)
		}
		l := ledger()
		must.Near(t, l.External, external, 1e-6*math.Abs(external)+1e-7, "%s: external work", name)
		must.Near(t, l.Residual(), 0, 2e-4*l.Exchanged(), "%s: residual", name)
		must.Hold(t, math.Abs(external) > 0.1, "%s: the work is %g J; the test is of more", name, external)
		// A ledger centers velocities on a state by the step that led to it; one that changes have renewed has half a step of force less.
		must.Near(t, l.Constraints, 0, 1e-3*l.Exchanged(), "%s: work of constraints", name)
	}
}

// A normalized spring answers a step in the same way whatever the masses are: it is resolved anew with them. One of a stiffness
// in N/m does not.
func TestMassInputsResolveNormalizedSprings(t *testing.T) {
	for name, make := range makers() {
		for _, normalized := range []bool{true, false} {
			m, p, spec := weighed(1)
			if normalized {
				m.Materials[1] = model.Material{Name: "n", Normalized: spring.Normalized{Stiffness: 1e-3}}
			}
			start := m.Start()
			start.Position[1][0] = 1.02
			heavy, _ := closed(t, make, m, p, spec, start)
			plain, _ := closed(t, make, m, p, spec, start)
			for range 40 {
				act(t, heavy, 5, 4)
				act(t, plain, 5, 1)
			}
			off := math.Abs(stateOf(t, heavy).Position[1][0] - stateOf(t, plain).Position[1][0])
			must.Hold(t, off < 1e-12 == normalized, "%s: normalized %v: four times the mass is %g m elsewhere", name, normalized, off)
		}
	}
}

// A run whose masses change continues from a checkpoint with the same bits, and without the factor with others.
func TestMassInputsContinue(t *testing.T) {
	for name, make := range makers() {
		for _, solver := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.Impulses} {
			m, p, spec := swimmer()
			p.MassFactors = []model.MassFactor{{Name: "head", Masses: []uint32{0, 1, 2}, Factor: 1, Least: 0.25}, {Name: "all", Factor: 1, Least: 0.5}}
			p.Integrator, p.DT = solver, 1e-3
			p.Ledger = solver == model.SymplecticEuler
			spec.Inputs = append(spec.Inputs, control.Input{Name: "m", Of: "mass[head]", Initial: 1, Min: 0.25, Max: 4}, control.Input{Name: "n", Of: "mass[all]", Initial: 1, Min: 0.5, Max: 2})
			spec.Controllers = append(spec.Controllers, control.Controller{Kind: control.Sine, Inputs: []int{4, 5}, Frequency: []float64{3}, Amplitude: []float64{0.5}, Bias: []float64{1.5, 1.2}})
			whole, _ := closed(t, make, m, p, spec, nil)
			step(t, whole, 300)
			first, _ := closed(t, make, m, p, spec, nil)
			step(t, first, 120)
			saver, _ := model.As[model.Checkpointer](first)
			var c model.Checkpoint
			must.Do(t, saver.Save(&c))
			second, _ := closed(t, make, m, p, spec, nil)
			taker, _ := model.As[model.Checkpointer](second)
			must.Do(t, taker.Restore(&c))
			step(t, second, 180)
			must.Be(t, bits(stateOf(t, second)), bits(stateOf(t, whole)), "%s, %v: taken up at step 120 it ends elsewhere", name, solver)
			light := *spec
			light.Inputs, light.Controllers = spec.Inputs[:4], spec.Controllers[:len(spec.Controllers)-1]
			other, _ := closed(t, make, m, p, &light, nil)
			step(t, other, 300)
			must.Hold(t, bits(stateOf(t, other)) != bits(stateOf(t, whole)), "%s, %v: masses change nothing", name, solver)
		}
	}
}

// The safe step is that of the least factor; an input must not go below it, and needs bounds.
func TestMassInputsBoundTheStep(t *testing.T) {
	m, p, spec := weighed(1)
	whole := p
	whole.MassFactors = nil
	must.Near(t, physics.SafeStep(m, p)/physics.SafeStep(m, whole), math.Sqrt(0.5), 1e-9, "safe step with a least factor of 0.5")
	must.Do(t, spec.Check(m, p))
	for want, spoil := range map[string]func(in *control.Input){
		"the least for which the step was chosen is 0.5": func(in *control.Input) { in.Min = 0.2 },
		"min and max are missing":                        func(in *control.Input) { in.Min, in.Max = 0, 0 },
		"min is -1; masses take factors":                 func(in *control.Input) { in.Min = -1; in.Initial = 0 },
		"max is 1e+07; masses take factors":              func(in *control.Input) { in.Max = 1e7 },
		"there is no mass head":                          func(in *control.Input) { in.Of = "mass[head]" },
		"sets nothing":                                   func(in *control.Input) { in.Of = "force[0]" },
	} {
		_, p, spec := weighed(1)
		spoil(&spec.Inputs[0])
		must.Say(t, fmt.Sprint(spec.Inputs[0]), spec.Check(m, p), want)
	}
}
