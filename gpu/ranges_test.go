package gpu

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// rangeCase is a model in which everything acts that has arrays of its own.
func rangeCase(seed uint64, m *model.Model, integrator model.Integrator) (*model.Model, model.Params, *model.State) {
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 3)
	}
	for i := range uint32(m.MassCount() - 20) {
		if i%6 == 0 {
			m.Triangles = append(m.Triangles, [3]uint32{i, i + 9, i + 13})
		}
	}
	p := gputest.PerturbedParams()
	p.Integrator = integrator
	p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Radius: 0.6}, Stiffness: 30, Damping: 0.01, StaticFriction: 0.5, KineticFriction: 0.4})
	p.Actuators = []model.Actuator{{Amplitude: 0.05, Frequency: 300}, {Amplitude: 0.05, Frequency: 200}}
	p.Wind = model.Wind{Velocity: model.Vec3{3, 1, 0}, AirDensity: 1.2, Drag: 1, Lift: 0.5}
	p.Forces = []model.Force{{Force: model.Vec3{0, 0, 0.3}}, {Masses: []uint32{3, 400, 401}, Force: model.Vec3{1, 0, 0}}}
	p.Handles = []model.Handle{{Mass: 77, Target: model.Vec3{0.1, 0.2, 0.3}, Stiffness: 20, Damping: 0.1}}
	p.Guides = []model.Guide{{Kind: model.OnLine, Direction: model.Vec3{0, 0, 1}, Masses: []uint32{5, 250, 499}}}
	for _, i := range []int{5, 77, 250, 499} {
		if m.Pin != nil {
			m.Pin[i] = 0
		}
	}
	return m, p, gputest.Moving(m, seed)
}

// A model that is divided into ranges steps as the whole one, in
// every integrator, precision and pipeline, fetching texels or not, from everything or
// from windows; and its step agrees with the reference. The short form has two integrators, each in one
// pipeline, and double precision in one.
func TestRangesStepToTheSameBits(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	for n, integrator := range model.Integrators() {
		for _, precision := range options.Precisions() {
			for which, pipeline := range []string{options.TwoPass, options.Fused} {
				if precision != options.Single && integrator == model.ExplicitEuler {
					continue
				}
				if which == 0 != (integrator == model.VelocityVerlet) && !must.Long() {
					continue
				}
				turn := integrator == model.SymplecticEuler && precision != options.Compensated || integrator == model.VelocityVerlet && precision == options.Single
				if !turn && !must.Long() {
					continue
				}
				lattice := gputest.Grid(6, 6, 60)
				if n%2 == 1 {
					lattice = gputest.TwoMaterials(lattice, uint64(n))
					slices.SortStableFunc(lattice.Ends, func(a, b model.Ends) int { return int(a[0]) - int(b[0]) }) // near springs, near masses
				}
				m, p, start := rangeCase(uint64(n), lattice, integrator)
				if precision != options.Single {
					p = modeltest.InAnyPrecision(p)
				}
				o := Options{Pipeline: pipeline, Precision: precision, KeepLastGood: true, Drawing: true}
				want := rangeRun(t, ctx, m, p, o, start, false)
				if n == 0 {
					ref := must.Get(cpuref.New(m, p))(t)
					modeltest.StepFrom(t, ref, start, 3)
					if worst := changeError(start.Velocity, ref.State().Velocity, want.snapshot.Velocity); !(worst <= 1e-3) {
						t.Errorf("%s %v: largest error %.2g of the largest velocity change, tolerance 1e-3", pipeline, precision, worst)
					}
				}
				for l, limits := range []struct{ block, texels int64 }{{8192, 1 << 27}, {8192, 2048}, {32_768, 1}} {
					if (l+n+int(precision)+which)%3 != 0 { // each in turn: compiling takes the time
						continue
					}
					if positionWords, _ := precision.Words(); limits.texels == 2048 {
						limits.texels *= positionWords // of 2160 masses
					}
					ctx.Limits.StorageBlockBytes, ctx.Limits.Texels = limits.block, limits.texels
					got := rangeRun(t, ctx, m, p, o, start, true)
					ctx.Limits = whole
					name := fmt.Sprintf("%s %v %v, blocks of %d bytes, %d texels", pipeline, integrator, precision, limits.block, limits.texels)
					alike := agreement(ctx)
					for what, fault := range map[string]string{
						"state":     alike.Fault(start, &want.state, &got.state),
						"snapshot":  alike.Snapshots(start, want.snapshot, got.snapshot),
						"last good": alike.Snapshots(start, want.good, got.good),
						"strains":   alike.Strains(want.strain, got.strain),
					} {
						must.Be(t, fault, "", "%s: other %s than without ranges", name, what)
					}
					if off := relative(got.motion.Kinetic, want.motion.Kinetic); !(off < alike.Rounding(1e-6)) || got.motion.Mass != want.motion.Mass {
						t.Errorf("%s: %+v, %+v without ranges", name, got.motion, want.motion)
					}
				}
			}
		}
	}
}

func relative(a, b float64) float64 { return max(a-b, b-a) / max(b, -b, 1e-300) }

// rangeResult is everything that an engine can be read.
type rangeResult struct {
	state    model.State
	snapshot model.Snapshot
	good     model.Snapshot
	strain   []float32
	motion   model.Motion
}

