package engine

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
)

// errFault is a fault of an engine that has nothing to do with unsupported features.
var errFault = errors.New("a fault")

// A chip without float64 has a note, and only if float64 is asked for.
func TestEmulatedFloat64IsNoted(t *testing.T) {
	for _, c := range []struct {
		renderer  string
		precision gpu.Precision
		want      bool
	}{{"Mesa Intel(R) Arc(tm) A770 Graphics (DG2)", gpu.Double, true}, {"Mesa Intel(R) Arc(tm) A770 Graphics (DG2)", gpu.Compensated, false}, {"NVIDIA H200", gpu.Double, false}} {
		said := ""
		o := Options{GPU: gpu.Options{Precision: c.precision}, Listener: Listener{Note: func(line string) { said += line }}}
		o.Tuning.Folder = t.TempDir()
		must.Do(t, o.openFloat64().add(float64Entry{float64Key{Renderer: c.renderer}, 2, time.Now()}, func(float64Entry) bool { return false })) // none is slow by measurement
		must.Do(t, o.noteFloat64(&glx.Context{Renderer: c.renderer}))
		if (said != "") != c.want || c.want && !strings.Contains(said, c.renderer) {
			t.Errorf("%s, %v: %q", c.renderer, c.precision, said)
		}
	}
}

// Auto takes the gpu engine on a card, and cpu if OpenGL is software or missing. It says so in one line. A
// scene that cpu refuses goes to gpu, and one that both refuse to the reference.
func TestTake(t *testing.T) {
	card := &glx.Context{Renderer: "A card"}
	software := &glx.Context{Renderer: "llvmpipe (LLVM 15)"}
	works := func(name string) func() (string, error) { return func() (string, error) { return name, nil } }
	fails := func(err error) func() (string, error) { return func() (string, error) { return "", err } }
	both := func(gpu, cpu error) string {
		return "note: neither the gpu nor the cpu engine can be used, so the reference steps, which is slow: " + gpu.Error() + "; " + cpu.Error() + "\n"
	}
	for _, c := range []struct {
		name       string
		gl         *glx.Context
		gpu, cpu   func() (string, error)
		want, note string
		fault      error
	}{
		{"a card", card, works("gpu"), works("cpu"), "gpu", "note: gpu steps, on A card\n", nil},
		{"a card that is too small", card, fails(glx.ErrTooLarge), works("cpu"), "cpu", "note: the gpu engine cannot be used, so cpu steps: " + glx.ErrTooLarge.Error() + "\n", nil},
		{"a card without float64", card, fails(glx.ErrNoFloat64), works("cpu"), "cpu", "note: the gpu engine cannot be used, so cpu steps: " + glx.ErrNoFloat64.Error() + "\n", nil},
		{"a card that fails its test", card, fails(ErrUnfit), works("cpu"), "cpu", "note: the gpu engine cannot be used, so cpu steps: " + ErrUnfit.Error() + "\n", nil},
		{"a card and a fault", card, fails(errFault), works("cpu"), "", "", errFault},
		{"software", software, works("gpu"), works("cpu"), "cpu", "note: OpenGL is software here (llvmpipe (LLVM 15)), so cpu steps; --engine gpu uses it anyway\n", nil},
		{"software, cpu refuses", software, works("gpu"), fails(model.ErrUnsupported), "gpu", "note: the cpu engine cannot be used, so gpu steps, in software: " + model.ErrUnsupported.Error() + "\n", nil},
		{"software, cpu fails", software, works("gpu"), fails(errFault), "", "", errFault},
		{"no OpenGL", nil, works("gpu"), works("cpu"), "cpu", "note: the gpu engine cannot be used, so cpu steps: " + glx.ErrTooOld.Error() + "\n", nil},
		{"no OpenGL, cpu refuses", nil, works("gpu"), fails(model.ErrUnsupported), "cpuref", both(glx.ErrTooOld, model.ErrUnsupported), nil},
		{"no OpenGL, cpu fails", nil, works("gpu"), fails(errFault), "", "", errFault},
		{"a card refuses", card, fails(model.ErrUnsupported), works("cpu"), "cpu", "note: the gpu engine cannot be used, so cpu steps: " + model.ErrUnsupported.Error() + "\n", nil},
		{"a card and cpu refuse", card, fails(model.ErrUnsupported), fails(model.ErrUnsupported), "cpuref", both(model.ErrUnsupported, model.ErrUnsupported), nil},
		{"software, both refuse", software, fails(model.ErrUnsupported), fails(model.ErrUnsupported), "cpuref", both(model.ErrUnsupported, model.ErrUnsupported), nil},
		{"software, gpu fails", software, fails(errFault), fails(model.ErrUnsupported), "", "", errFault},
	} {
		var stderr strings.Builder
		o := Options{Listener: Listener{Note: func(line string) { stderr.WriteString(line + "\n") }}}
		got, err := take(&model.Model{}, model.Params{}, o, c.gl, glx.ErrTooOld, ways[string]{gpu: c.gpu, cpu: c.cpu, reference: works("cpuref")})
		if c.fault == nil && (err != nil || got != c.want) || c.fault != nil && err == nil || stderr.String() != c.note {
			t.Errorf("%s: %q, %v, says %q; want %q, says %q", c.name, got, err, stderr.String(), c.want, c.note)
		}
		if c.fault != nil && !strings.Contains(err.Error(), c.fault.Error()) {
			t.Errorf("%s: %v, want %v", c.name, err, c.fault)
		}
	}
}

