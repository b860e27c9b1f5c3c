package gpu

import (
	"math"
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A massless pull does not exist, so a heavy end: the free end of an actuated
// spring that is stiff against its drive stays at L0(t), in steps and batches
// of any size.
func TestActuatedSpringFollowsItsRestLength(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Lever(model.Material{Stiffness: 1000, Damping: 20}, model.PinAll, 0)
	m.ActuatorOf = []uint16{1}
	p := model.Params{DT: 1e-3, Actuators: []model.Actuator{{Amplitude: 0.1, Frequency: 0.1}}}
	e := must.Get(New(ctx, m, p, Options{}))(t)
	defer e.Close()

	// Over 2.5 s, a quarter of the cycle, in parts that do and do not fill a batch.
	for _, steps := range []int{1, 126, 127, 128, 1118, 1000} {
		must.Do(t, e.Step(steps))
	}
	must.Do(t, e.Finish())
	var got model.Snapshot
	must.Do(t, e.Read(&got))
	// The lag of the motion behind the drive is of the order of its acceleration,
	// (2π 0.1 Hz)² 0.1 m, over k/m: 1e-4 m; the oscillation from the start is damped
	// to 1e-4 of 1e-3 m.
	if want := 1.1; math.Abs(float64(got.Position[1][0])-want) > 3e-4 {
		t.Errorf("at t = %g s the spring is %g m long, want %g", got.Time, got.Position[1][0], want)
	}
	if energy, err := e.Energy(); err != nil || energy.Elastic > 0.5*1000*1e-3*1e-3 {
		t.Errorf("elastic energy is %v, %v: not measured from L0(t)", energy, err)
	}
}

// More actuators than signals fit is an error with the numbers.
func TestTooManyActuatorsAreRefused(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Lever(model.Material{Stiffness: 1000})
	_, err := New(ctx, m, model.Params{Actuators: make([]model.Actuator, 4097)}, Options{})
	if want := "4097 actuators, 0 forces, 0 motors, 0 guides and 0 contacts that move need 4097 numbers that change with time, allowed 4096"; err == nil || !contains(err.Error(), want) {
		t.Errorf("New returned %v, want an error with %q", err, want)
	}
}
