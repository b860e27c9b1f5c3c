package gpu

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hooke/engine/check"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
	"hooke/shaders"
)

// constantsCases are structures with regular springs alone: boxes and others, with dampers and without, and with pins.
func constantsCases() map[string]gputest.FusedModel {
	out := map[string]gputest.FusedModel{}
	add := func(name string, m *model.Model, damping float64, pins ...model.Pin) {
		m.Materials = slices.Clone(m.Materials)
		for k := range m.Materials[1:] {
			m.Materials[k+1].Damping = damping
		}
		for k, pin := range pins {
			m.Pin = append(m.Pin, make([]model.Pin, m.MassCount()-len(m.Pin))...)
			m.Pin[3*k+1] = pin
		}
		out[name] = gputest.FusedModel{Name: name, Model: m, State: gputest.Moving(m, 5)}
	}
	add("box", gputest.Grid(6, 5, 9), 0, model.PinAll, 0)
	add("box with dampers", gputest.Grid(9, 8, 7), 0.02, 2)
	add("cloth", gputest.Grid(11, 7, 1), 0)
	add("ball", gputest.Ball(9), 0, model.PinAll, 4)
	add("ball with dampers", gputest.Ball(8), 0.03)
	return out
}

// proveConstants returns the checks of the variant that disagree with the reference, and how many checks there are.
func proveConstants(t *testing.T, c gputest.FusedModel, o Options) (faults []string, rows int) {
	t.Helper()
	ctx := gltest.New(t)
	if o.Pipeline == "" {
		o.Pipeline = "fused+constants"
	}
	all := must.Get(check.Prove(check.Case{Name: c.Name, Model: c.Model, Start: c.State, Steps: 20, Own: true},
		func(m *model.Model, p model.Params) (check.Subject, error) { return New(ctx, m, p, o) }))(t)
	for _, r := range all {
		switch {
		case strings.HasPrefix(r.Check, "refused"):
		case !r.OK:
			faults = append(faults, r.Check)
			rows++
		default:
			rows++
		}
	}
	return faults, rows
}

// The variant constants computes another formula than the others, so that it is held against the reference. The short form has two
// of the structures, each of which has a text of its own, in one pipeline.
func TestConstantsMatchReference(t *testing.T) {
	short := map[string]string{"box": "fused+constants+tile", "ball with dampers": "fused+storage+constants"}
	for name, c := range constantsCases() {
		for _, pipeline := range []string{"fused+constants", "fused+storage+constants", "fused+constants+tile", "fused+storage+constants+tile"} {
			if strings.Contains(pipeline, "tile") && strings.Contains(name, "ball") {
				continue // it is no box
			}
			if !must.Long() && pipeline != short[name] {
				continue
			}
			if faults, rows := proveConstants(t, c, Options{Pipeline: pipeline}); len(faults) > 0 || rows < 6 {
				t.Errorf("%s, %s: %d of %d checks disagree: %v", name, pipeline, len(faults), rows, faults)
			}
		}
	}
}

// Each part of its text is seen when it is wrong, by a percent where it has a size, with tiles
// and without.
func TestConstantsFaultsAreSeen(t *testing.T) {
	ofVariant(t)
	cases, takes := constantsCases(), must.Faults()
	for _, c := range []struct{ model, file, old, new string }{
		{"box+tile", "tile.glsl", "inBlock.y + LATTICE_REACH.y", "inBlock.y + LATTICE_REACH.x + 1"},
		{"cloth+tile", "tile.glsl", "clamp(first + ", "clamp(first - ivec3(0, 1, 0) + "},
		{"box with dampers+tile", "tile.glsl", "FETCH_VELOCITY(mass)", "FETCH_VELOCITY(mass / 2)"},
		{"box with dampers+tile", "fused_springs.glsl", "EXTENT.x * ((dy) +", "EXTENT.x * (abs(dy) +"},
		{"box+tile", "tile.glsl", "tile[k] = FETCH_POSITION(mass);", "tile[k] = FETCH_POSITION(mass / 2);"},
		{"box", "fused_springs.glsl", "k - tension * by", "k - 1.01 * tension * by"},
		{"box", "fused_springs.glsl", "(SHORTEST * SHORTEST + d.x * d.x)", "(SHORTEST * SHORTEST + d.x * d.y)"},
		{"ball with dampers", "fused_springs.glsl", "share += c *", "share += 1.01 * c *"},
		{"box with dampers", "fused_springs.glsl", "* (by * by)", "* by"},
		{"ball", "fused_springs.glsl", "FETCH_POSITION(int(i) + (offset))", "FETCH_POSITION(int(i) + max(offset, 0))"},
		{"ball", "fused_springs.glsl", "(n) * COUNT_OF(params.massCount) + i - FIRST)\n#if DAMPING", "(n) * COUNT_OF(params.massCount) + i / 2u)\n#if DAMPING"},
		{"box", "integrate.comp", "ownVelocity = FETCH_VELOCITY(i);", "ownVelocity = FETCH_VELOCITY(i / 2u);"},
		{"box", "state.glsl", "velocity[i] = vec4(v, VELOCITY(i).w)", "velocity[i] = vec4(v.yxz, VELOCITY(i).w)"},
		{"ball", "pins.glsl", "mix(v, real3(0.0), notEqual", "mix(v, v, notEqual"},
	} {
		of, tile, _ := strings.Cut(c.model, "+")
		o := Options{Pipeline: strings.TrimSuffix("fused+constants+"+tile, "+"), Shaders: mutated(t, c.file, c.old, c.new)}
		if !takes() {
			continue
		}
		if faults, _ := proveConstants(t, cases[of], o); len(faults) == 0 {
			t.Errorf("%s: nobody sees %q in place of %q", c.model, c.new, c.old)
		}
	}
}