func rangeRun(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, o Options, start *model.State, divided bool) (r rangeResult) {
	t.Helper()
	e := must.Get(New(ctx, m, p, o))(t)
	defer e.Close()
	if divided && (e.plan.division == nil || e.plan.masses().Number() < 2) {
		t.Fatalf("%s %v: the model is not divided", o.Pipeline, o.Precision)
	}
	modeltest.StepFrom(t, e, start, 3)
	must.Do(t, e.Finish())
	if ran, err := e.StepsRun(); err != nil || ran != 3 {
		t.Errorf("%s %v: %d steps ran, %v; want 3", o.Pipeline, o.Precision, ran, err)
	}
	must.Do(t, e.Read(&r.snapshot))
	must.Do(t, e.ReadState(&r.state))
	must.Do(t, e.LastGood(&r.good))
	r.motion = must.Get(e.Motion())(t)
	r.strain = make([]float32, m.SpringCount())
	if err := e.UpdateStrain(); (e.plan.division != nil) != errors.Is(err, limits.ErrTooLarge) {
		t.Errorf("%s %v: pictures are refused with %v, the model is divided: %v", o.Pipeline, o.Precision, err, e.plan.division != nil)
	}
	e.buffers.Settle(e.ctx)
	must.Do(t, e.RunPass("measure-strain"))
	readStrain(e, r.strain)
	return r
}

// A range that is not dispatched is seen by the counter of steps.
func TestLostRangesAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	ctx.Limits.StorageBlockBytes = 16_384
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		e := must.Open(New(ctx, gputest.Grid(6, 6, 60), gputest.PerturbedParams(), Options{Pipeline: pipeline}))(t)
		must.Do(t, e.Step(2))
		if ran, err := e.StepsRun(); err != nil || ran != 2 {
			t.Errorf("%s: %d steps ran, %v; want 2", pipeline, ran, err)
		}
		e.compiled.solver.Order(nil)[0].Groups[1][0] = 0
		must.Do(t, e.Step(1))
		if ran, err := e.StepsRun(); err == nil {
			t.Errorf("%s: %d steps ran and no error although a range was lost", pipeline, ran)
		}
	}
}

// Passes that sum share their work groups among the ranges, as many as they were
// counted; more ranges than groups are refused.
func TestRangesShareWorkGroups(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	ctx.Limits.StorageBlockBytes = 16_384
	e := must.Open(New(ctx, gputest.Grid(6, 6, 60), gputest.PerturbedParams(), Options{Pipeline: options.Fused}))(t)
	slots := []pass.Slot{{Binding: shaders.BindPosition, Buffer: e.buffers.Position}, {Binding: shaders.BindVelocity, Buffer: e.buffers.Velocity}}
	for _, c := range []struct{ groups, want int64 }{{1 << 20, 9}, {5, 3}, {3, 3}, {2, -1}} { // 2 ranges of 1024 masses, one of 112
		over := pass.Extent{Items: pass.OfMasses, Count: 2160, Groups: c.groups}
		p, err := e.compiled.maker.Summing().Make("some", shaders.Still, over, slots)
		if c.want < 0 {
			if err == nil {
				t.Errorf("%d groups for %d ranges are not refused", c.groups, e.plan.masses().Number())
				p.Release()
			}
			continue
		}
		must.Do(t, err)
		got := int64(0)
		for _, part := range p.Groups {
			got += int64(part[0]) * int64(part[1])
		}
		if got != c.want || over.GroupsIn(e.plan.division) != c.want {
			t.Errorf("of %d groups %d are dispatched and %d counted, want %d", c.groups, got, over.GroupsIn(e.plan.division), c.want)
		}
		p.Release()
	}
}

// Loads may move to masses of other ranges.
func TestLoadsMoveBetweenRanges(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	m := gputest.Grid(6, 6, 60)
	var results [2]model.State
	for k := range results {
		if ctx.Limits = whole; k == 1 {
			ctx.Limits.StorageBlockBytes = 16_384
		}
		p := gputest.PerturbedParams()
		p.Forces = []model.Force{{Masses: []uint32{1, 2, 3}, Force: model.Vec3{1, 0, 0}}}
		e := must.Get(New(ctx, m, p, Options{}))(t)
		must.Do(t, e.Step(2))
		p.Forces = []model.Force{{Masses: []uint32{2, 700, 1400}, Force: model.Vec3{1, 0, 0}}}
		must.Do(t, e.SetParams(p))
		must.Do(t, e.Step(2))
		must.Do(t, e.ReadState(&results[k]))
		e.Close()
	}
	if fault := agreement(ctx).Fault(m.Start(), &results[0], &results[1]); fault != "" {
		t.Error("other than without ranges:", fault)
	}
}

// A picture that fetches positions as texels takes nothing from the passes, which fetch
// those of windows: a divided model continues to the same bits.
func TestPicturesLeaveTheWindowsOfRanges(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	m := gputest.Grid(6, 6, 60)
	ctx.Limits.StorageBlockBytes = 10 * int64(m.SpringCount()) // ends take 8 of them, forces 12
	e := must.Open(New(ctx, m, gputest.PerturbedParams(), Options{}))(t)
	if e.plan.springs().Number() < 2 || !e.plan.division.Texels {
		t.Fatal("the springs are not divided, or no texels are fetched: the test proves nothing")
	}
	var states [2]model.State
	for k := range states {
		modeltest.StepFrom(t, e, m.Start(), 1)
		must.Do(t, e.UpdateStrain())
		if k == 1 {
			e.PositionBuffer().ShowVectors()
		}
		must.Do(t, e.Step(1))
		must.Do(t, e.ReadState(&states[k]))
	}
	must.Hold(t, slices.Equal(states[0].Position, states[1].Position), "other positions after a picture")
}
