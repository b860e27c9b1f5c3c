package cpu

import (
	"maps"
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
)

// rodRun is a coil, a ring and a tree of rods beside springs, with clamps that turn, gravity, drag
// and dampers.
func rodRun() (*model.Model, model.Params) {
	b := modeltest.NewBuilder("rods")
	soft := rod.Solid(0.008, 1e6, 4e5)
	soft.Delay = 1e-3
	stout := rod.Solid(0.02, 2e6, 8e5)
	stout.Straight, stout.RestTwist = true, 1
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: soft}, model.Material{Name: "stout", Rod: stout})
	wire := uint16(len(b.Model.Materials) - 2)
	for i := range 200 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 12)
		b.Mass(0.006, model.Vec3{0.05 * c, 0.05 * s, -0.0025 * float64(i)}, 0)
		if i > 0 {
			b.Join(i-1, i, wire)
		}
	}
	for i := range 9 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 9)
		b.Mass(0.05, model.Vec3{1 + 0.3*c, 0.3 * s, 0}, 0)
	}
	for i := range 9 {
		b.Join(200+i, 200+(i+1)%9, wire+1)
	}
	for i, x := range []model.Vec3{{2, 0, 0}, {2, 0, 0.2}, {2.1, 0, 0.4}, {1.9, 0, 0.4}, {2, 0.1, 0.5}} {
		b.Mass([]float64{1, 0.01, 0.1}[i%3], x, 0)
	}
	for _, ends := range [][2]int{{209, 210}, {210, 211}, {212, 210}, {213, 210}} {
		b.Join(ends[0], ends[1], wire)
	}
	springs := b.Material(50, 0.1)
	b.Join(199, 205, springs)
	b.Join(203, 212, springs)
	m := &b.Model
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[0], m.Pin[204] = model.PinAll, model.PinX
	chain.Frame(m)
	return m, model.Params{DT: 1. / 240, Substeps: 3, Integrator: model.Impulses, Gravity: model.EarthGravity(), DragHalfLife: 2,
		Clamps: []model.Clamp{{Masses: []uint32{0}, Axis: model.Vec3{0, 0, 1}, Angle: 3, Table: model.Curve{At: []float64{0, 0.5}, Value: []float64{0, 1}}}}}
}

// rodsApart are the largest differences from the reference after some steps, as shares of how far
// masses have moved, orientations have turned, and the fastest spin.
func rodsApart(t *testing.T, m *model.Model, p model.Params, o Options, steps int, alter func(r model.Engine)) (way, turn, spin float64) {
	t.Helper()
	e := must.Get(New(m, p, o))(t)
	defer e.Close()
	ref := must.Get(cpuref.New(m, p))(t)
	start := m.Start()
	for k := range start.AngularVelocity {
		start.AngularVelocity[k] = model.Vec3{math.Sin(float64(k)), math.Cos(3 * float64(k)), 5 * math.Sin(7*float64(k))}
	}
	start.RoundToFloat32()
	if e.Reset(start) != nil || ref.Reset(start) != nil {
		t.Fatal("a start is refused")
	}
	if alter != nil {
		alter(e)
	}
	if e.Step(steps) != nil || e.Finish() != nil || ref.Step(steps) != nil || ref.Finish() != nil {
		t.Fatal(e.Finish(), ref.Finish())
	}
	var got model.State
	reader, _ := model.As[model.StateReader](e)
	must.Do(t, reader.ReadState(&got))
	want, moved, turned, fastest := ref.State(), 0.0, 0.0, 0.0
	for i, x := range want.Position {
		way, moved = max(way, x.Sub(got.Position[i]).Len()), max(moved, x.Sub(start.Position[i]).Len())
	}
	for k, q := range want.Orientation {
		turn = max(turn, rod.Vector(q.Mul(got.Orientation[k].Conjugate())).Len())
		turned = max(turned, rod.Vector(q.Mul(start.Orientation[k].Conjugate())).Len())
		spin, fastest = max(spin, want.AngularVelocity[k].Sub(got.AngularVelocity[k]).Len()), max(fastest, want.AngularVelocity[k].Len())
	}
	return way / moved, turn / turned, spin / fastest
}

