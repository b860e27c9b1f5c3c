package gpu

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// columnModels are regular structures whose forces two-pass keeps in columns: with dampers, of
// springs that lead to lower numbers, with cables and muscles, pinned masses and springs that are
// removed.
func columnModels() []gputest.FusedModel {
	backwards, mixed := gputest.Grid(12, 11, 10), gputest.Grid(12, 11, 10)
	for s, e := range backwards.Ends {
		if s%3 == 0 {
			backwards.Ends[s] = model.Ends{e[1], e[0]}
		}
	}
	mixed.Materials = append(mixed.Materials, model.Material{Name: "cable", Stiffness: 100, TensionOnly: true})
	mixed.Pin, mixed.ActuatorOf = make([]model.Pin, mixed.MassCount()), make([]uint16, mixed.SpringCount())
	for i := range 300 {
		mixed.Pin[i] = model.Pin(i % 8)
	}
	for s, e := range mixed.Ends {
		if e[1]-e[0] > 100 {
			mixed.MaterialOf[s] = 2
		}
		mixed.ActuatorOf[s] = uint16(e[1]-e[0]) % 3
		if s%50 == 7 {
			mixed.MaterialOf[s] = model.Removed
		}
	}
	out := []gputest.FusedModel{{Name: "lattice", Model: gputest.Grid(12, 11, 10)}, {Name: "cloth", Model: gputest.Grid(40, 30, 1)}, {Name: "rope", Model: gputest.Grid(300, 1, 1)},
		{Name: "backwards", Model: backwards}, {Name: "mixed", Model: mixed}}
	for k := range out {
		out[k].State = gputest.Moving(out[k].Model, uint64(k))
	}
	return out
}

// columnParams are parameters of a run of such a model.
func columnParams(m *model.Model) model.Params {
	p := gputest.PerturbedParams()
	if m.ActuatorOf != nil {
		p.Actuators = []model.Actuator{{Amplitude: 0.2, Frequency: 300}, {Wave: model.Square, Amplitude: 0.1, Frequency: 5000}}
	}
	return p
}

// Columns change no bit of the forces of lists of springs, in every integrator and precision. The
// short form has symplectic Euler and Verlet, in another precision each, and
// another structure; TestColumnsMatchReference has all.
func TestColumnsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range columnModels() {
		for _, precision := range options.Precisions() {
			for _, integrator := range model.Integrators() {
				plain := precision == options.Single && integrator == model.SymplecticEuler
				if c.Name != "mixed" && !plain {
					continue
				}
				turn := plain || precision == options.Compensated && integrator == model.VelocityVerlet
				if !must.Long() && c.Name != "backwards" && !(turn && c.Name == "mixed") {
					continue
				}
				p := columnParams(c.Model)
				p.Integrator = integrator
				var states []model.Snapshot
				for _, lists := range []bool{true, false} {
					o := Options{Precision: precision, columns: inColumns(!lists)}
					e := must.Get(New(ctx, c.Model, p, o))(t)
					must.Hold(t, (e.plan.columns == nil) == lists, "%s: columns against the option %v", c.Name, lists)
					modeltest.StepFrom(t, e, c.State, 5)
					must.Do(t, e.Finish())
					states = append(states, modeltest.Snapshot(t, e))
					must.Be(t, must.Get(e.StepsRun())(t), 5, "%s: steps that ran", c.Name)
					e.Close()
				}
				must.Be(t, agreement(ctx).Snapshots(c.State, states[0], states[1]), "", "%s, %v, %v", c.Name, precision, integrator)
			}
		}
	}
}

// Both passes agree with the reference, and forces that are written are read again.
func TestColumnsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range columnModels() {
		if c.Model.ActuatorOf != nil {
			continue // the references below have no muscles
		}
		if worst := forceError(t, ctx, c.Model, c.State, Options{columns: columnsAlways}); !(worst <= parityTolerance) {
			t.Errorf("%s: largest error %.2g of the largest force, tolerance %.2g", c.Name, worst, parityTolerance)
		}
		forces32, forces := roundedForces(c.Model, c.State)
		checkIntegrate(t, ctx, c.Model, gputest.PerturbedParams(), c.State, forces32, forces)
		e := must.Get(New(ctx, c.Model, gputest.PerturbedParams(), Options{columns: columnsAlways}))(t)
		must.Do(t, e.WriteForces(forces32))
		again := make([][3]float32, len(forces32))
		must.Do(t, e.ReadForces(again))
		must.BeAll(t, again, forces32, "forces of %s", c.Name)
		e.Close()
	}
}

