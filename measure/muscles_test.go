package measure_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/measure"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

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
		var now model.Snapshot
		must.Do(t, e.Read(&now))
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
	if far < 0.01 {
		t.Errorf("smoothing changes %g at most: the test proves nothing", far)
	}
}