// A step with rods is that of the reference, to rounding, in all precisions, for any sweeps. The controls are
// other rods: the comparison sees a rigidity, a shape at rest and a clamp that are 1 % off.
func TestRodsAsReference(t *testing.T) {
	m, p := rodRun()
	for _, c := range []struct {
		precision model.Precision
		tolerance float64 // of float32 after three substeps: stretch of 1e-7 of a length against motion of 1e-4 of it
	}{{model.Single, 2e-3}, {model.Double, 1e-11}} {
		for name, p := range both(ways(0, p), ways(2, p)) {
			way, turn, spin := rodsApart(t, m, p, Options{Precision: c.precision, Threads: 2}, 1, nil)
			t.Logf("%v, %s: apart by %.2g of the way, %.2g of the turn, %.2g of the spin", c.precision, name, way, turn, spin)
			if !(max(way, turn, spin) <= c.tolerance) {
				t.Errorf("%v, %s: apart by %.2g of the way, %.2g of the turn, %.2g of the spin; allowed is %g", c.precision, name, way, turn, spin, c.tolerance)
			}
		}
	}
	for name, change := range map[string]func(m *model.Model, p *model.Params){
		"bend":  func(m *model.Model, _ *model.Params) { m.Materials[len(m.Materials)-3].Rod.Bend *= 1.01 },
		"shear": func(m *model.Model, _ *model.Params) { m.Materials[len(m.Materials)-3].Rod.Shear *= 1.01 },
		"rest":  func(m *model.Model, _ *model.Params) { m.Segments[5].Darboux[0] *= 1.01 },
		"clamp": func(_ *model.Model, p *model.Params) { p.Clamps[0].Angle *= 1.01 },
		"delay": func(m *model.Model, _ *model.Params) { m.Materials[len(m.Materials)-3].Rod.Delay *= 1.05 },
	} {
		other, q := *m, p.Clone()
		other.Materials, other.Segments = append([]model.Material(nil), m.Materials...), append([]rod.Segment(nil), m.Segments...)
		change(&other, &q)
		e := must.Get(New(&other, q, Options{Precision: model.Double}))(t)
		if way, turn, spin := rodsApartOf(t, e, m, p); max(way, turn, spin) < 1e-7 {
			t.Errorf("%s that is 1 %% off is not seen: %g, %g, %g", name, way, turn, spin)
		}
	}
}

// rodsApartOf compares an engine of other rods with the reference.
func rodsApartOf(t *testing.T, e model.Engine, m *model.Model, p model.Params) (way, turn, spin float64) {
	t.Helper()
	defer e.Close()
	ref, err := cpuref.New(m, p)
	if err != nil || e.Step(1) != nil || e.Finish() != nil || ref.Step(1) != nil {
		t.Fatal(err, e.Finish())
	}
	var got model.State
	reader, _ := model.As[model.StateReader](e)
	must.Do(t, reader.ReadState(&got))
	want := ref.State()
	for i, x := range want.Position {
		way = max(way, x.Sub(got.Position[i]).Len())
	}
	for k, q := range want.Orientation {
		turn = max(turn, rod.Vector(q.Mul(got.Orientation[k].Conjugate())).Len())
		spin = max(spin, want.AngularVelocity[k].Sub(got.AngularVelocity[k]).Len())
	}
	return way, turn, spin
}

