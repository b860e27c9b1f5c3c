package check

import (
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// compared returns a model, the reference's state after one step, and the same
// state as a read-back.
func compared(t *testing.T) (*model.Model, *cpuref.State, model.Snapshot) {
	t.Helper()
	m := modeltest.Cube(0.5)
	e := must.Get(cpuref.New(m, model.Params{Gravity: model.EarthGravity()}))(t)
	var got model.Snapshot
	must.Do(t, e.Step(1))
	must.Do(t, e.Read(&got))
	return m, e.State(), got
}

// Rounding to float32 is within 2^-24 of a coordinate below 1 m, per axis.
func roundingTolerance() Tolerance {
	return Tolerance{Position: math.Sqrt(3) * rounding, Velocity: math.Sqrt(3) * rounding}
}

func TestCompare(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		name    string
		tamper  func(got *model.Snapshot)
		ok      bool
		worst   int    // by position, -1 when nothing is compared
		problem string // part of the report's text
	}{
		{"rounded only", func(*model.Snapshot) {}, true, 0, "agrees over 8 masses"},
		{"one position off", func(got *model.Snapshot) { got.Position[3][1] += 1e-6 }, false, 3, "worst is mass 3"},
		{"one velocity off", func(got *model.Snapshot) { got.Velocity[5][0] -= 1e-6 }, false, 0, "worst is mass 5"},
		{"a NaN position", func(got *model.Snapshot) { got.Position[2][0] = nan }, false, 2, "1 of them not finite"},
		{"a NaN velocity", func(got *model.Snapshot) { got.Velocity[4][2] = nan }, false, 0, "1 of them not finite"},
		{"an infinite position", func(got *model.Snapshot) { got.Position[7][0] = inf }, false, 7, "1 of them not finite"},
		{"a mass missing", func(got *model.Snapshot) { got.Position = got.Position[1:] }, false, -1, "the read-back 7"},
		{"another step", func(got *model.Snapshot) { got.Step = 4 }, false, -1, "at step 4"},
	} {
		m, ref, got := compared(t)
		c.tamper(&got)
		r := Compare(m, ref, got, roundingTolerance())
		text := r.String()
		if r.OK != c.ok || !strings.Contains(text, c.problem) || c.name != "rounded only" && c.worst != 0 && r.Position.Worst != c.worst {
			t.Errorf("%s: ok %v, want %v with %q and worst mass %d; report: %s", c.name, r.OK, c.ok, c.problem, c.worst, text)
		}
	}
}

// A NaN fails whatever the tolerance.
func TestCompareNeverForgivesNaN(t *testing.T) {
	m, ref, got := compared(t)
	got.Velocity[1][1] = float32(math.NaN())
	if r := Compare(m, ref, got, Tolerance{math.Inf(1), math.Inf(1)}); r.OK {
		t.Errorf("passes: %v", r)
	}
}

func TestCompareNamesTheSprings(t *testing.T) {
	m, ref, got := compared(t)
	got.Position[1][0] += 1
	r := Compare(m, ref, got, roundingTolerance())
	if want := []int{0, 2, 4, 7, 11, 16, 22}; len(r.Position.Springs) != 7 || r.Position.Springs[6] != want[6] || r.Position.Springs[1] != want[1] {
		t.Errorf("springs at mass 1 are %v, want %v", r.Position.Springs, want)
	}
	if r.Position.Got != got.Position[1] || r.Position.Reference != ref.Position[1] {
		t.Errorf("values are %v and %v, want those of mass 1", r.Position.Reference, r.Position.Got)
	}
	if math.Abs(r.Position.Max-1) > 1e-6 || math.Abs(r.Position.RMS-1/math.Sqrt(8)) > 1e-6 { // rounding of 1.1
		t.Errorf("max %g and rms %g m, want 1 and 1/√8", r.Position.Max, r.Position.RMS)
	}
}