// A step of another length changes the response of materials that are stated per mass, which stands in the text: it is as that
// of an engine that began with it.
func TestConstantsFollowTheStep(t *testing.T) {
	ctx := gltest.New(t)
	m := gputest.Grid(6, 5, 9)
	m.Materials = slices.Clone(m.Materials)
	m.Materials[1] = model.Material{Name: "normalized", Normalized: spring.Normalized{Stiffness: 1e-3, Damping: 1e-3}}
	start := gputest.Moving(m, 4)
	begun := func(dt float64) *Engine {
		return must.Get(New(ctx, m, model.Params{DT: dt}, Options{Pipeline: "fused+constants"}))(t)
	}
	e := begun(1e-4)
	defer e.Close()
	sum := e.stepPasses()[0].Sum
	must.Do(t, e.SetParams(model.Params{DT: 2e-4}))
	must.Hold(t, e.stepPasses()[0].Sum != sum, "the program is that of the step before")
	want := begun(2e-4)
	defer want.Close()
	for _, one := range []*Engine{e, want} {
		modeltest.StepFrom(t, one, start, 9)
	}
	must.Be(t, agreement(ctx).Snapshots(start, modeltest.Snapshot(t, want), modeltest.Snapshot(t, e)), "", "another step")
}

// The longest spring of a mass is found once a mass, and named as by the other variants.
func TestConstantsNameTheRunaway(t *testing.T) {
	ctx := gltest.New(t)
	m, p := gputest.Grid(6, 5, 9), model.Params{DT: 1e-6}
	start := gputest.Moving(m, 4)
	start.Velocity[7][0] = 1e11 // 1e5 m a step
	of := func(pipeline string) *physics.DivergedError {
		e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline}))(t)
		defer e.Close()
		modeltest.StepFrom(t, e, start, 3)
		var diverged *physics.DivergedError
		if !errors.As(e.Finish(), &diverged) {
			t.Fatalf("%s: no divergence", pipeline)
		}
		return diverged
	}
	got, want := of("fused+constants"), of(options.Fused)
	if got.Runaway < 0 || got.Runaway != want.Runaway || got.Step != want.Step {
		t.Errorf("spring %d at step %d, want %d at %d", got.Runaway, got.Step, want.Runaway, want.Step)
	}
}

// Tiles are as good in each size of work groups, whose blocks have other shapes, and in boxes that no block divides.
func TestTilesOfEverySize(t *testing.T) {
	ofVariant(t)
	ctx := gltest.New(t)
	for k, m := range []*model.Model{gputest.Grid(17, 9, 5), gputest.Grid(33, 18, 1), gputest.Grid(3, 3, 3), gputest.Grid(70, 1, 1)} {
		start := gputest.Moving(m, 4)
		p := model.Params{DT: 1e-4, Gravity: model.EarthGravity()}
		tiled := must.Get(New(ctx, m, p, Options{Pipeline: "fused+constants+tile", WorkGroup: 64}))(t)
		groups := tiled.WorkGroups()
		for _, size := range options.WorkGroupsOn(ctx.Limits) { // of 1,024 invocations, tiles with velocities do not always fit
			must.Hold(t, refusal(tiled.SetWorkGroup(size)) != slices.Contains(groups, size), "%s allows groups of %v, and %d otherwise", m.Name, groups, size)
		}
		tiled.Close()
		must.Hold(t, len(groups) >= 4, "%s allows groups of %v", m.Name, groups)
		for n, group := range groups {
			if !must.Long() && (k+n)%2 == 1 {
				continue
			}
			of := func(pipeline string) model.Snapshot {
				return stepsOf(t, ctx, m, start, p, Options{Pipeline: pipeline, WorkGroup: group})
			}
			must.Be(t, agreement(ctx).Snapshots(start, of("fused+constants"), of("fused+constants+tile")), "", "%s in groups of %d", m.Name, group)
		}
	}
}

