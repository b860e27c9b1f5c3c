package cpu

import (
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/table"
	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/machine/memory/memorytest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

func actuators() []model.Actuator {
	return []model.Actuator{
		{Name: "breath", Amplitude: 0.1, Frequency: 300, Phase: 0.5},
		{Name: "twitch", Wave: model.Square, Amplitude: 0.2, Frequency: 700, HalfLife: 1e-4},
	}
}

// actuatorTolerance is the largest error of a velocity after a few steps, as a
// share of the largest change: ten times that of one step in cpuref, 1e-4.
const actuatorTolerance = 1e-3

// Actuated springs follow their waves as in the reference, in each format of
// entries and with every kernel; an actuator that is left out is seen.
func TestActuators(t *testing.T) {
	canon, _, err := build.Canon(5)
	must.Do(t, err)
	formats := map[table.Format]bool{}
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		p := model.Params{DT: 5e-5, Actuators: actuators(), Integrator: integrator}
		compareActuated(t, canon, p, formats)
	}
	must.Be(t, len(formats), 3, "only the formats %v were tried", formats)
}

// compareActuated compares models under actuators with the reference.
func compareActuated(t *testing.T, canon *model.Model, p model.Params, formats map[table.Format]bool) {
	for _, m := range []*model.Model{cputest.Actuated(canon), cputest.Actuated(cputest.ManyMaterials(4, 200)), cputest.Actuated(cputest.Network(200, 4, true)), cputest.Actuated(cputest.Star(300))} {
		ref := must.Get(cpuref.New(m, p))(t)
		start := m.Start()
		start.RoundToFloat32()
		must.Do(t, ref.Reset(start))
		const steps = 12
		must.Do(t, ref.Step(steps))
		change := 0.0
		for _, v := range ref.State().Velocity {
			change = max(change, v.Len())
		}
		tolerance := check.Tolerance{Velocity: actuatorTolerance * change, Position: actuatorTolerance*change*p.DT*steps + 4*steps*1.2e-7}
		for _, kernel := range Kernels(model.Single) {
			for _, passive := range []bool{false, true} {
				e := must.Get(makeEngine[float32](m, p, Options{Threads: 2, Kernel: kernel}))(t)
				formats[e.table.Format] = true
				must.Do(t, e.Reset(start))
				if passive {
					e.run.drives = nil
				}
				_ = e.Step(5)
				_ = e.Step(steps - 5)
				r := check.Compare(m, ref.State(), snapshot(t, e), tolerance)
				if r.OK == passive {
					t.Errorf("%s, %s, %v: passive is %v, and %v", m.Name, kernel, e.table.Format, passive, r)
				}
				must.Be(t, memorytest.Allocations(5, func() { _ = e.Step(2) }), 0, "%s: allocations for 2 actuated steps", kernel)
				e.Close()
			}
		}
	}
}

// Switching actuators off sets the springs back to their rest lengths.
func TestActuatorsSwitchedOff(t *testing.T) {
	m := cputest.Actuated(cputest.Network(100, 4, false))
	e := must.Open(makeEngine[float32](m, model.Params{DT: 1e-4, Actuators: actuators()}, Options{}))(t)
	_ = e.Step(3)
	must.Do(t, e.SetParams(model.Params{DT: 1e-4}))
	middle := snapshot(t, e)
	_ = e.Step(3)
	passive := must.Open(makeEngine[float32](m, model.Params{DT: 1e-4}, Options{}))(t)
	must.Do(t, passive.Reset(middle.State()))
	_ = passive.Step(3)
	want, got := snapshot(t, passive), snapshot(t, e)
	want.Time = got.Time
	must.Hold(t, same(want, got), "springs whose actuators were switched off are not passive")
}

// More kinds of springs than an entry can name act as in the reference, too, cables among
// them: actuators write rest lengths into the entries then. An actuator that is left out is
// seen.
func TestManyKinds(t *testing.T) {
	m := cputest.Network(200, 4, true)
	m.ActuatorOf = make([]uint16, m.SpringCount())
	p := model.Params{DT: 5e-5}
	for k := range 20 {
		p.Actuators = append(p.Actuators, model.Actuator{Amplitude: 0.01 * float64(k+1), Frequency: 300, Phase: float64(k)})
	}
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 21)
	}
	for _, tamper := range []func(*engine[float32]){nil,
		func(e *engine[float32]) { e.table.Driven = e.table.Driven[len(e.table.Driven)/20:] },
		func(e *engine[float32]) { e.run.drives = nil }} {
		againstReference(t, "many kinds", m, p, tamper)
	}
}
