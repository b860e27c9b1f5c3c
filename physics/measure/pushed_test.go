package measure_test

import (
	"math"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/measure"
)

// hungByBothEnds is a rope of 0.1 kg, 1 m long, between two pins 0.6 m apart.
func hungByBothEnds(stiffness float64) *model.Model {
	const masses = 51
	b := modeltest.NewBuilder("rope")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "stiff", Stiffness: stiffness})
	of := uint16(len(b.Model.Materials) - 1)
	for i := range masses {
		at := float64(i)/(masses-1) - 0.5
		b.Mass(0.1/masses, model.Vec3{0.6 * at, 0, -0.75 * (0.25 - at*at)}, 0)
		if i > 0 {
			b.Join(i-1, i, of)
			b.Model.RestLength[i-1] = 1. / (masses - 1)
		}
	}
	b.Model.Pin = make([]model.Pin, masses)
	b.Model.Pin[0], b.Model.Pin[masses-1] = model.PinAll, model.PinAll
	return &b.Model
}

// By impulses the pins of a rope at rest carry its weight, however stiff its springs are and whatever
// sweeps have left unsolved; and no spring pulls more than the steepest does.
func TestForcesOfImpulsesCarryTheWeight(t *testing.T) {
	for _, stiffness := range []float64{1e3, 1e6} {
		m := hungByBothEnds(stiffness)
		p := model.Params{DT: 1. / 60, Substeps: 40, Gravity: model.EarthGravity(), DragHalfLife: 0.3, Integrator: model.Impulses}
		law := must.Get(measure.NewReactions(m, p, []measure.Pin{{Masses: []uint32{0, 50}, Axes: model.PinAll}}, []string{"pin[0]"}))(t)
		for name, engine := range map[string]func() (model.Engine, error){
			"cpuref": func() (model.Engine, error) { return cpuref.New(m, p) },
			"cpu":    func() (model.Engine, error) { return cpu.New(m, p, cpu.Options{Precision: model.Double}) },
		} {
			e := must.Get(engine())(t)
			var s model.State
			must.Do(t, e.Step(360))
			must.Do(t, e.(model.StateReader).ReadState(&s))
			weight := -p.Gravity[2] * 0.1
			must.Near(t, -law.Reactions(&s, nil)[0].Force[2], weight, 3e-3*weight, "%s, %g N/m: pins carry, in N", name, stiffness)
			most, springs := 0.0, measure.Of(m, p)
			for i := range m.SpringCount() {
				most = max(most, springs.In(&s, i, nil).Force)
			}
			if most > 0.55 || most < 0.49 {
				t.Errorf("%s, %g N/m: a spring pulls with %g N", name, stiffness, most)
			}
			e.Close()
		}
	}
}

// The muscles of a run's states are those that the engine had then, smoothed ones too,
// forward and back. Without following them from the start they are elsewhere.
func TestMusclesAreThoseOfTheRun(t *testing.T) {
	m, s := pair(func(*model.Model) {})
	p := model.Params{DT: 1e-3, Actuators: []model.Actuator{
		{Wave: model.Square, Amplitude: 0.3, Frequency: 2, HalfLife: 0.05}, {Amplitude: 0.2, Frequency: 3}}}
	s.Time = 0.1
	e := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(s))
	muscles, far := measure.NewMuscles(p, s.Time), 0.0
	type frame struct {
		time  float64
		scale []float64
	}
	var frames []frame
	for range 12 {
		now := modeltest.Snapshot(t, e)
		frames = append(frames, frame{now.Time, append([]float64{}, e.RestScale()...)})
		must.Do(t, e.Step(37))
	}
	for _, k := range []int{0, 1, 2, 7, 8, 3, 11, 0} {
		got, rest := muscles.At(frames[k].time), physics.SignalsOf(p, frames[k].time).RestScale
		for i, want := range frames[k].scale {
			if math.Abs(got[i]-want) > 1e-12 {
				t.Errorf("frame %d: actuator %d is at %g, in the run at %g", k, i, got[i], want)
			}
			far = max(far, math.Abs(rest[i]-want))
		}
	}
	must.Hold(t, far >= 0.01, "smoothing changes %g at most: the test proves nothing", far)
}
