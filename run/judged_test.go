package run

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/must"
	"hooke/physics/bigstep/judge"
	"hooke/scene"
	"hooke/scene/open"
)

// judged runs a scene in the reference and returns the judgement, with the warnings.
func judged(t *testing.T, text string, o scene.Options) (judge.Report, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "scene.toml")
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	s := must.Get(open.Scene(file, o))(t)
	var told []string
	how := Options{Folder: t.TempDir(), Engine: engine.CPURef, Steps: int64(math.Round(s.Duration / s.Params.DT))}
	how.How.Listener.Note = func(line string) {
		if strings.HasPrefix(line, "warning") {
			told = append(told, line)
		}
	}
	r := must.Get(New(s, how))(t)
	defer r.Close()
	result, err := r.Go(context.Background())
	if err != nil || result.Judged == nil {
		t.Fatal(result.Judged, err)
	}
	return *result.Judged, strings.Join(told, "\n")
}

// hanging is a mass of half a kilogram on a spring of 100 N/m, which its weight stretches by m g/k = 0.04905 m.
const hanging = `[run]
duration = 4
dt = 0.016666666666666666
drag_half_life = 0.2
[[mesh]]
make = "rope"
masses = 2
length = 1
mass = 0.5
stiffness = 100
damping_ratio = 0.05
turn = [0, 90, 0]
[[group]]
name = "top"
shape = "plane"
point = [0, 0, 0.499]
normal = [0, 0, 1]
[[pin]]
group = "top"
`

// A mass that hangs on a spring is m g/k lower. Solvers that have it there tell nothing, and are said to be right, whatever
// drag takes; position-based dynamics leaves the spring as it is.
func TestHangingSpringsAreJudged(t *testing.T) {
	const stretch = 0.5 * 9.81 / 100
	for _, c := range []struct {
		o     scene.Options
		off   float64 // [m]
		cures string  // in the warning; empty: none
	}{
		{scene.Options{Integrator: model.ImplicitEuler}, 0, ""},
		{scene.Options{Integrator: model.Impulses, Substeps: 40}, 0, ""},
		{scene.Options{Integrator: model.Impulses, Substeps: 1}, 0, ""},
		{scene.Options{Integrator: model.PositionBased}, stretch, "take --solver implicit-euler, which rests exactly"},
	} {
		got, told := judged(t, hanging, c.o)
		if got.Rest.Why != "" || math.Abs(got.Rest.Should.Stretch-stretch) > 1e-9 || math.Abs(got.Rest.Off-c.off) > 0.003*stretch {
			t.Errorf("%+v: %+v, want %g m off", c.o, got.Rest, c.off)
		}
		must.Hold(t, (told != "") == (c.cures != "") && strings.Contains(told, c.cures), "%+v: it warns %q", c.o, told)
	}
}

// A rope of n springs is stretched by m g/k n(n+1)/2 where each carries the masses below it. Few substeps of impulses leave
// it longer, and the warning says by how much, with the substeps that help.
func TestHangingRopesAreJudged(t *testing.T) {
	const n, stretch = 20, 0.0025 * 9.81 / 100 * 20 * 21 / 2
	text := strings.Replace(strings.Replace(hanging, "masses = 2", "masses = 21", 1), "mass = 0.5", "mass = 0.0025", 1)
	for _, substeps := range []int{4, 40} {
		got, told := judged(t, text, scene.Options{Integrator: model.Impulses, Substeps: substeps})
		few := substeps == 4
		if r := got.Rest; r.Why != "" || math.Abs(r.Should.Stretch/stretch-1) > 1e-6 || math.Abs(r.Off-math.Abs(r.Is.Stretch-stretch)) > 1e-3*stretch || (r.Off > 0.05*stretch) != few {
			t.Errorf("%d substeps: %+v, want a stretch of %g m", substeps, r, stretch)
		}
		if strings.Contains(told, "it has come to rest") != few || few && !strings.Contains(told, "take 16 substeps (--substeps)") {
			t.Errorf("%d substeps: it warns %q", substeps, told)
		}
	}
}