// Each part of the columns is seen when it is wrong. The short form has the first.
func TestColumnFaultsAreSeen(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	all := columnModels()
	const makes, sums = "column_force.comp", "columns.glsl"
	for _, c := range []struct {
		fault          string
		model          int
		file, old, new string
	}{
		{"mask", 0, makes, "(o.mask >> column & 1u) != 0u ?", "true ?"},
		{"law of another column", 0, makes, "lawOf(like);", "lawOf(0u);"},
		{"pinned ends", 4, makes, "acts ? f : real3(0.0)", "acts ? f : real3(1.0)"},
		{"holes", 0, makes, "setForce(at, real3(0.0));", "setForce(at, real3(1.0));"},
		{"place", 0, makes, "COLUMN_HOLES + o.number, ", "COLUMN_HOLES + (o.number ^ 1u), "},
		{"force on the other end", 0, sums, "sum -= columnForceAt(i + at);", "sum += columnForceAt(i + at);"},
		{"component", 0, sums, "columnForce[2u * COLUMN_PLACES + at].value);", "columnForce[COLUMN_PLACES + at].value);"},
		{"y", 0, sums, "columnForce[COLUMN_PLACES + at].value = high.y;", "columnForce[COLUMN_PLACES + at].value = 1.001 * high.y;"},
	} {
		m := all[c.model]
		m.Model.ActuatorOf = nil
		wrong := mutated(t, c.file, c.old, c.new)
		if takes() {
			seesFault(t, ctx, m, c.fault, Options{columns: columnsAlways, Shaders: wrong})
		}
	}
}

// Irregular structures keep lists: springs that have a mass for themselves, that are there twice, or in an
// order which differs from mass to mass; and structures that would mostly be holes.
func TestColumnsAreForRegularStructures(t *testing.T) {
	ctx := gltest.New(t)
	network, _ := gputest.Random(3, 1000, 5000)
	twice, turned := gputest.Grid(12, 11, 10), gputest.Grid(12, 11, 10)
	twice.Ends, twice.RestLength, twice.MaterialOf = append(twice.Ends, twice.Ends[0]), append(twice.RestLength, twice.RestLength[0]), append(twice.MaterialOf, 1)
	half := len(turned.Ends) / 2
	slices.Reverse(turned.Ends[half:])
	slices.Reverse(turned.RestLength[half:])
	for name, m := range map[string]*model.Model{"network": network, "twice": twice, "turned": turned, "small": gputest.Grid(3, 3, 3), "shuffled": gputest.Shuffled(gputest.Grid(12, 11, 10), 2),
		"jittered": gputest.Jittered(gputest.Grid(12, 11, 10), 2)} {
		e := must.Get(New(ctx, m, gputest.PerturbedParams(), Options{columns: columnsAlways}))(t)
		must.Hold(t, e.plan.columns == nil, "%s has columns", name)
		e.Close()
	}
}

// A spring that runs away is named as with lists, also where it leads to a lower number.
func TestColumnsNameTheRunaway(t *testing.T) {
	ctx := gltest.New(t)
	m := columnModels()[3].Model
	start := gputest.Moving(m, 4)
	start.Velocity[700][0] = 1e11 // 1e5 m a step
	var told []string
	for _, lists := range []bool{true, false} {
		e := must.Get(New(ctx, m, model.Params{DT: 1e-6}, Options{columns: inColumns(!lists)}))(t)
		modeltest.StepFrom(t, e, start, 3)
		var diverged *physics.DivergedError
		must.Hold(t, errors.As(e.Finish(), &diverged) && diverged.Runaway >= 0, "no spring runs away: %v", diverged)
		told = append(told, fmt.Sprint(diverged.Runaway, diverged.Step))
		e.Close()
	}
	must.Be(t, told[1], told[0], "spring and step with columns")
}

func inColumns(on bool) columnsOption {
	if on {
		return columnsAlways
	}
	return columnsNever
}

// Columns are for structures that gain from them: the benchmark lattice of 56,368 springs, and not one of 7,448.
func TestColumnsOfLargeStructures(t *testing.T) {
	ctx := gltest.New(t)
	for edge, want := range map[int]bool{9: false, 17: true} {
		m, _, err := build.Canon(edge)
		must.Do(t, err)
		e := must.Open(New(ctx, m, model.Params{DT: build.CanonStep}, Options{}))(t)
		must.Be(t, e.plan.columns != nil, want, "%d springs are in columns", m.SpringCount())
	}
}
