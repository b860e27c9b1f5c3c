package gpu

import (
	"io/fs"
	"math"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/mesh/build"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// inBlocks is the pipeline whose sweeps go block by block.
const inBlocks = options.TwoPass + "+blocks"

// blockCases are cloths with muscles, cables, rods, pins on single axes and cut springs: one that touches nothing, one
// that is swept again and warm and slides on a sphere, and one with attachments.
func blockCases(t *testing.T) (out []sweepCase) {
	t.Helper()
	m := modeltest.Cloth(40)
	m.Materials = append(m.Materials, model.Material{Name: "cable", Stiffness: 300, Damping: 0.01, TensionOnly: true}, model.Material{Name: "rod", Rigid: true})
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.MaterialOf {
		switch {
		case s%7 == 0:
			m.MaterialOf[s] = 2
		case s%59 == 0:
			m.MaterialOf[s] = 3
		case s%61 == 0:
			m.MaterialOf[s] = model.Removed
		case s%5 == 0:
			m.ActuatorOf[s] = 1
		}
	}
	start := m.Start()
	for i := range start.Position {
		if m.PinOf(i) == 0 {
			start.Velocity[i] = model.Vec3{math.Sin(float64(7 * i)), math.Cos(float64(5 * i)), math.Sin(float64(3 * i))}.Mul(0.5)
			start.Position[i] = start.Position[i].Add(model.Vec3{math.Sin(float64(i)), math.Cos(float64(2 * i)), math.Sin(float64(4*i) + 1)}.Mul(1e-3)) // no cable is just as long as at rest
		}
	}
	start.RoundToFloat32()
	p := model.Params{DT: 2e-3, Gravity: model.EarthGravity(), DragHalfLife: 0.5, Integrator: model.Impulses, Substeps: 3}
	p.Actuators = []model.Actuator{{Amplitude: 0.2, Frequency: 40, Phase: 1}}
	again := p.Clone()
	again.Iterations, again.Warm = 2, 0.3
	again.Contacts = []model.Contact{{Shape: model.Sphere{Center: model.Vec3{0.4, 0.4, 0}, Radius: 0.301}, Stiffness: 300, Damping: 0.01, StaticFriction: 0.4, KineticFriction: 0.4}}
	held := *m
	must.Do(t, must.Err(join.Attach(&held, join.AttachOptions{Slack: join.DefaultSlack})))
	return []sweepCase{{name: "once", model: m, params: p, start: start, steps: 3}, {name: "again and warm, on a sphere", model: m, params: again, start: start, steps: 3},
		{name: "attached", model: &held, params: p, start: start, steps: 2}}
}

// holding returns a context in which blocks have at most the given number of masses, so that few masses make
// several blocks; 0: as the device allows.
func holding(t *testing.T, masses int32) *glx.Context {
	ctx := gltest.New(t)
	if masses > 0 {
		ctx.Limits.SharedBytes = 32 * masses
	}
	return ctx
}

// Sweeps block by block have the bits of sweeps color by color, and the residual, in blocks for software and for a card, large and
// small, from the start and from a change of the variant on.
func TestBlocksChangeNoBit(t *testing.T) {
	tables := map[int64]bool{}
	for _, masses := range []int32{0, 150} {
		ctx := holding(t, masses)
		for k, c := range blockCases(t) {
			run := func(o Options, change func(e *Engine)) (got model.Snapshot, r model.Residual) {
				e := started(t, ctx, c.model, c.params, c.start, o)
				defer e.Close()
				change(e)
				must.Do(t, e.Step(c.steps))
				must.Do(t, e.Finish())
				must.Do(t, e.Read(&got))
				tables[e.plan.counts.Blocks] = true
				return got, must.Get(e.Residual())(t)
			}
			as := func(v options.Variant) func(e *Engine) {
				return func(e *Engine) { must.Do(t, e.SetVariant(v)) }
			}
			want, residual := run(Options{}, func(*Engine) {})
			for n, one := range []struct {
				name   string
				o      Options
				change func(e *Engine)
			}{
				{"for software", Options{Pipeline: inBlocks}, func(*Engine) {}},
				{"for a card", Options{Pipeline: inBlocks, asCard: true}, func(*Engine) {}},
				{"from here on", Options{}, as(options.Variant{Blocks: true})},
				{"until here", Options{Pipeline: inBlocks}, as(options.Variant{})},
			} {
				if !must.Long() && (n+k+int(masses))%4 > 0 {
					continue
				}
				name := one.name
				got, r := run(one.o, one.change)
				alike := agreement(ctx)
				must.Be(t, alike.Snapshots(c.start, want, got), "", "%s, %s, blocks of %d", c.name, name, masses)
				must.Hold(t, (r.Spring == residual.Spring || !alike.Exact) && math.Abs(r.Strain-residual.Strain) <= alike.Rounding(0)*residual.Strain, "%s, %s: residual %+v, want %+v", c.name, name, r, residual)
			}
		}
	}
	must.Hold(t, len(tables) >= 4, "tables of %v words: too few forms to prove anything", tables)
}

// blocksTolerance is how far single precision may be from the reference after the steps of a case: three roundings of a place at 0.8 m, 6e-8 m,
// over a motion of 3 mm.
const blocksTolerance = 6e-5

// Whole steps by blocks are those of the reference.
func TestBlocksMatchReference(t *testing.T) {
	ctx := holding(t, 150)
	for _, c := range blockCases(t) {
		if off := sweptApart(t, ctx, c, Options{Pipeline: inBlocks}); !(off <= blocksTolerance) {
			t.Errorf("%s: %.2g of the motion off the reference, want at most %.2g", c.name, off, blocksTolerance)
		}
	}
}

// Beside blocks, pairs of masses collide with friction, and contacts push edges and triangles, as in the reference.
func TestBlocksBesideTouches(t *testing.T) {
	ofVariant(t)
	ctx := holding(t, 150)
	for _, one := range []struct {
		c         sweepCase
		tolerance float64
	}{{pressedCases()[1], pressedTolerance}, {touchedCases()[3], touchedTolerance}, {touchedCases()[1], touchedTolerance}} {
		if one.c.params.Collision.Bodies == nil && !must.Long() {
			continue // edges and triangles alone
		}
		if off := sweptApart(t, ctx, one.c, Options{Pipeline: inBlocks}); !(off <= one.tolerance) {
			t.Errorf("%s: %.2g of the motion off the reference, want at most %.2g", one.c.name, off, one.tolerance)
		}
	}
}

// Mutations of the blocks are seen.
func TestBlocksSeeMutants(t *testing.T) {
	ofVariant(t)
	of, takes := "sweep_blocks.comp", must.Faults()
	cases := blockCases(t)
	for k, mutants := range [][]mutant{{
		{of, "entry.y >> 15u & 0x7fffu", "entry.y >> 15u & 0x3fu"},
		{of, "k < all; k += WORKGROUP", "k < own; k += WORKGROUP"}, // no rim
		{of, "c < sweep.count; c++", "c + 1u < sweep.count; c++"},  // the last color is left out
		{of, "if (sweep.swept != 0u) {\n\t\t\tv.xyz", "if (false) {\n\t\t\tv.xyz"},
		{of, "first = entryAt(at + 4u * WORKGROUP, end);", "first = entryAt(at + 4u * WORKGROUP + 4u, end);"},
		{of, "swept[3u * i + 2u].value = v.z;", ""},
		{of, "vec3 v = heldVelocity[k].xyz;", "vec3 v = velocity[i].xyz;"},
		{of, "uint next = end;", "uint next = from;"},
		{of, "uintBitsToFloat(entry.z)", "0.01"},
		{of, "strike(e, vA, vB, change * j.n);", "strike(e, vA, vB, 0.99 * change * j.n);"},
	}, {
		{of, "before = sweep.back != 0u ? swept[sweptAt(s)].value : impulseOf(s);", "before = impulseOf(s);"},
		{of, "setImpulse(s, swept[sweptAt(s)].value);", ""}, // the impulse of the last color is lost
		{of, "setImpulse(s, after);", "setImpulse(s, 0.0);"},
		{of, "swept[sweptAt(s)].value = after;", "swept[sweptAt(s)].value = 0.0;"},
	}} {
		seesMutants(t, takes, mutants, 5*blocksTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			ctx.Limits.SharedBytes = 32 * 150
			return sweptApart(t, ctx, cases[k], Options{Pipeline: inBlocks, Shaders: files}), 0
		})
	}
}