// A run of fewer steps than energy.csv has rows for is judged, too: how it comes to rest is looked at more often.
func TestShortRunsAreJudged(t *testing.T) {
	text := strings.Replace(strings.Replace(hanging, "drag_half_life = 0.2", "drag_half_life = 0.05", 1), "duration = 4", "duration = 1", 1)
	if got, _ := judged(t, text, scene.Options{Integrator: model.ImplicitEuler, Substeps: 40}); got.Rest.Why != "" {
		t.Errorf("60 steps: %+v", got.Rest)
	}
}

// A mass that creeps to its rest is not called at rest: drag, or a damper, slows it until after a short start
// nothing moves fast.
func TestWhatCreepsIsNotJudged(t *testing.T) {
	for name, text := range map[string]string{
		"drag":   strings.Replace(strings.Replace(hanging, "drag_half_life = 0.2", "drag_half_life = 0.0005", 1), "duration = 4", "duration = 5", 1),
		"damper": strings.Replace(hanging, "damping_ratio = 0.05", "damping_ratio = 150", 1),
	} {
		got, told := judged(t, text, scene.Options{Integrator: model.Impulses, Substeps: 100})
		must.Hold(t, got.Rest.Why != "" && !strings.Contains(told, "come to rest"), "%s: %+v; it warns %q", name, got.Rest, told)
	}
}

// A rod that is clamped hangs as the static chain of its own masses, with any number of substeps, and is said to.
func TestRodsAreJudged(t *testing.T) {
	const n = 5
	text := `[run]
duration = 3
dt = 0.016666666666666666
solver = "impulses"
drag_half_life = 0.05
[[mesh]]
make = "rope"
masses = 6
length = 1
density = 0.0942
material = "m"
[[material]]
name = "m"
young = 2e9
radius = 0.005
[[group]]
name = "root"
shape = "plane"
point = [-0.499999, 0, 0]
normal = [-1, 0, 0]
[[pin]]
group = "root"
[[clamp]]
group = "root"
`
	of := rod.Solid(0.005, 2e9, 2e9/2.6)
	sag := -modeltest.CantileverSag(of.Bend, n, 0.0942/(n+1))
	for _, substeps := range []int{2, 40} {
		got, told := judged(t, text, scene.Options{Substeps: substeps})
		if r := got.Rest; r.Why != "" || math.Abs(r.Way/sag-1) > 0.002 || r.Off > 1e-4*sag || !(r.Should.Bend > 0.1) || told != "" {
			t.Errorf("%d substeps: %+v, want a way of %g m; it warns %q", substeps, r, sag, told)
		}
	}
}

// Iterations of implicit Euler that are too few leave forces that should move masses: at first the weight of each, which
// springs do not carry yet.
func TestUnsolvedStepsOfImplicitEulerAreJudged(t *testing.T) {
	text := strings.Replace(strings.Replace(hanging, "masses = 2", "masses = 30", 1), "stiffness = 100", "stiffness = 1e6", 1)
	text = strings.Replace(text, "duration = 4", "duration = 0.1", 1)
	for _, iterations := range []int{1, 20000} {
		got, told := judged(t, text, scene.Options{Integrator: model.ImplicitEuler, Iterations: iterations})
		d := got.Defect
		if few := iterations == 1; (d.Share > 0.05) != few || strings.Contains(told, "iterations leave a residual of") != few || few && !strings.Contains(told, "take 4 iterations (--iterations)") {
			t.Errorf("%d iterations: %+v; it warns %q", iterations, d, told)
		}
		must.Hold(t, got.Rest.Why != "", "%d iterations: after 0.1 s it is said to rest", iterations)
	}
}

// A stiff block that is thrown has its center where the recurrence of the substeps has it, by every solver.
func TestFallsAreJudged(t *testing.T) {
	const text = `[run]
duration = 0.5
dt = 0.01
drag_half_life = 0.7
[[mesh]]
make = "solid"
cells = [2, 2, 2]
spacing = 0.05
modulus = 1e8
velocity = [1, 0, 3]
`
	for _, solver := range []model.Integrator{model.Impulses, model.ImplicitEuler, model.PositionBased} {
		got, told := judged(t, text, scene.Options{Integrator: solver, Substeps: 4})
		if p := got.Path; p.Why != "" || !(p.Off < 1e-6*p.Way) || p.Way < 0.7 || strings.Contains(told, "the center of the body") {
			t.Errorf("%v: %+v; it warns %q", solver, p, told)
		}
	}
}
