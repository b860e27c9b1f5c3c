package gpu

import (
	"io/fs"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// mutated returns the built-in shaders with one piece of one file replaced.
func mutated(t *testing.T, file, old, new string) fs.FS {
	t.Helper()
	return gltest.Mutated(t, file, old, new)
}

// The driver's layout is compared with the host's when a program is linked.
func TestLayoutMismatchNamesFieldAndNumbers(t *testing.T) {
	m, _ := gputest.Random(1, 10, 10)
	for _, c := range []struct{ name, old, new, want string }{
		{"offset", "struct Spring { // 8 bytes\n\tfloat restLength;\n\tuint kind;", "struct Spring {\n\tuint kind;\n\tfloat restLength;", "spring[0].restLength: offset is 4 bytes in the driver and 0 on the host"},
		{"stride", "struct Spring { // 8 bytes\n", "struct Spring {\nuint more;", "SpringBlock"},
		{"binding", "layout(std430, binding = 6) access buffer ForceBlock", "layout(std430, binding = 5) access buffer ForceBlock", "binding is 5 in the driver and 6 on the host"},
		{"names", "struct Force { // 12 bytes\n\tfloat x;\n\tfloat y;\n\tfloat z;", "struct Force {\n\tfloat a;\n\tfloat b;\n\tfloat c;", "ForceBlock"},
		{"uniform", "float dt; \\\n\tfloat dragFactor;", "float dragFactor; \\\n\tfloat dt;", "ParamsBlock"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := gltest.New(t)
			must.Say(t, "", must.Err(New(ctx, m, model.Params{}, Options{Shaders: mutated(t, "layout.glsl", c.old, c.new)})), c.want)
		})
	}
}

func TestCompileErrorNamesFileAndLine(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(1, 10, 10)
	files := mutated(t, "spring_laws.glsl", "real f = law.stiffness", "real f = nothing")
	_, err := New(ctx, m, model.Params{}, Options{Shaders: files})
	line := 1 + strings.Count(strings.Split(readShader(t, files, "spring_laws.glsl"), "real f = nothing")[0], "\n")
	if want := "spring_laws.glsl:" + itoa(line); err == nil || !contains(err.Error(), want) {
		t.Errorf("New returned %v, want an error at %s", err, want)
	}
}

func TestPassTimesAreMeasured(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(1, 20000, 100000)
	e := must.Open(New(ctx, m, model.Params{}, Options{Timers: true}))(t)
	for range 5 {
		must.Do(t, e.Step(1))
		must.Do(t, e.Finish())
	}
	times := e.PassTimes()
	for _, pass := range e.Passes() {
		must.Hold(t, times[pass] > 0, "pass %s was not timed: %v", pass, times)
	}
}

// Passes of solvers that divide steps are timed, those over springs with all of their colors.
func TestPassTimesOfBigSteps(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(1, 4000, 20000)
	for solver, names := range map[model.Integrator][]string{model.Impulses: {"sweep", "predict", "contact", "finish"}} {
		p := model.Params{DT: 1e-3, Integrator: solver, Substeps: 2, Iterations: 4, Contacts: []model.Contact{model.Ground(0, 50, 0)}}
		e := must.Get(New(ctx, m, p, Options{Timers: true}))(t)
		for range 5 {
			must.Do(t, e.Step(1))
			must.Do(t, e.Finish())
		}
		times := e.PassTimes()
		e.Close()
		for _, name := range names {
			if times[name] <= 0 {
				t.Errorf("%v: pass %s was not timed: %v", solver, name, times)
			}
		}
		if _, timed := times["residual"]; timed {
			t.Errorf("%v: a residual, which is no part of a step, is among the times: %v", solver, times)
		}
	}
}

func TestStrainOfDrawing(t *testing.T) {
	ctx := gltest.New(t)
	m := &model.Model{
		RestPosition: []model.Vec3{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}},
		Mass:         []float64{1, 1, 1},
		Ends:         []model.Ends{{0, 1}, {0, 2}, {1, 2}, {0, 1}},
		RestLength:   []float64{1, 2, 1, 0},
		MaterialOf:   []uint16{1, 1, model.Removed, 1},
		Materials:    []model.Material{{}, {Stiffness: 1}},
	}
	e := must.Open(New(ctx, m, model.Params{}, Options{}))(t)
	must.Do(t, e.UpdateStrain())
	got := make([]float32, 4)
	readStrain(e, got)
	// Twice the rest length, half of it, removed, rest length 0.
	for s, want := range []float32{1, -0.5, 0, 0} {
		must.Be(t, got[s], want, "strain of spring %d", s)
	}
}

// Values that a pass does not write stay poisoned, so that a comparison sees them.
func TestOutputsOfAPassArePoisoned(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(17, 300, 1000)
	e := must.Open(New(ctx, m, model.Params{}, Options{}))(t)
	e.compiled.springForce.Groups[0] = [2]uint32{1, 1} // as if the dispatch had been cut short
	must.Do(t, e.RunPass("spring-force"))
	got := make([][3]float32, m.SpringCount())
	must.Do(t, e.ReadForces(got))
	for s, force := range got {
		written := s < e.compiled.workGroup
		if isNumber := force[0] == force[0]; isNumber != written {
			t.Fatalf("force of spring %d is %v; the pass wrote the first %d", s, force, e.compiled.workGroup)
		}
	}
}

func TestUnknownPassIsAnError(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(1, 10, 10)
	e := must.Open(New(ctx, m, model.Params{}, Options{}))(t)
	if err := e.RunPass("no such pass"); err == nil {
		t.Error("an unknown pass was accepted")
	}
}

// Each barrier between the passes of a step names texels where the pass behind it fetches them: after
// spring-force where forces are texels, and after passes that move masses. A renderer on the CPU keeps
// everything in order by itself, so that no result shows a missing barrier. The short form has each
// integrator but RK4 in both pipelines, of which one is divided.
func TestBarriersOfAStepNameTexels(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits, ctx.Watch = whole, nil }()
	for _, integrator := range model.Integrators() {
		for which, pipeline := range []string{options.TwoPass, options.Fused} {
			for k, block := range []int64{whole.StorageBlockBytes, 16_384} {
				if !must.Long() && ((int(integrator)+which+k)%2 == 1 || integrator == model.RK4) {
					continue
				}
				p := gputest.PerturbedParams()
				p.Integrator = integrator
				ctx.Limits.StorageBlockBytes = block
				e := must.Get(New(ctx, gputest.Grid(6, 6, 60), p, Options{Pipeline: pipeline}))(t)
				texels := e.plan.division != nil || e.plan.fused != nil
				if block < whole.StorageBlockBytes && e.plan.division == nil {
					t.Fatalf("%s: not divided", pipeline)
				}
				barriers := 0
				ctx.Watch = func(consumer glx.Access) {
					barriers++
					if texels && consumer&glx.ByTexel == 0 {
						t.Errorf("%s %v, blocks of %d bytes: barrier %d of two steps does not name texels: %#x", pipeline, integrator, block, barriers, consumer)
					}
					if consumer&glx.ByShader == 0 {
						t.Errorf("%s %v, blocks of %d bytes: barrier %d of two steps does not name storage: %#x", pipeline, integrator, block, barriers, consumer)
					}
				}
				must.Do(t, e.Step(2))
				ctx.Watch = nil
				if least := 2 * len(e.stepPasses()); barriers < least-1 {
					t.Errorf("%s %v: %d barriers for two steps of %d passes", pipeline, integrator, barriers, least/2)
				}
				e.Close()
				ctx.Limits = whole
			}
		}
	}
}
