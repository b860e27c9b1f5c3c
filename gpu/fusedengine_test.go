package gpu

import (
	"errors"
	"math"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/shaders"
)

// The last good state, and the spring that ran away, are those that the pipeline
// went through, in an order of its own too.
func TestFusedRunawayAndLastGood(t *testing.T) {
	ctx := gltest.New(t)
	for _, integrator := range model.Integrators() {
		m, p, start := exploding(integrator)
		e := must.Get(New(ctx, m, p, Options{Pipeline: options.Fused, KeepLastGood: true}))(t)
		modeltest.StepFrom(t, e, start, 4000)
		var diverged *physics.DivergedError
		if err := e.Finish(); !errors.As(err, &diverged) || diverged.Runaway < 0 {
			t.Fatalf("%v: Finish returned %v, want a spring that ran away", integrator, err)
		}
		var kept, again model.Snapshot
		must.Do(t, e.LastGood(&kept))
		modeltest.StepFrom(t, e, start, int(kept.Step-start.Step))
		must.Do(t, e.Finish())
		must.Do(t, e.Read(&again))
		if !slices.Equal(kept.Position, again.Position) || !slices.Equal(kept.Velocity, again.Velocity) {
			t.Errorf("%v: the last good state is not that of step %d", integrator, kept.Step)
		}
		if !integrator.Method().Impulsive { // the Euler methods evaluate the forces of the states between steps
			modeltest.StepFrom(t, e, start, int(diverged.Step-start.Step))
			must.Do(t, e.Read(&again))
			state := again.State()
			ends := m.Ends[diverged.Runaway]
			if length := state.Position[ends[1]].Sub(state.Position[ends[0]]).Len(); !(length > diverged.Length) {
				t.Errorf("%v: spring %d is %g m long at step %d, not longer than %g", integrator, diverged.Runaway, length, diverged.Step, diverged.Length)
			}
		}
		e.Close()
	}
}

// A spring that runs away is named where it is an entry behind pairs that do not fill their
// last word: here one between opposite corners of a cloth, one of which flies off.
func TestRunawayEntryIsNamed(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Cloth(8)
	m.Pin = nil
	last := uint32(m.MassCount() - 1)
	m.AddSpring(model.Ends{0, last}, m.RestPosition[last].Sub(m.RestPosition[0]).Len(), 1)
	start := m.Start()
	start.Velocity[0] = m.RestPosition[0].Sub(m.RestPosition[last]).Mul(99.2e6) // a step of 1 µs takes it 99.2 diagonals farther, where only this spring is too long
	for _, pipeline := range Pipelines() {
		e := must.Get(New(ctx, m, model.Params{DT: 1e-6}, Options{Pipeline: pipeline}))(t)
		modeltest.StepFrom(t, e, start, 2)
		var diverged *physics.DivergedError
		if err := e.Finish(); !errors.As(err, &diverged) || diverged.Runaway != m.SpringCount()-1 {
			t.Errorf("%s: %v; spring %d runs away", pipeline, err, m.SpringCount()-1)
		}
		e.Close()
	}
}

// A slot names the same spring to the passes and to the host.
func TestSlotsNameSprings(t *testing.T) {
	for _, c := range gputest.FusedModels() {
		p := must.Get(table.Arrange(table.NewResponse(c.Model, 1e-4), table.Options{Groups: true}))(t)
		seen := make([]int, c.Model.SpringCount())
		for i := range uint32(min(40, p.Model.MassCount())) {
			for slot := range 100 {
				if s := p.SpringAt(i, slot); s >= 0 {
					if p.Model.Ends[s][0] != i && p.Model.Ends[s][1] != i {
						t.Fatalf("%s: slot %d of mass %d is spring %d at masses %v", c.Name, slot, i, s, p.Model.Ends[s])
					}
					seen[s]++
				}
			}
		}
		for s, e := range p.Model.Ends {
			want := 0
			for _, i := range e {
				if i < 40 && p.Classes.Of[s] != 0 {
					want++
				}
			}
			if seen[s] != want && c.Name != "random" && c.Name != "tuned" { // a hub has more slots
				t.Errorf("%s: spring %d has %d slots at the first masses, want %d", c.Name, s, seen[s], want)
			}
		}
	}
}

// Drawing sees the state in one pair of buffers, whatever the number of steps.
func TestDrawingOfFused(t *testing.T) {
	ctx := gltest.New(t)
	m := gputest.Shuffled(gputest.Grid(9, 8, 7), 2)
	state := gputest.Moving(m, 1)
	e := must.Open(New(ctx, m, model.Params{DT: 1e-4}, Options{Pipeline: options.Fused, Drawing: true}))(t)
	must.Do(t, e.Reset(state))
	for _, steps := range []int{0, 1, 2, 1} {
		must.Do(t, e.Step(steps))
		must.Do(t, e.UpdateStrain())
		if !e.buffers.Settled() {
			t.Fatal("drawing would see the state before")
		}
		got := modeltest.Snapshot(t, e)
		strain := make([]float32, m.SpringCount())
		readStrain(e, strain)
		s := got.State()
		for k, ends := range m.Ends {
			want := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len()/m.RestLength[k] - 1
			if math.Abs(float64(strain[k])-want) > 1e-5 { // roundings of a length of 0.1 m, 1 m from the origin
				t.Fatalf("after %d steps: strain of spring %d is %g, want %g", steps, k, strain[k], want)
			}
		}
		position := make([]shaders.Position, m.MassCount())
		glx.Download(e.PositionBuffer(), 0, position)
		for i, x := range position {
			if x.Xyz != got.Position[e.plan.order().Place(i)] {
				t.Fatalf("after %d steps: mass %d is drawn at %v, it is at %v", steps, i, x.Xyz, got.Position[e.plan.order().Place(i)])
			}
		}
	}
	bare := must.Open(New(ctx, m, model.Params{DT: 1e-4}, Options{Pipeline: options.Fused}))(t)
	must.Say(t, "UpdateStrain without Options.Drawing", bare.UpdateStrain(), "Options.Drawing")
}