// Rods continue from checkpoints with the same bits, and are the same on any number of threads. A state that
// was read can be set again.
func TestRodsRepeatAndResume(t *testing.T) {
	m, p := rodRun()
	p.Warm = 0.3
	run := func(threads int) model.Engine {
		return must.Open(New(m, p, Options{Threads: threads}))(t)
	}
	read := func(e model.Engine) (s model.Snapshot) {
		must.Do(t, e.Finish())
		must.Do(t, e.Read(&s))
		return s
	}
	one, two, on := run(1), run(3), run(2)
	if one.Step(7) != nil || two.Step(7) != nil {
		t.Fatal("no step")
	}
	var c model.Checkpoint
	saver, _ := model.As[model.Checkpointer](one)
	restorer, _ := model.As[model.Checkpointer](on)
	must.Do(t, saver.Save(&c))
	must.Do(t, restorer.Restore(&c))
	if one.Step(9) != nil || two.Step(9) != nil || on.Step(9) != nil {
		t.Fatal("no step")
	}
	a, b, r := read(one), read(two), read(on)
	if len(a.Orientation) != m.SegmentCount() || len(a.AngularVelocity) != m.SegmentCount() {
		t.Fatalf("%d orientations of %d segments", len(a.Orientation), m.SegmentCount())
	}
	for k := range a.Orientation {
		if a.Orientation[k] != b.Orientation[k] || a.AngularVelocity[k] != r.AngularVelocity[k] || a.Orientation[k] != r.Orientation[k] {
			t.Fatalf("segment %d: %v, %v with 3 threads, %v resumed", k, a.Orientation[k], b.Orientation[k], r.Orientation[k])
		}
	}
	energy, err := one.Energy()
	want := cpuref.EnergyOf(m, p, (*cpuref.State)(a.State()))
	if err != nil || math.Abs(energy.Elastic-want.Elastic) > 1e-3*want.Elastic || math.Abs(energy.Kinetic-want.Kinetic) > 1e-5*want.Kinetic {
		t.Errorf("%v: energy %+v, want %+v", err, energy, want)
	}
	if err := one.Reset(a.State()); err != nil {
		t.Error(err)
	}
	if again := read(one); again.Orientation[3] != a.Orientation[3] {
		t.Errorf("set to %v, reads %v", a.Orientation[3], again.Orientation[3])
	}
	residual, ok := model.As[model.Converger](one)
	if err := one.Step(1); err != nil || !ok {
		t.Fatal(err)
	}
	if left, err := residual.Residual(); err != nil || !(left.Strain > 0) {
		t.Errorf("%v: residual %+v", err, left)
	}
}

// both are the ways of two maps.
func both(a, b map[string]model.Params) map[string]model.Params {
	maps.Copy(a, b)
	return a
}

// The last good state has orientations and spins of rods: those of its step.
func TestLastGoodHasOrientations(t *testing.T) {
	m, p := rodRun()
	e := must.Open(New(m, p, Options{Threads: 2}))(t)
	keeper, _ := model.As[model.LastGoodKeeper](e)
	kept := func(after int) (now, good model.Snapshot) {
		t.Helper()
		must.Do(t, e.Step(after))
		if e.Read(&now) != nil || keeper.LastGood(&good) != nil {
			t.Fatal("no state")
		}
		return now, good
	}
	same := func(what string, a, b model.Snapshot) {
		t.Helper()
		if len(a.Orientation) != m.SegmentCount() || !slices.Equal(a.Orientation, b.Orientation) || !slices.Equal(a.AngularVelocity, b.AngularVelocity) {
			t.Errorf("%s: %d orientations of %d segments, or others than those of its step, %d", what, len(b.Orientation), m.SegmentCount(), b.Step)
		}
	}
	start := m.Start()
	for k := range start.AngularVelocity {
		start.AngularVelocity[k] = model.Vec3{1, float64(k % 3), 2}
	}
	must.Do(t, e.Reset(start))
	first, good := kept(0)
	same("start", first, good)
	at, good := kept(keepEvery)
	same("a multiple", at, good)
	later, good := kept(3)
	same("after a multiple", at, good)
	if slices.Equal(later.Orientation, good.Orientation) || slices.Equal(first.Orientation, good.Orientation) {
		t.Error("nothing turned: the test sees nothing")
	}
}