func TestToleranceScaleInCompare(t *testing.T) {
	m, ref, got := compared(t)
	for _, c := range []struct {
		scale string
		ok    bool
	}{{"", true}, {"1", true}, {"0", false}, {"1e9", true}, {"-1", false}, {"NaN", false}, {"x", false}} {
		t.Setenv("HOOKE_TOLERANCE_SCALE", c.scale)
		if r := Compare(m, ref, got, roundingTolerance()); r.OK != c.ok {
			t.Errorf("scale %q: ok %v, want %v; %v", c.scale, r.OK, c.ok, r)
		}
	}
}

func TestRelativeError(t *testing.T) {
	start := &cpuref.State{Position: []model.Vec3{{0, 0, 0}, {4, 0, 0}}}
	ref := &cpuref.State{Position: []model.Vec3{{2, 0, 0}, {4, 1, 0}}}
	nan := float32(math.NaN())
	for _, c := range []struct {
		name         string
		got          [][3]float32
		largest, rms float64
	}{
		{"equal", [][3]float32{{2, 0, 0}, {4, 1, 0}}, 0, 0},
		{"nothing done", [][3]float32{{0, 0, 0}, {4, 0, 0}}, 1, 1},
		{"half way", [][3]float32{{1, 0, 0}, {4, 0.5, 0}}, 0.5, 0.5},
		{"one mass off by 1", [][3]float32{{2, 0, 1}, {4, 1, 0}}, 0.5, 1 / math.Sqrt(5)},
		{"not a number", [][3]float32{{2, 0, 0}, {nan, 1, 0}}, math.Inf(1), math.Inf(1)},
	} {
		largest, rms := RelativeError(start, ref, model.Snapshot{Position: c.got})
		must.Hold(t, largest == c.largest && rms == c.rms, "%s: %g and %g, want %g and %g", c.name, largest, rms, c.largest, c.rms)
	}

	// Where nothing moves, nothing may.
	if largest, rms := RelativeError(start, start, model.Snapshot{Position: [][3]float32{{0, 0, 0}, {4, 0, 0}}}); largest != 0 || rms != 0 {
		t.Errorf("at rest: %g and %g, want 0", largest, rms)
	}
	if largest, _ := RelativeError(start, start, model.Snapshot{Position: [][3]float32{{0, 0, 0}, {4, 0, 1}}}); !math.IsInf(largest, 1) {
		t.Errorf("moved where nothing moves: %g, want +Inf", largest)
	}
}

// A correct float32 run scores well below a wrong one on the benchmark's
// measure: 100 steps from the start state.
func TestRelativeErrorOfARun(t *testing.T) {
	const limit = 2e-3 // the limit of the benchmark; a float32 run is near 4e-4 on the large lattice
	m := modeltest.Lattice(6, 100, 0, true)
	p := model.Params{DT: 5e-5, Gravity: model.EarthGravity()}
	run := func(tamper func(*fake)) float64 {
		ref := must.Get(cpuref.New(m, p))(t)
		f := newFake(m, p)
		tamper(f)
		must.Do(t, f.Reset(m.Start()))
		for _, e := range []model.Engine{ref, f} {
			must.Do(t, e.Step(100))
		}
		got := modeltest.Snapshot(t, f)
		largest, _ := RelativeError((*cpuref.State)(m.Start()), ref.State(), got)
		return largest
	}
	if got := run(func(*fake) {}); got > limit || got == 0 {
		t.Errorf("a float32 run is off by %.3g, want at most %g and more than nothing", got, limit)
	}
	if got := run(func(f *fake) { f.integrating = false }); got < 0.999 || got > 1.001 { // positions round
		t.Errorf("doing nothing scores %.6g, want 1", got)
	}
	if got := run(func(f *fake) { f.stiffness[f.liveSpring()] = 0 }); got < limit {
		t.Errorf("a spring dropped scores %.3g, want more than %g", got, limit)
	}
}
