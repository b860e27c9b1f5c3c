package engine

import (
	"slices"
	"testing"

	"hooke/cpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// Steps beside the pictures are the steps that an engine takes at once, bit for bit;
// while they run the buffers hold the state before, and afterward theirs. Parameters
// that are set meanwhile count from the next batch on, and every batch is handed on
// once.
func TestStepsInTheBackground(t *testing.T) {
	ctx := gltest.New(t)
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 8, Ny: 8, Nz: 8, Spacing: 0.01, Mass: 1e-3, Stiffness: 500, DampingRatio: 0.05}))(t)
	p := model.Params{Gravity: model.EarthGravity(), DT: 1e-4}
	start := m.Start()
	for i := range start.Velocity {
		start.Velocity[i] = model.Vec3{float64(i%7) * 0.1, float64(i%5) * 0.1, 0}
	}
	newEngine := func() model.Engine {
		e := must.Get(cpu.New(m, p, cpu.Options{Threads: 1}))(t)
		must.Do(t, e.Reset(start))
		return e
	}
	at := func(e model.Engine) [][3]float32 {
		now := modeltest.Snapshot(t, e)
		return slices.Clone(now.Position)
	}
	plain := newEngine()
	defer plain.Close()
	shown := must.Open(newHostEngine(ctx, newEngine(), m, p, nil, nil))(t)
	drawn := func() (out [][3]float32) {
		records := slices.Grow([]shaders.Position(nil), m.MassCount())[:m.MassCount()]
		glx.Download(shown.PositionBuffer(), 0, records)
		for _, r := range records {
			out = append(out, r.Xyz)
		}
		return out
	}

	const steps = 400
	wake := make(chan bool, 1)
	before := drawn()
	shown.Begin(steps, func() { wake <- true })
	if got := drawn(); !slices.Equal(got, before) {
		t.Error("while steps run the buffers hold another state")
	}
	<-wake
	if got := drawn(); !slices.Equal(got, before) {
		t.Error("before they are taken in the buffers hold another state")
	}
	batch, ok := shown.Ended()
	must.Do(t, batch.Err)
	must.Do(t, plain.Step(steps))
	want := at(plain)
	if got := drawn(); !ok || batch.Steps != steps || batch.Took <= 0 || !slices.Equal(got, want) || slices.Equal(got, before) {
		t.Errorf("%d steps of %v, %v: not the state of %d steps taken at once", batch.Steps, batch.Took, ok, steps)
	}
	if batch, ok := shown.Ended(); ok {
		t.Errorf("%d steps are handed on twice", batch.Steps)
	}

	shown.Begin(steps, nil)
	must.Do(t, plain.Step(steps))
	p.Gravity = model.Vec3{5, 0, 0}
	must.Do(t, shown.SetParams(p)) // which waits
	must.Do(t, plain.(interface{ SetParams(model.Params) error }).SetParams(p))
	shown.Begin(steps, nil)
	must.Do(t, plain.Step(steps))
	if got, want := at(shown), at(plain); !slices.Equal(got, want) {
		t.Error("with parameters that were set meanwhile the states differ")
	}
	if batch, ok := shown.Ended(); !ok || batch.Steps != 2*steps {
		t.Errorf("%d steps are handed on, want those of both batches, %d", batch.Steps, 2*steps)
	}
	if count, err := shown.StepsRun(); err != nil || count != 3*steps {
		t.Errorf("%d steps were run, %v, want %d", count, err, 3*steps)
	}
	shown.Begin(steps, nil)
	must.Do(t, shown.Reset(start))
	if got := drawn(); !slices.Equal(got, before) {
		t.Error("a reset while steps run does not show the start")
	}
	var _ model.Background = shown.Background()
}