// Runs by blocks repeat to the bit, and continue from checkpoints, which name them; parameters change meanwhile, to sweeps forward,
// which go color by color, and back.
func TestBlocksRepeat(t *testing.T) {
	ofVariant(t)
	ctx := holding(t, 150)
	c := blockCases(t)[1]
	repeats(t, ctx, c, inBlocks)
	e := started(t, ctx, c.model, c.params, c.start, Options{Pipeline: inBlocks})
	must.Be(t, e.Describe().Pipeline, inBlocks, "the pipeline is described")
	var saved model.Checkpoint
	must.Do(t, e.Save(&saved))
	must.Be(t, saved.Pipeline, inBlocks, "the checkpoint names the pipeline")
	takesParams(t, c, inBlocks, blocksTolerance, func(p *model.Params) { p.Iterations = 1 }, func(p *model.Params) { p.Warm, p.Forward = 0, true },
		func(p *model.Params) { p.Forward = false }, func(p *model.Params) { p.Substeps = 5 })
}

// sheet is a cloth of side × side masses with structural, shear and bend springs, swept once in each of 4 substeps, as the scene cloth-128 of
// the benchmark.
func sheet(t *testing.T, side int) (*model.Model, model.Params) {
	t.Helper()
	m := must.Get(build.Cloth(build.ClothSpec{Nx: side, Ny: side, Spacing: 1 / float64(side), Mass: 1e-5, Stiffness: build.ClothStiffness{Structural: 500, Shear: 200, Bend: 20}, DampingRatio: 0.02}))(t)
	return m, model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Integrator: model.Impulses, Substeps: 4}
}