// Features that only the reference supports go there. Features that gpu supports in single precision alone go
// to cpu in another precision, with a device and without, in the window too.
func TestTakeReference(t *testing.T) {
	works := func(name string) func() (string, error) { return func() (string, error) { return name, nil } }
	all := ways[string]{gpu: works("gpu"), cpu: works("cpu"), reference: works("cpuref")}
	card := &glx.Context{Renderer: "A card"}
	for _, c := range []struct {
		solver    model.Integrator
		precision gpu.Precision
		want      string
	}{{model.ImplicitEuler, gpu.Single, "cpuref"}, {model.PositionBased, gpu.Double, "cpuref"}, {model.Impulses, gpu.Single, "gpu"}, {model.Impulses, gpu.Compensated, "cpu"}, {model.Impulses, gpu.Double, "cpu"}} {
		said := ""
		o := Options{GPU: gpu.Options{Precision: c.precision}, Listener: Listener{Note: func(line string) { said += line }}}
		got, err := take(&model.Model{}, model.Params{Integrator: c.solver}, o, card, nil, all)
		if err != nil || got != c.want || strings.Contains(said, "the reference steps") != (c.want == "cpuref") {
			t.Errorf("%v, %v: %q with %q, %v; want %q", c.solver, c.precision, got, said, err, c.want)
		}
	}
}

// Nothing recommends an engine that lacks something for the run.
func TestTakeNamesNoEngineThatLacksSomething(t *testing.T) {
	works := func(name string) func() (string, error) { return func() (string, error) { return name, nil } }
	all := ways[string]{gpu: works("gpu"), cpu: works("cpu"), reference: works("cpuref")}
	m, p := trials()[model.RodSegments].model(model.Impulses)
	for _, c := range []struct {
		m    *model.Model
		want bool
	}{{&model.Model{}, true}, {m, false}} {
		said := ""
		o := Options{Listener: Listener{Note: func(line string) { said += line }}}
		got, err := take(c.m, p, o, &glx.Context{Renderer: "llvmpipe (LLVM 15)"}, nil, all)
		if err != nil || got != "cpu" || strings.Contains(said, "--engine gpu") != c.want {
			t.Errorf("%q with %q, %v; want cpu, and gpu named: %v", got, said, err, c.want)
		}
	}
}

// Scenes that the reference cannot draw are refused with both reasons.
func TestTakeWithoutReference(t *testing.T) {
	refuses := func() (string, error) { return "", model.ErrUnsupported }
	_, err := take(&model.Model{}, model.Params{}, Options{}, nil, glx.ErrTooOld, ways[string]{gpu: refuses, cpu: refuses})
	if !errors.Is(err, model.ErrUnsupported) || !errors.Is(err, glx.ErrTooOld) {
		t.Error(err)
	}
}
