package draw

import (
	"math"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw/color"

	"github.com/go-gl/mathgl/mgl32"
)

// sampleTwin computes the pass value-range on the host: the result for some values.
func sampleTwin(values []float32, there func(i int) bool) (least, most float32, sample []float32) {
	least, most = float32(math.Inf(1)), float32(math.Inf(-1))
	for i, v := range values {
		if size := mgl32.Abs(v); there(i) && size <= math.MaxFloat32 {
			least, most = min(least, v), max(most, v)
		}
	}
	count := int(sampleCount(len(values)))
	each := uint32(len(values) / count)
	for k := range uint32(count) {
		state := k*747796405 + 2891336453
		word := ((state >> ((state >> 28) + 4)) ^ state) * 277803737
		i := k*each + ((word>>22)^word)%each
		v := float32(math.NaN())
		if there(int(i)) {
			v = values[i]
		}
		sample = append(sample, v)
	}
	return least, most, sample
}

// The pass value-range finds the least and the largest value of all springs that are
// there, of either sign, and samples springs all over; of speed it looks at masses. A
// value that is one unit in the last place larger is another one.
func TestValueRangeAgreesWithItsTwin(t *testing.T) {
	ctx := gltest.New(t)
	for _, side := range []int{4, 12} { // fewer and more springs than are sampled
		m := must.Get(build.Lattice(build.LatticeSpec{Nx: side, Ny: side, Nz: side, Spacing: 0.01, Mass: 1e-3, Stiffness: 500}))(t)
		for i := range m.MaterialOf {
			if i%17 == 0 {
				m.MaterialOf[i] = model.Removed
			}
		}
		s := m.Start()
		for i := range s.Position {
			f := float64(i)
			s.Position[i] = s.Position[i].Add(model.Vec3{math.Sin(f), math.Sin(2 * f), math.Sin(3 * f)}.Mul(1e-3))
			s.Velocity[i] = model.Vec3{math.Cos(f), math.Cos(5 * f), 0}
		}
		e := must.Open(gpu.New(ctx, m, model.Params{DT: 1e-4}, gpu.Options{Pipeline: gpu.Fused, Drawing: true}))(t)
		must.Do(t, e.Reset(s))
		r := must.Open(New(ctx, e, Subject{Model: m, Params: e.Params()}))(t)
		for _, c := range []color.Coloring{color.ByStrain, color.ByForce, color.ByEnergy, color.BySpeed} {
			values := colored(t, ctx, r, e, c)
			there := func(i int) bool { return m.MaterialOf[i] != model.Removed }
			if c == color.BySpeed {
				records := make([]shaders.Velocity, m.MassCount())
				ctx.Barrier(glx.ByTransfer)
				glx.Download(e.VelocityBuffer(), 0, records)
				values = values[:0]
				for _, v := range records {
					values = append(values, float32(math.Sqrt(float64(v.Xyz[0]*v.Xyz[0]+v.Xyz[1]*v.Xyz[1]+v.Xyz[2]*v.Xyz[2]))))
				}
				there = func(int) bool { return true }
			}
			least, most, sample := sampleTwin(values, there)
			near := func(a, b float32) bool { // the length of a velocity may be rounded otherwise
				return a == b || c == color.BySpeed && math.Abs(float64(a-b)) <= 1e-6*math.Abs(float64(b))
			}
			seen := r.values.seen[c]
			if !near(float32(seen.Least), least) || !near(float32(seen.Most), most) || !(seen.Least < seen.Most) {
				t.Errorf("%d masses a side, %v: from %g to %g, want from %g to %g", side, c, seen.Least, seen.Most, least, most)
			}
			if off := math.Nextafter32(most, math.MaxFloat32); c != color.BySpeed && near(float32(seen.Most), off) {
				t.Errorf("%v: it passes with another value", c)
			}
			got, holes := r.values.sample.sample, 0
			if len(got) != len(sample) {
				t.Fatalf("%v: %d values are sampled, want %d", c, len(got), len(sample))
			}
			for k, want := range sample {
				if math.IsNaN(float64(want)) != math.IsNaN(float64(got[k])) || want == want && !near(got[k], want) {
					t.Fatalf("%v: number %d of the sample is %g, want %g", c, k, got[k], want)
				}
				if want != want {
					holes++
				}
			}
			if c != color.BySpeed && holes == 0 {
				t.Errorf("%v: no removed spring is among the sample: it proves nothing", c)
			}
		}
	}
}

// One state has one range, whatever was shown before, and however often it is shown.
func TestTheRangeFollowsFromTheState(t *testing.T) {
	ctx := gltest.New(t)
	m, p, _ := paired(t)
	e, r := drawn(t, ctx, m, p)
	target := small(t, ctx)
	swollen := func(by float64) float64 {
		s := m.Start()
		for i := range s.Position {
			s.Position[i] = s.Position[i].Mul(1 + by)
		}
		must.Do(t, e.Reset(s))
		must.Do(t, r.Draw(target, Frame{Camera: LookAt(Subject{Model: m}.Bounds(), 1), Look: Look{Color: color.ByStrain, NoText: true}}))
		return r.ValueRange(color.ByStrain)
	}
	want := map[float64]float64{}
	for k, by := range []float64{0, 0.09, 0, 0.4, 0.09, 0.09, 0.02, 0.09, 0, 0.02, 0.4, 0} {
		got := swollen(by)
		if known, ok := want[by]; !ok {
			want[by] = got
		} else if known != got {
			t.Errorf("picture %d: swollen by %g the range is %g, and was %g", k, by, got, known)
		}
		if got < by || by > 0 && got > 2.6*by {
			t.Errorf("picture %d: swollen by %g the range is %g", k, by, got)
		}
	}
}

// The range over several states is the widest of theirs.
func TestRangeOverStates(t *testing.T) {
	m, p, s := paired(t)
	e, r := drawn(t, gltest.New(t), m, p)
	for _, c := range []color.Coloring{color.ByStrain, color.ByForce, color.ByEnergy, color.BySpeed} {
		var each []float64
		shown := []*model.State{m.Start(), s, m.Start()}
		show := func(k int) error { return e.Reset(shown[k]) }
		for k := range shown {
			one := must.Get(r.RangeOver(c, 1, func(int) error { return show(k) }))(t)
			each = append(each, one)
		}
		all := must.Get(r.RangeOver(c, len(shown), show))(t)
		must.Hold(t, all == each[1] && each[0] < each[1], "%v: over all %g, of each %v", c, all, each)
	}
	if all, err := r.RangeOver(color.ByMaterial, 1, func(int) error { t.Error("a state was shown"); return nil }); all != 0 || err != nil {
		t.Errorf("of names: %g, %v", all, err)
	}
}