// A step of a cloth of 128 × 128 masses has 100 dispatches color by color: in each of 4 substeps 12 colors there, 11 back, and a
// pass of masses before and behind them. By blocks for a card it has 16.
func TestDispatchesOfBlocks(t *testing.T) {
	ofVariant(t)
	ctx, calls := gltest.NewCounting(t)
	m, p := sheet(t, 128)
	for pipeline, want := range map[string]int64{options.TwoPass: 4 * (2 + 12 + 11), inBlocks: 4 * (2 + 2)} {
		e := started(t, ctx, m, p, m.Start(), Options{Pipeline: pipeline, asCard: true})
		made := func(steps int) int64 {
			calls.Reset()
			must.Do(t, e.Step(steps))
			must.Do(t, e.Finish())
			by, _ := calls.Made()
			return by["glDispatchCompute"]
		}
		one := made(1) // with the residual
		must.Be(t, made(3)-one, 2*want, "dispatches of two steps, %s", pipeline)
		e.Close()
	}
}

// The engine allocates the memory that it reports for blocks, from the start and when they are asked for
// later, and the cost model knows all buffers that their pass binds.
func TestBlocksAreCounted(t *testing.T) {
	ctx := gltest.New(t)
	c := blockCases(t)[0]
	before := ctx.Allocated()
	e := started(t, ctx, c.model, c.params, c.start, Options{})
	plain := e.Memory()
	must.Do(t, e.SetVariant(options.Variant{Blocks: true}))
	taken := int64(0)
	for _, name := range []string{"hooke.BlockTable", "hooke.Swept"} {
		taken += ctx.Allocated()[name] - before[name]
	}
	must.Hold(t, taken > 0 && e.Memory()-plain == taken, "blocks take %d bytes, and are said to take %d", taken, e.Memory()-plain)
	moved := e.trafficRun().Moves("sweep-blocks")
	for _, p := range e.stepPasses() {
		if p.Name != "sweep-blocks" {
			continue
		}
		for _, slot := range p.Storage {
			name := slot.Buffer.Label()[len("hooke."):]
			if _, known := moved[name]; !known && !slices.Contains([]string{"Status"}, name) {
				t.Errorf("the cost model does not know that %s binds %s", p.Name, name)
			}
		}
	}
	for _, one := range e.Traffic() {
		if swept := map[string]bool{"sweep": false, "sweep-blocks": true}; (one.Bytes > 0) != swept[one.Pass] && (one.Pass == "sweep" || one.Pass == "sweep-blocks") {
			t.Errorf("%s moves %d bytes", one.Pass, one.Bytes)
		}
	}
	must.Do(t, e.SetVariant(options.Variant{}))
	must.Be(t, e.Memory(), plain, "memory without blocks again")
}

// Blocks are refused by name, at first and later, where nothing sweeps, where sweeps go forward alone, and where some springs have no
// color, and the engine stays as it was.
func TestBlocksRefuse(t *testing.T) {
	ctx := gltest.New(t)
	cloth, hub := modeltest.Cloth(12), modeltest.Awkward(1)
	base := model.Params{DT: 1e-3, Integrator: model.Impulses, Substeps: 4}
	for name, c := range map[string]struct {
		m      *model.Model
		change func(p *model.Params)
	}{
		"explicit steps": {cloth, func(p *model.Params) { p.Integrator, p.Substeps = model.VelocityVerlet, 0 }},
		"forward":        {cloth, func(p *model.Params) { p.Forward = true }},
		"hub":            {hub, func(*model.Params) {}},
	} {
		p := base.Clone()
		c.change(&p)
		_, err := New(ctx, c.m, p, Options{Pipeline: inBlocks})
		must.Hold(t, refusal(err), "%s: %v", name, err)
		e := must.Open(New(ctx, c.m, p, Options{}))(t)
		must.Hold(t, refusal(e.SetVariant(options.Variant{Blocks: true})), "%s, later", name)
		must.Hold(t, refusal(e.SetVariant(options.Variant{Storage: true})), "%s: storage", name)
		must.Do(t, e.Step(2))
		must.Do(t, e.Finish())
		must.Be(t, e.Describe().Pipeline, options.TwoPass, "%s: the pipeline", name)
	}
	fused := must.Open(New(ctx, cloth, model.Params{DT: 1e-4}, Options{Pipeline: options.Fused}))(t)
	must.Hold(t, refusal(fused.SetVariant(options.Variant{Blocks: true})), "fused")
	for _, name := range []string{"fused+blocks", "two-pass+storage", "two-pass+blocks+laws", "auto+blocks"} {
		must.Hold(t, must.Err(New(ctx, cloth, base, Options{Pipeline: name})) != nil, "%s is taken", name)
	}
}
