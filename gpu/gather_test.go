package gpu

import (
	"math/rand/v2"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// gatherFaults counts numbers of copies that are not those of the state at their step, of which so many are queued before the first is taken.
func gatherFaults(t *testing.T, ctx *glx.Context, o Options, ahead int) (faults int) {
	t.Helper()
	m := gputest.Grid(6, 6, 60)
	e := must.Get(New(ctx, m, gputest.PerturbedParams(), o))(t)
	defer e.Close()
	var masses []uint32
	draw := rand.New(rand.NewPCG(3, 4))
	for i := range m.MassCount() {
		if i > 1500 || draw.IntN(7) == 0 {
			masses = append(masses, uint32(i))
		}
	}
	must.Do(t, e.GatherFrom(masses, ahead))
	states := make([]model.State, 2*ahead+1)
	take := func(want *model.State) {
		var got model.State
		must.Do(t, e.Gathered(&got))
		if got.Step != want.Step || got.Time != want.Time || len(got.Position) != len(masses) || len(got.Velocity) != len(masses) {
			t.Fatalf("a copy of step %d, %g s and %d masses, want %d, %g, %d", got.Step, got.Time, len(got.Position), want.Step, want.Time, len(masses))
		}
		for k, i := range masses {
			if got.Position[k] != want.Position[i] || got.Velocity[k] != want.Velocity[i] {
				faults++
			}
		}
	}
	for n := range states {
		must.Do(t, e.Step(3))
		must.Do(t, e.Gather())
		must.Do(t, e.ReadState(&states[n]))
		if n >= ahead-1 {
			take(&states[n-ahead+1])
		}
	}
	for _, left := range states[len(states)-ahead+1:] {
		take(&left)
	}
	if err := e.Gathered(&model.State{}); err == nil {
		t.Error("a copy that nobody queued is taken")
	}
	return faults
}

// Copies of chosen masses have the bits of the state, in all precisions, pipelines and of divided arrays, in the order in which they
// were queued; a pass that copies other records is found.
func TestGatheredMotionIsThatOfTheState(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	for _, pipeline := range []string{TwoPass, Fused} {
		for _, precision := range options.Precisions() {
			for _, block := range []int64{whole.StorageBlockBytes, 16_384} {
				if precision == options.Compensated && block != whole.StorageBlockBytes {
					continue
				}
				ctx.Limits.StorageBlockBytes = block
				if faults := gatherFaults(t, ctx, Options{Pipeline: pipeline, Precision: precision}, 1+len(pipeline)%3); faults != 0 {
					t.Errorf("%s, %v, blocks of %d bytes: %d masses differ", pipeline, precision, block, faults)
				}
				ctx.Limits = whole
			}
		}
	}
	for _, mutant := range [][2]string{{"= position[incidence[k].entry]", "= position[k]"}, {"k < uint(POSITIONS)", "k <= uint(POSITIONS)"}, {"= velocity[incidence[k].entry]", "= velocity[incidence[k - 1u].entry]"}} {
		if gatherFaults(t, ctx, Options{Shaders: mutated(t, "gather.comp", mutant[0], mutant[1])}, 2) == 0 {
			t.Errorf("%q is not seen", mutant[1])
		}
	}
}
