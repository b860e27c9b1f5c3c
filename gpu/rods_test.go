package gpu

import (
	"io/fs"
	"math"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/rod"
	"hooke/rod/chain"
)

// rodCase is a coil, a ring and a tree of rods beside springs, with clamps that turn, gravity, drag
// and dampers, in a state in which everything moves.
func rodCase() sweepCase {
	b := modeltest.NewBuilder("rods")
	soft := rod.Solid(0.008, 1e6, 4e5)
	soft.Delay = 1e-3
	stout := rod.Solid(0.02, 2e6, 8e5)
	stout.Straight, stout.RestTwist = true, 1
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: soft}, model.Material{Name: "stout", Rod: stout})
	wire := uint16(len(b.Model.Materials) - 2)
	const coil, ring = 100, 9
	for i := range coil {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 12)
		b.Mass(0.006, model.Vec3{0.05 * c, 0.05 * s, -0.0025 * float64(i)}, 0)
		if i > 0 {
			b.Join(i-1, i, wire)
		}
	}
	for i := range ring {
		s, c := math.Sincos(2 * math.Pi * float64(i) / ring)
		b.Mass(0.05, model.Vec3{1 + 0.3*c, 0.3 * s, 0}, 0)
	}
	for i := range ring {
		b.Join(coil+i, coil+(i+1)%ring, wire+1)
	}
	const tree = coil + ring
	for i, x := range []model.Vec3{{2, 0, 0}, {2, 0, 0.2}, {2.1, 0, 0.4}, {1.9, 0, 0.4}, {2, 0.1, 0.5}} {
		b.Mass([]float64{1, 0.01, 0.1}[i%3], x, 0)
	}
	for _, ends := range [][2]int{{0, 1}, {1, 2}, {3, 1}, {4, 1}} {
		b.Join(tree+ends[0], tree+ends[1], wire)
	}
	springs := b.Material(50, 0.1)
	b.Join(coil-1, coil+5, springs)
	b.Join(coil+3, tree+3, springs)
	m := &b.Model
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[0], m.Pin[coil+4] = model.PinAll, model.PinX
	chain.Frame(m)
	start := m.Start()
	for k := range start.AngularVelocity {
		start.AngularVelocity[k] = model.Vec3{math.Sin(float64(k)), math.Cos(3 * float64(k)), 5 * math.Sin(7*float64(k))}
	}
	start.RoundToFloat32()
	return sweepCase{"rods", m, model.Params{DT: 1. / 240, Substeps: 3, Integrator: model.Impulses, Gravity: model.EarthGravity(), DragHalfLife: 2,
		Clamps: []model.Clamp{{Masses: []uint32{0}, Axis: model.Vec3{0, 0, 1}, Angle: 3, Table: model.Curve{At: []float64{0, 0.5}, Value: []float64{0, 1}}}}}, start, 1}
}

// rodsApart is how far an engine ends from the reference, as a share of how far masses have moved,
// of how far orientations have turned, and of the fastest spin: the largest of the three.
func rodsApart(t *testing.T, ctx *glx.Context, c sweepCase, o Options) float64 {
	t.Helper()
	ref := stepped(t, c.model, c.params, c.start, c.steps)
	e := started(t, ctx, c.model, c.params, c.start, o)
	defer e.Close()
	must(t, e.Step(c.steps))
	if e.Finish() != nil {
		return math.Inf(1)
	}
	var got model.State
	must(t, e.ReadState(&got))
	want := ref.State()
	turn, turned := 0.0, 0.0
	for k, q := range want.Orientation {
		turn = max(turn, rod.Vector(q.Mul(got.Orientation[k].Conjugate())).Len())
		turned = max(turned, rod.Vector(q.Mul(c.start.Orientation[k].Conjugate())).Len())
	}
	still := make([]model.Vec3, len(want.AngularVelocity))
	way := farthest(want.Position, got.Position) / farthest(c.start.Position, want.Position)
	spin := farthest(want.AngularVelocity, got.AngularVelocity) / farthest(still, want.AngularVelocity)
	t.Logf("%s: apart by %.2g of the way, %.2g of the turn, %.2g of the spin", c.name, way, turn/turned, spin)
	return max(way, turn/turned, spin)
}

// rodTolerance is what float32 leaves after a step: stretch of 1e-7 of a length against motion of
// 1e-4 of it.
const rodTolerance = 2e-3

// Steps with rods are those of the reference, for any sweeps. What breaks them is seen.
func TestRodsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	c := rodCase()
	for name, change := range map[string]func(p *model.Params){
		"once": func(*model.Params) {}, "again": func(p *model.Params) { p.Iterations, p.Warm = 2, 0.3 }, "forward": func(p *model.Params) { p.Forward = true },
		"without clamps": func(p *model.Params) { p.Clamps = nil },
	} {
		of := c
		of.name, of.params = name, c.params.Clone()
		change(&of.params)
		if off := rodsApart(t, ctx, of, Options{}); !(off <= rodTolerance) {
			t.Errorf("%s: %.2g off the reference, want at most %g", name, off, rodTolerance)
		}
	}
}

