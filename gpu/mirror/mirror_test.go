package mirror

import (
	"slices"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// A mirror holds the state that it is shown, and the strains that an engine in
// that state computes, bit for bit.
func TestMirrorShowsAState(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(37, 300, 900)
	e := must.Open(gpu.New(ctx, m, gputest.PerturbedParams(), gpu.Options{Drawing: true}))(t)
	modeltest.StepFrom(t, e, state, 3)
	must.Do(t, e.UpdateStrain())
	now := modeltest.Snapshot(t, e)

	v := must.Get(New(ctx, m, gputest.PerturbedParams(), nil))(t)
	strains := func(from *glx.Buffer) []float32 {
		out := make([]float32, m.SpringCount())
		ctx.Barrier(glx.ByTransfer)
		glx.Download(from, 0, out)
		return out
	}
	want := strains(e.StrainBuffer())
	must.Do(t, v.UpdateStrain())
	if slices.Equal(strains(v.StrainBuffer()), want) {
		t.Fatal("at rest there are the strains of the moved state: the test proves nothing")
	}
	must.Do(t, v.Show(&now, e.RestScale()))
	must.Do(t, v.UpdateStrain())
	must.Hold(t, slices.Equal(strains(v.StrainBuffer()), want), "the strains are not those of the engine")
	x, v0 := make([]shaders.Position, m.MassCount()), make([]shaders.Velocity, m.MassCount())
	glx.Download(v.PositionBuffer(), 0, x)
	glx.Download(v.VelocityBuffer(), 0, v0)
	for i := range x {
		if x[i].Xyz != now.Position[i] || v0[i].Xyz != now.Velocity[i] || x[i].InverseMass != float32(m.InverseMass(i)) || v0[i].Pin != float32(m.PinOf(i)) {
			t.Fatalf("mass %d is shown as %+v, %+v", i, x[i], v0[i])
		}
	}
	if err := v.Show(&model.Snapshot{}, nil); err == nil {
		t.Error("a state without masses was shown")
	}
	if n := memorytest.AllocationsWithin(ctx.Muted, 3, func() { must.Do(t, v.Show(&now, e.RestScale())); must.Do(t, v.UpdateStrain()) }); n != 0 {
		t.Errorf("a picture allocates %v times", n)
	}
	v.Close()
	v.Close()
	live := ctx.Live()["buffer"]
	e.Close()
	if left := ctx.Live(); len(left) != 0 {
		t.Errorf("left: %v (%d with the engine)", left, live)
	}
}