// Forces beside springs act in these variants as in the pipeline without one, to rounding, and a percent more is seen.
func TestConstantsBesideOtherForces(t *testing.T) {
	ofVariant(t)
	ctx := gltest.New(t)
	m := gputest.Grid(9, 8, 1)
	m.Triangles = [][3]uint32{{0, 1, 9}, {1, 10, 9}}
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[5] = model.PinAll
	start := gputest.Moving(m, 4)
	p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), DragHalfLife: 1, Contacts: []model.Contact{model.Ground(-0.01, 100, 0.1),
		{Shape: model.Sphere{Center: model.Vec3{0, 0, -0.1}, Radius: 0.2}, Stiffness: 100, Damping: 0.1, StaticFriction: 0.5, KineticFriction: 0.4}},
		Forces: []model.Force{{Force: model.Vec3{0.01}}}, Wind: model.Wind{Velocity: model.Vec3{3, 0, 1}, Drag: 1, Lift: 0.5},
		Guides: []model.Guide{{Masses: []uint32{3}, Direction: model.Vec3{1}}}}
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.ExplicitEuler} {
		p.Integrator = integrator
		want := stepsOf(t, ctx, m, start, p, Options{Pipeline: options.Fused})
		for _, pipeline := range []string{"fused+constants", "fused+constants+tile", "fused+storage+constants+tile"} {
			must.Be(t, gputest.Agreement{}.Snapshots(start, want, stepsOf(t, ctx, m, start, p, Options{Pipeline: pipeline})), "", "%v, %s", integrator, pipeline)
		}
		more := p.Clone()
		more.Contacts[1].Stiffness *= 1.01
		must.Hold(t, gputest.Agreement{}.Snapshots(start, want, stepsOf(t, ctx, m, start, more, Options{Pipeline: "fused+constants+tile"})) != "", "a stiffer contact is not seen")
	}
}

// Velocities that stay in place are where drawing and readings look for them, also where the variant changes after an odd step.
func TestVelocitiesInPlace(t *testing.T) {
	ctx := gltest.New(t)
	c := constantsCases()["box"]
	p := model.Params{DT: 1e-4, Gravity: model.EarthGravity()}
	open := func() *Engine {
		e := must.Get(New(ctx, c.Model, p, Options{Pipeline: options.Fused, Drawing: true}))(t)
		must.Do(t, e.Reset(c.State))
		return e
	}
	e, plain := open(), open()
	defer e.Close()
	defer plain.Close()
	for _, v := range []options.Variant{{Constants: true}, {}, {Constants: true, Tile: true}, {Storage: true}} {
		must.Do(t, e.SetVariant(v))
		for _, steps := range []int{1, 2, 9} {
			must.Do(t, e.Step(steps))
			must.Do(t, plain.Step(steps))
			must.Be(t, gputest.Agreement{}.Snapshots(c.State, modeltest.Snapshot(t, plain), modeltest.Snapshot(t, e)), "", "%v", v)
			must.Do(t, e.UpdateStrain())
			must.Hold(t, e.buffers.Settled(), "%v: drawing would see the state before", v)
			got, velocity := modeltest.Snapshot(t, e), make([]shaders.Velocity, c.Model.MassCount())
			glx.Download(e.VelocityBuffer(), 0, velocity)
			for i, speed := range velocity {
				must.Hold(t, speed.Xyz == got.Velocity[i], "%v: mass %d is drawn at %v, and moves by %v", v, i, speed.Xyz, got.Velocity[i])
			}
		}
	}
}

// Cables, muscles and other precisions are refused, since the text has no place for them.
func TestConstantsRefuse(t *testing.T) {
	ctx := gltest.New(t)
	cables := gputest.Grid(6, 5, 9)
	cables.Materials = append([]model.Material{}, cables.Materials...)
	for k := range cables.Materials[1:] {
		cables.Materials[k+1].TensionOnly = true
	}
	network, _ := gputest.Random(3, 100, 300)
	tile := func(m *model.Model, p model.Params, pipeline string) func() (*Engine, error) {
		p.DT = 1e-5
		return func() (*Engine, error) { return New(ctx, m, p, Options{Pipeline: pipeline}) }
	}
	for name, try := range map[string]func() (*Engine, error){
		"cables": func() (*Engine, error) {
			return New(ctx, cables, model.Params{DT: 1e-5}, Options{Pipeline: "fused+constants"})
		},
		"network": func() (*Engine, error) {
			return New(ctx, network, model.Params{DT: 1e-5}, Options{Pipeline: "fused+constants"})
		},
		"tile of a ball":         tile(gputest.Ball(9), model.Params{}, "fused+constants+tile"),
		"tile without constants": tile(gputest.Grid(6, 5, 9), model.Params{}, "fused+tile"),
		"tile of Verlet":         tile(gputest.Grid(6, 5, 9), model.Params{Integrator: model.VelocityVerlet}, "fused+constants+tile"),
		"double": func() (*Engine, error) {
			return New(ctx, gputest.Grid(6, 5, 9), model.Params{DT: 1e-5}, Options{Pipeline: "fused+constants", Precision: options.Double})
		},
	} {
		e, err := try()
		must.Hold(t, refusal(err), "%s: %v", name, err)
		e.Close()
	}
}