// Changed parameters reach palette, table and contacts: steps continue as those of an
// engine that was made with them.
func TestSetParamsOfFused(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range gputest.FusedModels() {
		if c.Name != "tuned" && c.Name != "lattice" {
			continue
		}
		p, changed := gputest.PerturbedParams(), gputest.PerturbedParams()
		changed.DT, changed.Contacts = p.DT/2, []model.Contact{model.Ground(0.45, 80, 0.01)}
		var got [2]model.Snapshot
		for k, first := range []model.Params{p, changed} {
			e := must.Get(New(ctx, c.Model, first, Options{Pipeline: options.Fused}))(t)
			must.Do(t, e.SetParams(changed))
			modeltest.StepFrom(t, e, c.State, 3)
			must.Do(t, e.Read(&got[k]))
			e.Close()
		}
		if !slices.Equal(got[0].Position, got[1].Position) || !slices.Equal(got[0].Velocity, got[1].Velocity) {
			t.Errorf("%s: an engine whose parameters were changed steps otherwise than one made with them", c.Name)
		}
	}
}

// Steps of the pipeline allocate nothing.
func TestFusedStepAllocatesNothing(t *testing.T) {
	ctx := gltest.New(t)
	p := model.Params{DT: 1e-4, Integrator: model.RK4}
	e := must.Open(New(ctx, gputest.Grid(6, 6, 6), p, Options{Pipeline: options.Fused}))(t)
	must.Do(t, e.Step(2))
	must.Be(t, memorytest.AllocationsWithin(ctx.Muted, 5, func() { must.Do(t, e.Step(3)) }), 0, "allocations of 3 steps")
}

// Nothing but masses, without springs and contacts, falls.
func TestFusedWithoutSprings(t *testing.T) {
	ctx := gltest.New(t)
	for _, masses := range []int{0, 1, 300} {
		m := &model.Model{Materials: []model.Material{{}}}
		for range masses {
			m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{}), append(m.Mass, 1)
		}
		e := must.Get(New(ctx, m, model.Params{DT: 1, Gravity: model.Vec3{0, 0, -2}}, Options{Pipeline: options.Fused}))(t)
		must.Do(t, e.Step(3))
		must.Do(t, e.Finish())
		got := modeltest.Snapshot(t, e)
		for i, v := range got.Velocity {
			if v != [3]float32{0, 0, -6} {
				t.Fatalf("mass %d of %d has the velocity %v, want −6 along z", i, masses, v)
			}
		}
		e.Close()
	}
}

// Auto takes two-pass where fused cannot, and says so.
func TestAutoFallsBack(t *testing.T) {
	ctx := gltest.New(t)
	m := gputest.Grid(6, 6, 6)
	e, err := New(ctx, m, model.Params{}, Options{Pipeline: options.Auto})
	must.Do(t, err)
	must.Be(t, e.Describe().Pipeline, options.Fused, "auto takes")
	e.Close()
	// More actuators than the palette has classes.
	m.ActuatorOf = make([]uint16, m.SpringCount())
	p := model.Params{Actuators: make([]model.Actuator, 1500)}
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 1500)
	}
	e = must.Get(New(ctx, m, p, Options{Pipeline: options.Auto}))(t)
	must.Be(t, e.Describe().Pipeline, options.TwoPass, "auto takes")
	e.Close()
	if _, err = New(ctx, m, p, Options{Pipeline: options.Fused}); err == nil || !contains(err.Error(), "pipeline fused: springs of more kinds") {
		t.Errorf("New returned %v, want a refusal by name", err)
	}
}

// The numbers that the documentation and "hooke info" quote.
func TestFusedMemory(t *testing.T) {
	const base = 4 + 40 + 2*16368
	params := ranges.Memory(ranges.Counts{}) - 4 - 40 // without the end of the incidences
	must.Be(t, ranges.Memory(ranges.Counts{Masses: 1000, Table: 1})-base-params, 64_000, "bytes of 1,000 masses")
	must.Be(t, ranges.Memory(ranges.Counts{Springs: 1000, Table: 1})-base-params, 20_000, "bytes of all that is drawn of 1,000 springs")
	l := must.Get(PlanLayout(gputest.Grid(20, 20, 20), model.Params{DT: 1e-4}, Options{}))(t)
	e := must.Get(PlanLayout(gputest.Jittered(gputest.Grid(20, 20, 20), 3), model.Params{DT: 1e-4}, Options{}))(t)
	// Of 12 springs per mass: a mask of 4 bytes; entries of 8 bytes, with rest lengths, twice a
	// spring, with room where slices hold masses of the surface.
	if l.BytesPerSpring > 0.37 || e.BytesPerSpring > 16*1.2 {
		t.Errorf("tables take %.3g and %.3g bytes per spring", l.BytesPerSpring, e.BytesPerSpring)
	}
}