// In the precisions of two words rods are nearer to the reference: compensated, where velocities of
// masses are single, and double, to its rounding.
func TestRodsInTwoWords(t *testing.T) {
	ctx := gltest.New(t)
	c := rodCase()
	for precision, tolerance := range map[options.Precision]float64{options.Compensated: 1e-6, options.Double: 1e-10} {
		c.name = precision.String()
		if off := rodsApart(t, ctx, c, Options{Precision: precision}); !(off <= tolerance) {
			t.Errorf("%v: %.2g off the reference, want at most %g", precision, off, tolerance)
		}
	}
}

// A second word that is lost is seen.
func TestSecondWordsOfRodsSeeMutants(t *testing.T) {
	seesMutants(t, []mutant{
		{"turning.glsl", "vec4(to - wide4(vec4(to)))", "vec4(0.0)"},
		{"rod_links.glsl", "vec4(v - wide3(vec3(v)), 0.0)", "vec4(0.0)"},
		{"rod_links.glsl", "vec3(lowOf(k).restX, lowOf(k).restY, lowOf(k).restZ)", "vec3(0.0)"},
	}, 1e-9, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
		return rodsApart(t, ctx, rodCase(), Options{Shaders: files, Precision: options.Double}), 0
	})
}

func TestRodsSeeMutants(t *testing.T) {
	seesMutants(t, []mutant{
		{"sweep_segments.comp", "strike(a, vA, -impulse)", "strike(a, vA, impulse)"},
		{"sweep_segments.comp", "spin - answerOf", "spin + answerOf"},
		{"sweep_joints.comp", "before - answerOf", "before + answerOf"},
		{"begin_rods.comp", "WIDE_DRAG * spinOf(k)", "0.9 * spinOf(k)"},
		{"begin_rods.comp", "(WIDE_DT + delayOf(k))", "WIDE_DT"},
		{"rod_links.glsl", "2.0 * p.xyz - restOf(k)", "2.0 * p.xyz"},
		{"begin_rods.comp", "wide4 target = timesOf(", "wide4 target = startOf(k) + 0.0 * timesOf("},
		{"rod_links.glsl", "axesOf(from) * turned", "axesOf(from)"},
		{"rod_links.glsl", "+ softOf(k, ROD_DONE)))", "))"},
		{"finish_rods.comp", "(1.0 - along / across)", "0.0"},
		{"turning.glsl", "own / alongOf(k)", "own / acrossOf(k)"},
	}, 2*rodTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
		return rodsApart(t, ctx, rodCase(), Options{Shaders: files}), 0
	})
}

// The same comes from steps that are asked for one by one and together, in work groups of any
// size, and after a checkpoint. What is read can be set again.
func TestRodsRepeat(t *testing.T) {
	ctx := gltest.New(t)
	c := rodCase()
	read := func(e *Engine) (s model.Snapshot) {
		must(t, e.Finish())
		must(t, e.Read(&s))
		return s
	}
	const steps = 12
	for name, clamps := range map[string][]model.Clamp{"turned": c.params.Clamps, "free": nil} {
		p := c.params.Clone()
		p.Clamps = clamps
		one, two := started(t, ctx, c.model, p, c.start, Options{WorkGroup: 64}), started(t, ctx, c.model, p, c.start, Options{WorkGroup: 256})
		on := started(t, ctx, c.model, p, c.start, Options{WorkGroup: 128})
		for range steps / 2 {
			must(t, one.Step(1))
		}
		var saved model.Checkpoint
		must(t, one.Save(&saved))
		must(t, on.Restore(&saved))
		for range steps / 2 {
			must(t, one.Step(1))
		}
		must(t, two.Step(steps))
		must(t, on.Step(steps/2))
		a, b, r := read(one), read(two), read(on)
		if len(a.Orientation) != c.model.SegmentCount() {
			t.Fatalf("%d orientations of %d segments", len(a.Orientation), c.model.SegmentCount())
		}
		for way, other := range map[string]model.Snapshot{"together": b, "resumed": r} {
			if fault := agreement(ctx).Snapshots(c.start, a, other); fault != "" {
				t.Fatalf("%s, %s: %s", name, way, fault)
			}
		}
		must(t, one.Reset(a.State()))
		if again := read(one); again.AngularVelocity[3] != a.AngularVelocity[3] {
			t.Errorf("%s: set to %v, reads %v", name, a.AngularVelocity[3], again.AngularVelocity[3])
		}
		for _, e := range []*Engine{one, two, on} {
			e.Close()
		}
	}
}

// The residual and energies are those of the reference.
func TestRodsResidualAndEnergy(t *testing.T) {
	ctx := gltest.New(t)
	c := rodCase()
	ref := stepped(t, c.model, c.params, c.start, c.steps)
	want, err := ref.Residual()
	must(t, err)
	e := started(t, ctx, c.model, c.params, c.start, Options{Watched: true, KeepLastGood: true})
	defer e.Close()
	must(t, e.Step(c.steps))
	got, err := e.Residual()
	must(t, err)
	if got.Spring != want.Spring || !(math.Abs(got.Strain-want.Strain) <= 1e-2*want.Strain) || !c.model.IsSegment(want.Spring) {
		t.Errorf("residual %+v, want %+v", got, want)
	}
	energy, err := e.Energy()
	must(t, err)
	right, err := ref.Energy()
	must(t, err)
	if math.Abs(energy.Elastic-right.Elastic) > 1e-2*right.Elastic || math.Abs(energy.Kinetic-right.Kinetic) > 1e-4*right.Kinetic {
		t.Errorf("energy %+v, want %+v", energy, right)
	}
}
